import { bindInlineShapes } from "@callwright/contract";
import { z } from "zod";

bindInlineShapes();

/** JSON Schema as zod writes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

const written = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of what may be sent. Shapes used twice are references: read them through `resolved`. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = written.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "ref" }) as JsonSchema;
  written.set(schema, made);
  return made;
}

/** The schema with its reference resolved and `allOf` merged; `{}`, which allows anything, for undefined. */
export function resolved(schema: JsonSchema | boolean | undefined, root: JsonSchema): JsonSchema {
  if (typeof schema !== "object") return {};
  const { $ref, ...own } = schema;
  const target = $ref === undefined ? own : { ...resolved(referred($ref, root), root), ...own };
  return target.allOf ? mergeParts(target, root) : target;
}

function referred(reference: string, root: JsonSchema): JsonSchema {
  if (reference === "#") return root;
  const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  const target = name === undefined ? undefined : root.$defs?.[name];
  if (!target) throw new Error(`The schema has no ${reference}.`);
  return target;
}

function mergeParts({ allOf = [], ...own }: JsonSchema, root: JsonSchema): JsonSchema {
  const parts = [...allOf.map((part) => resolved(part, root)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as JsonSchema["properties"] & object;
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    ...(Object.assign({}, ...parts) as JsonSchema),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The alternatives of a union, with nested unions flattened and null left out. A schema that is not a union is its only alternative. */
export function alternativesOf(schema: JsonSchema | boolean | undefined, root: JsonSchema): JsonSchema[] {
  const whole = resolved(schema, root);
  const options = whole.anyOf ?? whole.oneOf;
  if (!options) return whole.type === "null" ? [] : [whole];
  return options.flatMap((option) => alternativesOf(option, root));
}

/** The fields of an object, from all alternatives. */
export function fieldNamesOf(schema: JsonSchema): ReadonlySet<string> {
  return new Set(alternativesOf(schema, schema).flatMap(({ properties }) => Object.keys(properties ?? {})));
}
