import { type CreateAssistant, lintLiquid, type Model, PLATFORM_VARIABLES, variableRoot } from "@callwright/contract";

/** Values of variables by dotted name. */
export type VariableTexts = Readonly<Record<string, string>>;

const isOfPlatform = (name: string) => (PLATFORM_VARIABLES as readonly string[]).includes(variableRoot(name));

/** What gives variables their values, besides the platform. */
export interface VariableSources {
  remembered: VariableTexts;
  /** Names that tools of the assistant set. */
  ofTools: readonly string[];
}

/** What sets a variable: the caller's data, the platform, a tool, or the person who talks. Undefined: nothing. */
export function variableSource(
  name: string,
  { remembered, ofTools }: VariableSources,
): "caller" | "platform" | "tool" | "asked" | undefined {
  if (variableRoot(name) === "customer") return "caller";
  if (isOfPlatform(name)) return "platform";
  if (ofTools.includes(variableRoot(name))) return "tool";
  return remembered[name] ? "asked" : undefined;
}

/** Variables of a template that only a call or chat can set. */
export function neededVariables(template: string): string[] {
  return lintLiquid(template).needed.filter((name) => !isOfPlatform(name));
}

/** The prompt of a model: its first system message. */
export function promptOf(model: Model | undefined): string {
  return model?.messages?.find(({ role }) => role === "system")?.content ?? "";
}

/** The variables of an assistant's first message and prompt, without duplicates. */
export function variablesOf({ firstMessage = "", model }: CreateAssistant): string[] {
  return [...new Set([...neededVariables(firstMessage), ...neededVariables(promptOf(model))])];
}

/** Completions after `{{`: the platform's variables, and names that are already used. */
export function knownVariables(config: CreateAssistant, remembered: VariableTexts): string[] {
  const ofPlatform = PLATFORM_VARIABLES.map((name) => (name === "customer" ? "customer.name" : name));
  return [...new Set([...variablesOf(config), ...Object.keys(remembered), ...ofPlatform])];
}

/** In the API's form: `order.number` is `number` in `order`. A variable without text has no value. */
export function variableValues(texts: VariableTexts): Record<string, unknown> {
  const values = emptyRecord();
  for (const [name, text] of Object.entries(texts)) {
    if (text === "") continue;
    const steps = name.split(".");
    const last = steps.pop() ?? name;
    let inside = values;
    for (const step of steps) {
      if (typeof inside[step] !== "object") inside[step] = emptyRecord();
      inside = inside[step] as Record<string, unknown>;
    }
    inside[last] = text;
  }
  return values;
}

/** Without a prototype, because a name like `__proto__` would change all objects of the page. */
const emptyRecord = (): Record<string, unknown> => Object.create(null);
