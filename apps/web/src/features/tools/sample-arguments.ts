import type { JsonSchema, Tool } from "@callwright/contract";

/** Does a call send this tool's arguments anywhere? Then that can be tried without one. */
export function isTestable(tool: Tool): boolean {
  if (tool.type === "apiRequest") return true;
  return tool.type === "function" && Boolean(tool.server?.url);
}

/** Arguments to begin with: every parameter of the tool, with a value of its kind. */
export function sampleArguments(tool: Tool): Record<string, unknown> {
  if (tool.type === "apiRequest")
    return { ...variablesOf(tool.url), ...sampleOf(tool.body), ...sampleOf(tool.function?.parameters) };
  return tool.type === "function" ? sampleOf(tool.function?.parameters) : {};
}

/** An answer to begin with, in the form that the tool expects. */
export function sampleAnswer(tool: Tool): string {
  if (tool.type !== "function") return "{}";
  return JSON.stringify({ results: [{ toolCallId: "call_1", result: "Done." }] }, undefined, 2);
}

/** `{{ city }}` in an address is filled in from the arguments. */
function variablesOf(url: string): Record<string, unknown> {
  const names = [...url.matchAll(/\{\{-?\s*([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? []);
  return Object.fromEntries(names.map((name) => [name, ""]));
}

/** Without what the schema itself gives a value: that is sent anyway. */
function sampleOf(schema: Pick<JsonSchema, "properties"> | undefined): Record<string, unknown> {
  const properties = Object.entries(schema?.properties ?? {}).filter(([, { value }]) => value === undefined);
  return Object.fromEntries(properties.map(([name, property]) => [name, sampleValue(property)]));
}

const PLAIN = { string: "", number: 0, integer: 0, boolean: false } as const;

function sampleValue(schema: JsonSchema): unknown {
  const { default: byDefault, const: only, examples } = schema;
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  const given = byDefault ?? only ?? example ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (schema.type === "object") return sampleOf(schema);
  if (schema.type === "array") return schema.items ? [sampleValue(schema.items)] : [];
  return PLAIN[schema.type];
}
