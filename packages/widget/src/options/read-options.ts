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
  switch (option.kind) {
    case "object":
      if (typeof value === "object") return undefined;
      return { attribute, isFatal: true, message: `The attribute “${attribute}” is not a JSON object.` };
    case "choice":
      if (value === "" || option.values.some((known) => known === value)) return undefined;
      return {
        attribute,
        isFatal: false,
        message: `The attribute “${attribute}” is “${value}”. Use one of: ${option.values.join(", ")}.`,
      };
    case "text":
      if (!option.isColor || value === "" || isColor(String(value))) return undefined;
      return { attribute, isFatal: false, message: `The attribute “${attribute}” is “${value}”, which is not a CSS color.` };
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
      message: "The attribute “public-key” is missing. Create a public API token in the dashboard and set it here.",
    });
  const { assistantId, assistant, squadId, workflowId } = options;
  const targets = [assistantId || assistant, squadId, workflowId].filter(Boolean);
  if (targets.length === 0 && !isTold("assistant"))
    problems.push({
      attribute: "assistant-id",
      isFatal: true,
      message: "The attribute “assistant-id” is missing. Set it to the id of an assistant, or set “squad-id” or “workflow-id”.",
    });
  if (targets.length > 1)
    problems.push({
      attribute: squadId ? "squad-id" : "workflow-id",
      isFatal: true,
      message: "The attributes “assistant-id”, “squad-id” and “workflow-id” exclude each other. Set one of them.",
    });
  return problems;
}
