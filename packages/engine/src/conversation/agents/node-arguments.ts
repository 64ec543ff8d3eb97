import type { ModelTool } from "../../model/language-model.ts";

/**
 * Arguments of a tool from variables with the names of its parameters. Undefined if a required one is unknown: then a model must read it from the
 * conversation.
 */
export function argumentsFromValues(
  { parameters }: Pick<ModelTool, "parameters">,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const { properties = {}, required = [] } = parameters as { properties?: Record<string, unknown>; required?: string[] };
  if (required.some((name) => values[name] === undefined)) return undefined;
  const known = Object.keys(properties).filter((name) => Object.hasOwn(values, name) && values[name] !== undefined);
  // Without required ones, a parameter may still be meant to be read from the conversation.
  if (required.length === 0 && known.length === 0 && Object.keys(properties).length > 0) return undefined;
  return Object.fromEntries(known.map((name) => [name, values[name]]));
}
