import { type CreateAssistant, hostedVoice, type Model, type Transcriber, type Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import type { LanguageModel } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import { anthropic } from "./anthropic/index.ts";
import { anthropicBedrock } from "./anthropic-bedrock/index.ts";
import { callwright } from "./callwright/index.ts";
import { customLlm } from "./custom-llm/index.ts";
import { fake, isFakeName } from "./fake/index.ts";
import { google } from "./google/index.ts";
import { CLOSED_TRANSCRIBERS, hostedTranscribers } from "./hosted-transcriber/transcribers.ts";
import { CLOSED_VOICES, hostedVoices } from "./hosted-voice/services.ts";
import { meterModel } from "./meter-model.ts";
import { openai } from "./openai/index.ts";
import { compatibleProviders } from "./openai-compatible/index.ts";
import {
  type HearingTranscriber,
  PART_NAMES,
  type PartContext,
  type PartName,
  type PartSettings,
  type Provider,
  type ProviderContext,
  type ProviderPart,
} from "./provider.ts";
import { findKey } from "./provider-key.ts";

const PROVIDERS: readonly Provider[] = joined([
  callwright,
  customLlm,
  openai,
  anthropic,
  anthropicBedrock,
  google,
  ...compatibleProviders,
  ...hostedVoices,
  ...hostedTranscribers,
]);

/** Parts that no server can run, with the reason. */
const CLOSED: { readonly [Name in PartName]?: Readonly<Record<string, string>> } = {
  model: {
    anyscale:
      "Anyscale closed its public endpoints on August 1, 2024. Use custom-llm with the URL and the key of your own Anyscale service.",
    vapi: "Models of vapi run on the hosted platform alone. Use another provider.",
  },
  voice: CLOSED_VOICES,
  transcriber: CLOSED_TRANSCRIBERS,
};

/** Defaults of an assistant: offline, without keys. */
export const DEFAULT_MODEL: Model = { provider: "callwright", model: "builtin" };
const DEFAULT_VOICE: Voice = { provider: "callwright", voiceId: "slt" };
const DEFAULT_TRANSCRIBER: Transcriber = { provider: "callwright", model: "auto" };

/** The language model of an assistant; absent settings mean the built-in one. Fails with a `ProviderError` that says what to set. */
export async function createModel(settings: Model | undefined, context: ProviderContext): Promise<LanguageModel> {
  const chosen = settings ?? DEFAULT_MODEL;
  return meterModel(await runnablePart("model", chosen, context).create(chosen, context), chosen, context);
}

/** The voice of an assistant, a streaming TTS; absent settings mean offline voice slt. Fails with a `ProviderError`. */
export async function createVoice(settings: Voice | undefined, context: ProviderContext): Promise<tts.TTS> {
  const chosen = settings ?? DEFAULT_VOICE;
  return runnablePart("voice", chosen, context).create(chosen, context);
}

/** The transcriber of an assistant; absent settings mean `auto`. Fails with a `ProviderError`. */
export async function createTranscriber(
  settings: Transcriber | undefined,
  context: ProviderContext,
): Promise<HearingTranscriber> {
  const chosen = settings ?? DEFAULT_TRANSCRIBER;
  const made = await runnablePart("transcriber", chosen, context).create(chosen, context);
  const { stt } = made;
  if (stt)
    stt.onSound = (seconds) => {
      const isLocal = chosen.provider === callwright.id;
      const of = {
        part: "transcriber",
        provider: chosen.provider,
        model: stt.chargedModel ?? stt.model,
        ...(isLocal && { local: true }),
      } as const;
      context.onUsage?.({ ...of, amounts: { seconds } });
    };
  return made;
}

/**
 * Why a part of an assistant cannot run with these settings, and what to choose instead; undefined when it can. A missing key is
 * not a problem of the settings.
 */
export function partProblem<Name extends PartName>(
  name: Name,
  settings: PartSettings<Name> | undefined,
  context: PartContext,
): string | undefined {
  if (settings === undefined) return undefined;
  const part = findPart(name, settings, context.fakes ?? false);
  return part ? part.problem?.(settings, context) : notOnThisServer(name, settings.provider);
}

/**
 * A part's own settings, followed by those of its fallback plan. Empty if the part is not set: then the default applies. Models have no fallback
 * plan; their `fallbackModels` belong to the same provider. A voice that only the hosted platform has is replaced, at the end, by the voices nearest
 * to it.
 */
export function partChoices<Name extends PartName>(name: Name, settings: PartSettings<Name> | undefined): PartSettings<Name>[] {
  if (settings === undefined) return [];
  const standIns = name === "voice" ? (hostedVoice(settings as Voice)?.standIns ?? []) : [];
  return [...planChoices(name, settings), ...(standIns as readonly PartSettings<Name>[])];
}

function planChoices<Name extends PartName>(name: Name, settings: PartSettings<Name>): PartSettings<Name>[] {
  const { fallbackPlan, ...own } = settings as PartSettings<Name> & { fallbackPlan?: Record<string, PartSettings<Name>[]> };
  const fallbacks = name === "model" ? [] : (fallbackPlan?.[`${name}s`] ?? []);
  const hosted = name === "voice" ? hostedVoice(settings as Voice) : undefined;
  const runs = hosted === undefined || hosted.voiceId !== undefined;
  return [...(runs ? [own as PartSettings<Name>] : []), ...fallbacks.flatMap((fallback) => planChoices(name, fallback))];
}

/** A part of a provider if it runs here: the credentials that it needs, and its settings with an effect. */
export function providerPart(
  name: PartName,
  provider: string,
): Pick<ProviderPart<PartName>, "key" | "credentials" | "callsTools" | "settings"> | undefined {
  return findProvider(provider)?.[name];
}

/**
 * Why no server with these base URLs can run a hosted model with these settings, and what to write instead; undefined when one can. Begins with the
 * field. The built-in model depends on more of the server.
 */
export function hostedModelProblem(settings: Model, context: PartContext): string | undefined {
  return settings.provider === callwright.id ? undefined : findProvider(settings.provider)?.model?.problem?.(settings, context);
}

/** Whether the voice of one of these agents, or one of its fallback plan, shows a picture. */
export function showsVideo(agents: readonly Pick<CreateAssistant, "voice">[], { fakes = false }: PartContext): boolean {
  const voices = agents.flatMap(({ voice }) => partChoices("voice", voice));
  return voices.some((voice) => findPart("voice", voice, fakes)?.showsVideo?.(voice) ?? false);
}

/** The settings of a part that have no effect together with its others, with the reason. */
export function ignoredSettings<Name extends PartName>(
  name: Name,
  settings: PartSettings<Name>,
): Readonly<Record<string, string>> {
  return findPart(name, settings, false)?.ignored?.(settings) ?? {};
}

/** The credentials that a part can use, by provider id; none if it takes no key, or does not run here. */
export function partCredentials(name: PartName, provider: string): readonly string[] {
  const part = providerPart(name, provider);
  return part?.key === undefined ? [] : (part.credentials ?? [provider]);
}

/** Whether a part has the key that it needs, or needs none. */
export const hasKeyFor = (name: PartName, provider: string, context: ProviderContext): boolean =>
  providerPart(name, provider)?.key !== "required" || findKey(context, provider) !== undefined;

/** Ids of the providers that take a key. */
export const KEY_PROVIDERS: readonly string[] = PROVIDERS.filter(({ model, voice, transcriber }) =>
  [model, voice, transcriber].some((part) => part?.key !== undefined),
).map(({ id }) => id);

/** The keys, by provider id, that the assistant's parts and their fallbacks use. */
export function keysOfParts(
  assistant: Pick<CreateAssistant, PartName>,
  keys: Readonly<Record<string, string>>,
): Record<string, string> {
  const taken = PART_NAMES.flatMap((part) =>
    partChoices(part, assistant[part])
      .map(({ provider }) => provider)
      .filter((provider) => providerPart(part, provider)?.key !== undefined),
  );
  return Object.fromEntries(Object.entries(keys).filter(([provider]) => taken.includes(provider as (typeof taken)[number])));
}

/** An error that this server lacks the part, and what to use instead. */
export function notOnThisServer(name: PartName, provider: string): string {
  const closed = CLOSED[name]?.[provider];
  if (closed !== undefined) return closed;
  const instead = {
    model: "Use another provider, custom-llm with the URL of an OpenAI-compatible server, or callwright",
    voice: "Use an offline voice: provider callwright with slt, rms, awb or kal16",
    transcriber: "Use provider callwright with auto, moonshine or browser",
  }[name];
  return `This server cannot run ${name}s of ${provider}. ${instead}.`;
}

function runnablePart<Name extends PartName>(name: Name, settings: PartSettings<Name>, context: ProviderContext) {
  const problem = partProblem(name, settings, context);
  const part = findPart(name, settings, context.fakes ?? false);
  if (problem !== undefined || !part)
    throw new ProviderError(problem ?? notOnThisServer(name, settings.provider), {
      provider: settings.provider,
      part: name,
      retryable: false,
    });
  return part;
}

function findPart<Name extends PartName>(
  name: Name,
  settings: PartSettings<Name>,
  fakes: boolean,
): ProviderPart<Name> | undefined {
  const { provider } = settings;
  const chosen = name === "voice" ? settings.voiceId : settings.model;
  const from = fakes && provider === callwright.id && isFakeName(String(chosen)) ? fake : findProvider(provider);
  // The compiler does not follow that a provider's part of this name takes the settings of this name.
  return from?.[name] as ProviderPart<Name> | undefined;
}

/** A provider's parts may come from several folders. */
function joined(providers: readonly Provider[]): Provider[] {
  const byId = new Map<string, Provider>();
  for (const provider of providers) byId.set(provider.id, { ...byId.get(provider.id), ...provider });
  return [...byId.values()];
}

function findProvider(id: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.id === id);
}
