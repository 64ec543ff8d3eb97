import type { CreateAssistant, Model, ProviderSupport } from "@callwright/contract";
import { PARTS, type PartName } from "../../../data/capabilities.ts";
import { withLocalModel, withModelProvider } from "../model-config.ts";
import { fallbacksOf } from "../settings/replaced-voice.ts";
import type { ModelChoice, Preset, PresetChoices } from "./preset-choices.ts";

type Picks = {
  [part in PartName]?: PresetChoices[part][number];
};

/** A provider that a preset prefers, but the organization has no key for it. */
export interface BetterKey {
  part: PartName;
  provider: string;
  /** Provider of the credential. */
  credential: string;
}

const BUILT_IN = "callwright";

export interface PickedPreset {
  /** A part is absent if this server runs no provider of it. It then stays unchanged. */
  picks: Picks;
  /** The parts whose first choice needs only a key. */
  better: readonly BetterKey[];
}

type Supports = Readonly<Record<PartName, Readonly<Record<string, ProviderSupport>>>>;

/**
 * For each part the first choice that runs on the server. A built-in part does not replace a provider's, unless `mayGoBuiltIn`.
 */
export function pickPreset(
  choices: PresetChoices,
  supports: Supports,
  { config, mayGoBuiltIn }: { config: CreateAssistant; mayGoBuiltIn: boolean },
): PickedPreset {
  const stateOf = (part: PartName, provider: string) => supports[part][provider]?.state;
  const isLoss = (part: PartName, provider: string) =>
    !mayGoBuiltIn && provider === BUILT_IN && (config[part]?.provider ?? BUILT_IN) !== BUILT_IN;
  const picks = Object.fromEntries(
    PARTS.map((part) => {
      const found = choices[part].find(({ provider }) => stateOf(part, provider) === "ready");
      return [part, found && isLoss(part, found.provider) ? undefined : found];
    }),
  ) as Picks;
  const better = PARTS.flatMap((part): BetterKey[] => {
    const first = choices[part].find(({ provider }) => ["ready", "needs-credential"].includes(stateOf(part, provider) ?? ""));
    if (!first || stateOf(part, first.provider) !== "needs-credential") return [];
    const { provider } = first;
    return [{ part, provider, credential: supports[part][provider]?.credentials?.[0] ?? provider }];
  });
  return { picks, better };
}

/** The assistant with the picks in their places. Prompt, tools, temperature and fallbacks stay. */
export function withPicks(config: CreateAssistant, { model, voice, transcriber }: Picks): CreateAssistant {
  return {
    ...config,
    ...(model && { model: withModel(config.model, model) }),
    ...(voice && { voice: { ...fallbacksOf(config.voice), ...voice } }),
    ...(transcriber && { transcriber: { ...fallbacksOf(config.transcriber), ...transcriber } }),
  };
}

function withModel(before: Model | undefined, choice: ModelChoice): Model {
  if (choice.provider === "custom-llm") return withLocalModel(before, choice);
  return { ...withModelProvider(before, choice.provider, choice.model), ...choice };
}

/** True without any key: the preset would set built-in parts only, as Local does. */
export function isAllBuiltIn(picks: Picks): boolean {
  return PARTS.every((part) => (picks[part]?.provider ?? BUILT_IN) === BUILT_IN);
}

/** Whether the assistant already has the picks. */
export function hasPicks(config: CreateAssistant, picks: Picks): boolean {
  return PARTS.every((part) => {
    const settings: Readonly<Record<string, unknown>> = config[part] ?? {};
    return Object.entries(picks[part] ?? {}).every(([name, value]) => settings[name] === value);
  });
}

type PickedPresets = Readonly<Record<Preset, PickedPreset>>;

/** Whether the assistant is set up as a preset would do it. Without a model's key, every other preset is the same as Local. */
export function isPresetSet(config: CreateAssistant, presets: PickedPresets, preset: Preset): boolean {
  const { picks } = presets[preset];
  return hasPicks(config, picks) && (preset === "local" || picks.model?.provider !== BUILT_IN);
}

/** Whether a preset would leave the assistant without a language model: it takes none away, and without any key it adds nothing. */
export function isWithoutModel(config: CreateAssistant, presets: PickedPresets, preset: Preset): boolean {
  const { picks } = presets[preset];
  if (preset !== "local") return isAllBuiltIn(picks);
  return picks.model?.provider === BUILT_IN && (config.model?.provider ?? BUILT_IN) !== BUILT_IN;
}

/** The parts as they were before a preset. The prompt and the tools of the model stay as they are now. */
export function withPartsOf(config: CreateAssistant, before: CreateAssistant): CreateAssistant {
  const { model, voice: _, transcriber: __, ...rest } = config;
  const { messages, tools, toolIds } = model ?? {};
  const kept = { ...(messages && { messages }), ...(tools && { tools }), ...(toolIds && { toolIds }) };
  const { messages: ___, tools: ____, toolIds: _____, ...settings } = before.model ?? {};
  // If the assistant had no model, a model with only a prompt becomes the default one.
  const restored = before.model
    ? { ...settings, ...kept }
    : messages
      ? { provider: "callwright", model: "builtin", ...kept }
      : undefined;
  return {
    ...rest,
    ...(restored && { model: restored as Model }),
    ...(before.voice && { voice: before.voice }),
    ...(before.transcriber && { transcriber: before.transcriber }),
  };
}
