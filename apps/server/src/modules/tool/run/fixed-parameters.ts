import type { Fields } from "@callwright/contract";
import type { RenderTemplate } from "@callwright/engine/conversation";
import { renderDeep } from "./render-values.ts";
import type { ToolOf } from "./tool-source.ts";

/** Arguments that the tool's author has fixed. The model neither sees nor chooses them. */
export type FixedParameters = ToolOf<"function">["parameters"];

export function renderFixed(fixed: FixedParameters, render: RenderTemplate): Fields {
  return Object.fromEntries((fixed ?? []).map(({ key, value }) => [key, renderDeep(value, `parameter ${key}`, render)]));
}

/** The JSON Schema of a tool's parameters without the fixed ones. */
export function withoutFixed(schema: Fields, fixed: FixedParameters): Fields {
  if (!fixed || fixed.length === 0) return schema;
  const keys = new Set(fixed.map(({ key }) => key));
  const { properties = {}, required } = schema as { properties?: Fields; required?: string[] };
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !keys.has(name))),
    ...(required && { required: required.filter((name) => !keys.has(name)) }),
  };
}
