import type { JsonSchema } from "@callwright/contract";
import type { RenderTemplate } from "@callwright/engine/conversation";
import { oneLine, renderDeep } from "./render-values.ts";

type Fields = Record<string, unknown>;

/** The argument for a body that is no object. */
export const WHOLE_BODY = "body";

/** The parameters that the model chooses: those of each schema without a fixed `value`. */
export function chosenParameters(...schemas: readonly (JsonSchema | undefined)[]): Fields {
  const parts = schemas.flatMap((each) => (each ? [open(each)] : []));
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  };
}

/** A value by its schema: the fixed `value`, else what was given, else `default`. */
export function fill(schema: JsonSchema | undefined, given: unknown, render: RenderTemplate, where = "the body"): unknown {
  if (!schema) return undefined;
  if (schema.value !== undefined) return renderDeep(schema.value, where, render);
  if (schema.type === "object" && schema.properties) {
    const fields = asFields(given);
    const filled = Object.entries(schema.properties).map(([name, each]) => [name, fill(each, fields[name], render, where)]);
    const known = filled.filter(([, value]) => value !== undefined && !isEmptyObject(value));
    return Object.fromEntries(known);
  }
  return given ?? renderDeep(schema.default, where, render);
}

/** Headers by their schema. What was given is no template: it may be a caller's words. */
export function fillHeaders(schema: JsonSchema | undefined, given: unknown, render: RenderTemplate): Record<string, string> {
  const filled = Object.entries(asFields(fill(schema, given, render, "the headers")));
  return Object.fromEntries(filled.map(([name, value]) => [name, oneLine(String(value))]));
}

/** A schema without the parts that have a fixed `value`. */
function open(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema;
  const left = Object.entries(schema.properties).filter(([, each]) => each.value === undefined);
  const names = new Set(left.map(([name]) => name));
  return {
    ...schema,
    properties: Object.fromEntries(left.map(([name, each]) => [name, open(each)])),
    ...(schema.required && { required: schema.required.filter((name) => names.has(name)) }),
  };
}

/** A body that is no object is one argument. */
export function asObject(body: JsonSchema | undefined): JsonSchema | undefined {
  if (!body || body.type === "object") return body;
  return { type: "object", properties: { [WHOLE_BODY]: body }, required: [WHOLE_BODY] };
}

export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
