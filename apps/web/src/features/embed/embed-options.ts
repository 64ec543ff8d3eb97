import { WIDGET_OPTIONS, type WidgetOption, type WidgetOptionName } from "@callwright/widget/options";
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

/** What only widgets of some modes have. The rest is for all: where there is no microphone, one types in every mode. */
const ONLY_IN: Partial<Record<StudioOption, readonly WidgetMode[]>> = {
  voiceShowTranscript: ["voice"],
  chatFirstMessage: ["chat", "hybrid"],
  startButtonText: ["voice", "hybrid"],
  endButtonText: ["voice", "hybrid"],
  voiceEmptyMessage: ["voice"],
  voiceActiveEmptyMessage: ["voice", "hybrid"],
  chatEmptyMessage: ["chat"],
  hybridEmptyMessage: ["hybrid"],
  chatEndMessage: ["chat", "hybrid"],
  voiceAutoReconnect: ["voice", "hybrid"],
  voiceReconnectStorage: ["voice", "hybrid"],
  reconnectStorageKey: ["voice", "hybrid"],
};

export type WidgetMode = (typeof WIDGET_OPTIONS.mode.values)[number];

/** Does a widget with these options have this one? */
export function applies(name: StudioOption, options: ChosenOptions): boolean {
  const mode = options.mode ?? defaultValue("mode");
  return ONLY_IN[name]?.some((one) => one === mode) ?? true;
}

/** The options of a group that a widget with these options has; none: the group is not shown. */
export function optionsOf(group: OptionGroup, options: ChosenOptions): StudioOption[] {
  return OPTION_GROUPS[group].filter((name) => applies(name, options));
}

export type OptionGroup = keyof typeof OPTION_GROUPS;
export const OPTION_GROUP_NAMES = Object.keys(OPTION_GROUPS) as OptionGroup[];

/** Options as they were chosen; what is not here is the default. */
export type ChosenOptions = Partial<Record<StudioOption, string | boolean>>;

/** The studio in the address: what was chosen can be shared, and outlives a reload. */
export interface EmbedSearch {
  group?: OptionGroup | undefined;
  /** Id of the public token in the snippet. */
  token?: string | undefined;
  options?: ChosenOptions | undefined;
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
  const known = Object.entries(options ?? {}).filter(([name, value]) => isPossible(name, value));
  return { group, token: token || undefined, options: known.length > 0 ? Object.fromEntries(known) : undefined };
}

const STUDIO_OPTIONS = new Set<string>(Object.values(OPTION_GROUPS).flat());

/** Is this an option of the studio, and a value of its kind? */
function isPossible(name: string, value: string | boolean): boolean {
  if (!STUDIO_OPTIONS.has(name)) return false;
  const option: WidgetOption = WIDGET_OPTIONS[name as StudioOption];
  if (option.kind === "flag") return typeof value === "boolean";
  return option.kind === "choice" ? option.values.includes(String(value)) : typeof value === "string";
}

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
