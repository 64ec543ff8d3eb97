import { WIDGET_OPTIONS, type WidgetOptionName } from "@callwright/widget/options";
import { z } from "zod";

/** What the studio lets one choose. The key and the assistant are the studio's own business. */
export type StudioOption = Exclude<
  WidgetOptionName,
  "publicKey" | "assistantId" | "assistant" | "assistantOverrides" | "apiUrl" | "headless"
>;

/** Options that belong together, in the order in which one decides them. */
export const OPTION_GROUPS = {
  kind: ["mode", "voiceShowTranscript", "chatFirstMessage"],
  look: ["theme", "position", "size", "borderRadius", "baseBgColor", "accentColor", "ctaButtonColor", "ctaButtonTextColor"],
  texts: [
    "title",
    "ctaTitle",
    "ctaSubtitle",
    "startButtonText",
    "endButtonText",
    "voiceEmptyMessage",
    "voiceActiveEmptyMessage",
    "chatEmptyMessage",
    "hybridEmptyMessage",
    "chatPlaceholder",
    "chatEndMessage",
  ],
  consent: ["consentRequired", "consentTitle", "consentContent", "consentStorageKey"],
  returning: ["voiceAutoReconnect", "voiceReconnectStorage", "reconnectStorageKey"],
} as const satisfies Record<string, readonly StudioOption[]>;

export type OptionGroup = keyof typeof OPTION_GROUPS;
export const OPTION_GROUP_NAMES = Object.keys(OPTION_GROUPS) as OptionGroup[];

/** Options as they were chosen; what is not here is the default. */
export type ChosenOptions = Partial<Record<StudioOption, string | boolean>>;

/** The studio in the address: what was chosen can be shared, and outlives a reload. */
export interface EmbedSearch {
  group?: OptionGroup;
  /** Id of the public token in the snippet. */
  token?: string;
  options?: ChosenOptions;
}

const EmbedSearchSchema = z.object({
  group: z.enum(OPTION_GROUP_NAMES).optional().catch(undefined),
  token: z.string().optional().catch(undefined),
  options: z
    .record(z.string(), z.union([z.string(), z.boolean()]))
    .optional()
    .catch(undefined),
});

export function embedSearch(search: Record<string, unknown>): EmbedSearch {
  const { group, token, options } = EmbedSearchSchema.parse(search);
  const known = Object.entries(options ?? {}).filter(([name]) => STUDIO_OPTIONS.has(name));
  return {
    ...(group ? { group } : {}),
    ...(token ? { token } : {}),
    ...(known.length > 0 ? { options: Object.fromEntries(known) } : {}),
  };
}

const STUDIO_OPTIONS = new Set<string>(Object.values(OPTION_GROUPS).flat());

/** What an option is when nobody chooses it. */
export function defaultValue(name: StudioOption): string | boolean {
  const option = WIDGET_OPTIONS[name];
  if (option.kind === "flag") return false;
  if (option.kind === "choice") return option.values[0];
  return "default" in option ? option.default : "";
}

/**
 * The options after one more choice. An empty text is the default again; one that reads like the default is kept, for it may only be
 * on its way to something else.
 */
export function choose(options: ChosenOptions, name: StudioOption, value: string | boolean): ChosenOptions {
  const { [name]: _, ...others } = options;
  return value === "" || value === false ? others : { ...others, [name]: value };
}
