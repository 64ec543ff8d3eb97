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
  /** The attribute that is wrong. */
  attribute: string;
  /** A sentence for whoever puts the widget into a page. */
  message: string;
  /** The widget cannot work; otherwise the default is used instead. */
  isFatal: boolean;
}

/** Options as a page gives them: nothing is certain, for properties can be set to anything. */
export type GivenOptions = Readonly<Record<WidgetOptionName, unknown>>;

/** The value of an attribute, as its option's kind reads it. Strings stay strings, whatever they look like. */
export function parseAttribute(name: WidgetOptionName, text: string | null): unknown {
  const { kind }: WidgetOption = WIDGET_OPTIONS[name];
  if (text === null) return defaultOf(name);
  if (kind === "flag") return text !== "false";
  if (kind !== "object") return text;
  try {
    return JSON.parse(text);
  } catch {
    // Kept, so that it is told to be wrong.
    return text;
  }
}

/** Check the options, with defaults for what is absent or wrong. */
export function readOptions(
  given: GivenOptions,
  isColour: (text: string) => boolean,
): { options: WidgetOptions; problems: OptionProblem[] } {
  const problems: OptionProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const name of WIDGET_OPTION_NAMES) {
    const value = given[name] ?? undefined;
    const problem = value === undefined ? undefined : problemOf(name, value, isColour);
    if (problem) problems.push(problem);
    values[name] = value === undefined || value === "" || problem ? defaultOf(name) : value;
  }
  const options = values as WidgetOptions;
  return { options, problems: [...problems, ...missing(options, problems)] };
}

function problemOf(name: WidgetOptionName, value: unknown, isColour: (text: string) => boolean): OptionProblem | undefined {
  const option: WidgetOption = WIDGET_OPTIONS[name];
  const attribute = attributeOf(name);
  switch (option.kind) {
    case "object":
      if (typeof value === "object") return undefined;
      return { attribute, isFatal: true, message: `The attribute “${attribute}” is not a JSON object.` };
    case "choice":
      if (value === "" || option.values.some((known) => known === value)) return undefined;
      return {
        attribute,
        isFatal: false,
        message: `The attribute “${attribute}” is “${value}”. It can be ${option.values.join(", ")}.`,
      };
    case "text":
      if (!option.isColour || value === "" || isColour(String(value))) return undefined;
      return { attribute, isFatal: false, message: `The attribute “${attribute}” is “${value}”, which is no CSS colour.` };
    case "flag":
      return undefined;
  }
}

function missing(options: WidgetOptions, found: readonly OptionProblem[]): OptionProblem[] {
  const problems: OptionProblem[] = [];
  const isTold = (attribute: string) => found.some((problem) => problem.attribute === attribute);
  if (!options.publicKey)
    problems.push({
      attribute: "public-key",
      isFatal: true,
      message: "The attribute “public-key” is missing. Create a public token in the dashboard and put it there.",
    });
  if (!options.assistantId && !options.assistant && !isTold("assistant"))
    problems.push({
      attribute: "assistant-id",
      isFatal: true,
      message: "The attribute “assistant-id” is missing. It names the assistant that answers.",
    });
  return problems;
}
