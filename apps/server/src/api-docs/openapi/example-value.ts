import type { OpenApiSchema } from "./openapi-types.ts";
import { fieldsOf } from "./schema-fields.ts";
import { referredName } from "./schema-references.ts";

type Components = Readonly<Record<string, OpenApiSchema>>;

/** Schemas can refer to themselves. A deeper example helps nobody. */
const MAX_DEPTH = 6;

const STRINGS: Record<string, string> = {
  uuid: "11111111-1111-4111-8111-111111111111",
  "date-time": "2026-01-31T09:30:00.000Z",
  date: "2026-01-31",
  uri: "https://example.com",
  email: "ada@example.com",
};
const SOME_TEXT = "…";

/** Stands in an example for a file, which JSON cannot hold. */
export const FILE_EXAMPLE = "<file>";

/** The smallest value that fits a schema: its required fields. An object without required fields gets its first one, so that it is not empty. */
export function exampleOf(schema: OpenApiSchema, components: Components, depth = 0): unknown {
  const name = referredName(schema);
  if (name !== undefined) return exampleOf(components[name] ?? {}, components, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const alternative = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
  if (alternative) return exampleOf(alternative, components, depth);
  switch (Array.isArray(schema.type) ? schema.type.find((type) => type !== "null") : schema.type) {
    case "string":
      return stringExample(schema);
    case "integer":
    case "number":
      return schema.minimum ?? Math.min(1, schema.maximum ?? 1);
    case "boolean":
      return true;
    case "array":
      return depth < MAX_DEPTH ? [exampleOf((schema.items ?? {}) as OpenApiSchema, components, depth + 1)] : [];
    case "object":
      return objectExample(schema, components, depth);
    default:
      return schema.allOf ? objectExample(schema, components, depth) : {};
  }
}

function stringExample({ format, contentEncoding, minLength = 0 }: OpenApiSchema): string {
  if (contentEncoding === "binary") return FILE_EXAMPLE;
  return STRINGS[format ?? ""] ?? SOME_TEXT.padEnd(minLength, SOME_TEXT);
}

function objectExample(schema: OpenApiSchema, components: Components, depth: number): Record<string, unknown> {
  const { properties, required } = fieldsOf(schema, components);
  const names = Object.keys(properties);
  const shown = required.size > 0 || depth > 0 ? names.filter((name) => required.has(name)) : names.slice(0, 1);
  // The example of a call or chat names the assistant that answers.
  if (depth === 0 && "assistantId" in properties && !shown.includes("assistantId")) shown.unshift("assistantId");
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name] ?? {}, components, depth + 1)]));
}
