import type { CreateAssistant, ProviderSupport } from "@callwright/contract";
import type { PartName } from "../../../data/capabilities.ts";
import { fieldsAt } from "../../../resource/form/paths.ts";
import type { ObjectFieldSchema } from "../../../resource/form/shape.ts";
import { BUILT_IN } from "../use-default-provider.ts";
import { CONTRACT } from "./editor-fields.ts";

/** Fields that the card itself, another tab or the list of fallbacks shows. */
const SHOWN_ELSEWHERE: Readonly<Record<PartName, ReadonlySet<string>>> = {
  model: new Set([
    ...["provider", "model", "messages", "temperature", "maxTokens", "url", "headers"],
    ...["tools", "toolIds", "toolRefs", "knowledgeBase"],
  ]),
  voice: new Set(["provider", "voiceId", "fallbackPlan", "pronunciationDictionaryLocators", "pronunciationDictId"]),
  transcriber: new Set(["provider", "model", "language", "fallbackPlan"]),
};

/** Honored whatever the provider. */
const OF_EVERY_PROVIDER: Readonly<Record<PartName, readonly string[]>> = {
  model: [],
  voice: ["chunkPlan"],
  transcriber: [],
};

/** The part as it is set, or as it runs if it is not. */
export function partOf(config: CreateAssistant, part: PartName): Readonly<Record<string, unknown>> {
  return config[part] ?? BUILT_IN[part];
}

/** The assistant with another value of a part's setting. Undefined removes it, so that its default applies. */
export function withSetting(config: CreateAssistant, part: PartName, name: string, value: unknown): CreateAssistant {
  const { [name]: _, ...rest } = partOf(config, part);
  return { ...config, [part]: value === undefined ? rest : { ...rest, [name]: value } };
}

/** A setting that the provider's variant of the contract has. `isHonored`: it has an effect on this host. */
export interface PartSetting extends ObjectFieldSchema {
  isHonored: boolean;
}

/** The settings of a part beside those on its card: the honored ones, and those that are set without effect. */
export function settingsOf(config: CreateAssistant, part: PartName, support: ProviderSupport | undefined): PartSetting[] {
  const value = partOf(config, part);
  const isHonored = (name: string) =>
    // Another host does not report which settings it honors.
    support?.settings === undefined || support.settings.includes(name) || OF_EVERY_PROVIDER[part].includes(name);
  return fieldsAt(CONTRACT, { [part]: value }, part)
    .filter(({ name }) => !SHOWN_ELSEWHERE[part].has(name))
    .map((field) => ({ ...field, isHonored: isHonored(field.name) }))
    .filter((field) => field.isHonored || value[field.name] !== undefined);
}

/** Does a dotted path lead to one of a part's settings, or into its fallbacks? */
export function isOfSettings(part: PartName, path: string): boolean {
  const [first, name] = path.split(".");
  return first === part && name !== undefined && (name === "fallbackPlan" || !SHOWN_ELSEWHERE[part].has(name));
}
