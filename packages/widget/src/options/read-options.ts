import {
  attributeOf,
  defaultOf,
  WIDGET_OPTION_NAMES,
  WIDGET_OPTIONS,
  type WidgetOption,
  type WidgetOptionName,
  type WidgetOptions,
} from "./widget-options.ts";

export interface OptionProblem {
  /** The invalid attribute. */
  attribute: string;
  /** A sentence for the page's developer. */
  message: string;
  /** The widget cannot work. Otherwise the default is used. */
  isFatal: boolean;
}

/** Unchecked options. A page can set a property to anything. */
export type GivenOptions = Readonly<Record<WidgetOptionName, unknown>>;

/** The parsed value of an attribute, by its option's kind. */
export function parseAttribute(name: WidgetOptionName, text: string | null): unknown {
  const { kind }: WidgetOption = WIDGET_OPTIONS[name];
  if (text === null) return defaultOf(name);
  if (kind === "flag") return text !== "false";
  if (kind !== "object") return text;
  try {
    return JSON.parse(text);
  } catch {
    // Kept, so that the check reports it.
    return text;
  }
}

/** Checks the options. Uses defaults for absent or invalid ones. */
export function readOptions(
  given: GivenOptions,
  isColor: (text: string) => boolean,
): { options: WidgetOptions; problems: OptionProblem[] } {
  const problems: OptionProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const name of WIDGET_OPTION_NAMES) {
    const value = given[name] ?? undefined;
    const problem = value === undefined ? undefined : problemOf(name, value, isColor);
    if (problem) problems.push(problem);
    values[name] = value === undefined || value === "" || problem ? defaultOf(name) : value;
  }
  const options = values as WidgetOptions;
  return { options, problems: [...problems, ...missing(options, problems)] };
}

function problemOf(name: WidgetOptionName, value: unknown, isColor: (text: string) => boolean): OptionProblem | undefined {
  const option: WidgetOption = WIDGET_OPTIONS[name];
  const attribute = attributeOf(name);
  if (option.kind === "object" && typeof value !== "object")
    return { attribute, isFatal: true, message: `The attribute “${attribute}” is not a JSON object.` };
  const isUnknown = option.kind === "choice" && value !== "" && !option.values.some((known) => known === value);
  const expected = option.kind === "choice" ? `Use one of: ${option.values.join(", ")}.` : "";
  if (isUnknown) return { attribute, isFatal: false, message: `The attribute “${attribute}” is “${value}”. ${expected}` };
  if (option.kind === "text" && option.isColor && value !== "" && !isColor(String(value)))
    return { attribute, isFatal: false, message: `The attribute “${attribute}” is “${value}”, which is not a CSS color.` };
  return undefined;
}

function missing(options: WidgetOptions, found: readonly OptionProblem[]): OptionProblem[] {
  const { publicKey, assistantId, assistant, squadId, workflowId } = options;
  const fatal = (attribute: string, message: string) => ({ attribute, isFatal: true, message });
  const targets = [assistantId || assistant, squadId, workflowId].filter(Boolean);
  const isUntold = !found.some(({ attribute }) => attribute === "assistant");
  return [
    ...(publicKey ? [] : [fatal("public-key", NO_KEY)]),
    ...(targets.length === 0 && isUntold ? [fatal("assistant-id", NO_TARGET)] : []),
    ...(targets.length > 1 ? [fatal(squadId ? "squad-id" : "workflow-id", SEVERAL_TARGETS)] : []),
  ];
}

const NO_KEY = "The attribute “public-key” is missing. Create a public API token in the dashboard and set it here.";
const NO_TARGET =
  "The attribute “assistant-id” is missing. Set it to the id of an assistant, or set “squad-id” or “workflow-id”.";
const SEVERAL_TARGETS = "The attributes “assistant-id”, “squad-id” and “workflow-id” exclude each other. Set one of them.";
