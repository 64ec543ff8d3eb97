import { WIDGET_OPTIONS, type WidgetOption, type WidgetOptionName } from "@callwright/widget/options";

/** The options that the studio offers. It sets key and assistant itself. */
export type StudioOption = Exclude<
  WidgetOptionName,
  "publicKey" | "assistantId" | "assistant" | "squadId" | "workflowId" | "assistantOverrides" | "apiUrl" | "headless"
>;

/** Groups of options, in the order of the form. */
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

/** Options of some modes only. The others are for all modes: without a microphone, every mode has a text field. */
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

/** Whether an option applies to a widget with these options. */
export function applies(name: StudioOption, options: ChosenOptions): boolean {
  const mode = options.mode ?? defaultValue("mode");
  return ONLY_IN[name]?.some((one) => one === mode) ?? true;
}

/** The options of a group that apply to a widget with these options; empty groups are hidden. */
export function optionsOf(group: OptionGroup, options: ChosenOptions): StudioOption[] {
  return OPTION_GROUPS[group].filter((name) => applies(name, options));
}

export type OptionGroup = keyof typeof OPTION_GROUPS;
export const OPTION_GROUP_NAMES = Object.keys(OPTION_GROUPS) as OptionGroup[];

/** The chosen options; others have their default. */
export type ChosenOptions = Partial<Record<StudioOption, string | boolean>>;

/** The studio's state in the address, so that it can be shared and reloaded. */
export interface EmbedSearch {
  group?: OptionGroup | undefined;
  /** Id of the public token in the snippet. */
  token?: string | undefined;
  options?: ChosenOptions | undefined;
}

/** Written by hand: every screen loads these addresses at its start, and they must not load all schemas. */
export function embedSearch(search: Record<string, unknown>): EmbedSearch {
  const { token } = search;
  const chosen = typeof search.options === "object" && search.options !== null ? Object.entries(search.options) : [];
  const known = chosen.filter(([name, value]) => isPossible(name, value));
  return {
    group: OPTION_GROUP_NAMES.find((name) => name === search.group),
    token: typeof token === "string" && token !== "" ? token : undefined,
    options: known.length > 0 ? Object.fromEntries(known) : undefined,
  };
}

const STUDIO_OPTIONS = new Set<string>(Object.values(OPTION_GROUPS).flat());

/** Is this an option of the studio, and a value of its kind? */
function isPossible(name: string, value: unknown): boolean {
  if (!STUDIO_OPTIONS.has(name)) return false;
  const option: WidgetOption = WIDGET_OPTIONS[name as StudioOption];
  if (option.kind === "flag") return typeof value === "boolean";
  return option.kind === "choice" ? option.values.some((each) => each === value) : typeof value === "string";
}

/** Default of an option. */
export function defaultValue(name: StudioOption): string | boolean {
  const option = WIDGET_OPTIONS[name];
  if (option.kind === "flag") return false;
  if (option.kind === "choice") return option.values[0];
  return "default" in option ? option.default : "";
}

/**
 * The options after a change. An empty text resets to the default. A text equal to the default is kept, because the user may still be
 * typing.
 */
export function choose(options: ChosenOptions, name: StudioOption, value: string | boolean): ChosenOptions {
  const { [name]: _, ...others } = options;
  return value === "" || value === false ? others : { ...others, [name]: value };
}
