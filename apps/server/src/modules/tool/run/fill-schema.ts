import { type Fields, isFields, type JsonSchema } from "@callwright/contract";
import type { RenderTemplate } from "@callwright/engine/conversation";
import { oneLine, renderDeep } from "./render-values.ts";

/** The argument for a body that is no object. */
export const WHOLE_BODY = "body";

/** The parameters that the model chooses: those that no schema gives a fixed `value`. */
export function chosenParameters(...schemas: readonly (JsonSchema | undefined)[]): Fields {
  const parts = schemas.flatMap((each) => (each ? [open(each)] : []));
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  };
}

/** Returns what is sent for a `value` or a `default` of the schema. `path` names the field in errors. */
export type OwnValue = (value: unknown, path: readonly string[]) => unknown;

/** Values of the schema are templates. `where`: for the error. */
export const rendered =
  (where: string, render: RenderTemplate): OwnValue =>
  (value) =>
    renderDeep(value, where, render);

/** A value by its schema: the fixed `value`, or else the given value, or else `default`. */
export function fill(schema: JsonSchema | undefined, given: unknown, own: OwnValue, path: readonly string[] = []): unknown {
  if (!schema) return undefined;
  if (schema.value !== undefined) return own(schema.value, path);
  if (schema.type === "object" && schema.properties) {
    const fields = asFields(given);
    const filled = Object.entries(schema.properties).map(([name, each]) => [
      name,
      fill(each, fields[name], own, [...path, name]),
    ]);
    const known = filled.filter(([, value]) => value !== undefined && !isEmptyObject(value));
    return Object.fromEntries(known);
  }
  return given ?? own(schema.default, path);
}

/** Headers by their schema. The arguments are not templates, because they may be a caller's words. */
export function fillHeaders(schema: JsonSchema | undefined, given: unknown, own: OwnValue): Record<string, string> {
  const filled = Object.entries(asFields(fill(schema, given, own)));
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

/** A body that is not an object is one argument. */
export function asObject(body: JsonSchema | undefined): JsonSchema | undefined {
  if (!body || body.type === "object") return body;
  return { type: "object", properties: { [WHOLE_BODY]: body }, required: [WHOLE_BODY] };
}

export function asFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isEmptyObject(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 0;
}
