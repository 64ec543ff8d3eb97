/**
 * Every option of the widget. The element's properties, attributes, defaults and `docs/widget.md` follow this table.
 * An attribute is the option's name in kebab-case (`ctaTitle` → `cta-title`).
 */
export interface TextOption {
  kind: "text";
  /** Absent: the option is unset or follows another one (see docs/widget.md). */
  default?: string;
  /** A CSS color. */
  isColor?: true;
}

/** `name`, `name=""` and `name="true"` are true; absent and `name="false"` are false. */
export interface FlagOption {
  kind: "flag";
}

export interface ChoiceOption {
  kind: "choice";
  /** The first one is the default. */
  values: readonly [string, ...string[]];
}

/** An object as a property, JSON as an attribute. */
export interface ObjectOption {
  kind: "object";
}

export type WidgetOption = TextOption | FlagOption | ChoiceOption | ObjectOption;

export const WIDGET_OPTIONS = {
  publicKey: { kind: "text" },
  assistantId: { kind: "text" },
  assistant: { kind: "object" },
  squadId: { kind: "text" },
  workflowId: { kind: "text" },
  assistantOverrides: { kind: "object" },
  apiUrl: { kind: "text" },

  mode: { kind: "choice", values: ["chat", "voice", "hybrid"] },
  headless: { kind: "flag" },

  theme: { kind: "choice", values: ["light", "dark", "auto"] },
  position: { kind: "choice", values: ["bottom-right", "bottom-left", "top-right", "top-left", "bottom-center"] },
  size: { kind: "choice", values: ["full", "compact", "tiny"] },
  borderRadius: { kind: "choice", values: ["medium", "none", "small", "large"] },

  baseBgColor: { kind: "text", isColor: true },
  accentColor: { kind: "text", isColor: true, default: "#14B8A6" },
  ctaButtonColor: { kind: "text", isColor: true, default: "#000000" },
  ctaButtonTextColor: { kind: "text", isColor: true, default: "#FFFFFF" },

  title: { kind: "text", default: "Talk with AI" },
  ctaTitle: { kind: "text" },
  ctaSubtitle: { kind: "text" },
  startButtonText: { kind: "text", default: "Start" },
  endButtonText: { kind: "text", default: "End Call" },
  voiceEmptyMessage: { kind: "text", default: "Press the button to start talking." },
  voiceActiveEmptyMessage: { kind: "text", default: "Listening..." },
  chatEmptyMessage: { kind: "text", default: "Type a message to start the conversation." },
  hybridEmptyMessage: { kind: "text", default: "Type a message or start talking." },
  chatFirstMessage: { kind: "text" },
  chatPlaceholder: { kind: "text", default: "Type your message..." },
  chatEndMessage: { kind: "text", default: "This chat has ended. Thank you." },

  voiceShowTranscript: { kind: "flag" },
  voiceAutoReconnect: { kind: "flag" },
  voiceReconnectStorage: { kind: "choice", values: ["session", "cookies"] },
  reconnectStorageKey: { kind: "text", default: "callwright_widget_call" },

  consentRequired: { kind: "flag" },
  consentTitle: { kind: "text", default: "Terms and conditions" },
  consentContent: {
    kind: "text",
    default:
      "By selecting “Agree”, and each time you use this AI agent, you consent to the recording and storage of the conversation, and to sharing it with the services that run it.",
  },
  consentStorageKey: { kind: "text", default: "callwright_widget_consent" },
} as const satisfies Record<string, WidgetOption>;

export type WidgetOptionName = keyof typeof WIDGET_OPTIONS;

type OptionValue<Option extends WidgetOption> = Option extends ChoiceOption
  ? Option["values"][number]
  : Option extends FlagOption
    ? boolean
    : Option extends ObjectOption
      ? Record<string, unknown> | undefined
      : Option extends { default: string }
        ? string
        : string | undefined;

/** The options with their defaults applied. */
export type WidgetOptions = { [Name in WidgetOptionName]: OptionValue<(typeof WIDGET_OPTIONS)[Name]> };

export const WIDGET_OPTION_NAMES = Object.keys(WIDGET_OPTIONS) as WidgetOptionName[];

/** `ctaTitle` → `cta-title`. */
export function attributeOf(name: WidgetOptionName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The default of an option. */
export function defaultOf<Name extends WidgetOptionName>(name: Name): WidgetOptions[Name] {
  const option: WidgetOption = WIDGET_OPTIONS[name];
  const value = {
    text: () => (option as TextOption).default,
    flag: () => false,
    choice: () => (option as ChoiceOption).values[0],
    object: () => undefined,
  }[option.kind]();
  return value as WidgetOptions[Name];
}
