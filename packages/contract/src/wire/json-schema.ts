import { z } from "zod";

export const JSON_SCHEMA_TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;

export const JSON_SCHEMA_FORMATS = [
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
] as const;

/**
 * The schema of a value that a model produces: a tool's argument, a structured output, an extracted variable.
 * Other JSON Schema keywords (`minimum`, `anyOf`, …) are kept and passed to the model unchanged.
 * Written out, because a declaration file loses the inferred type of a schema that refers to itself.
 */
export interface JsonSchema {
  [keyword: string]: unknown;
  type: (typeof JSON_SCHEMA_TYPES)[number];
  title?: string | undefined;
  /** Describes the value to the model. */
  description?: string | undefined;
  /** For an array: the schema of each entry. */
  items?: JsonSchema | undefined;
  /** For an object: its fields by name. */
  properties?: Record<string, JsonSchema> | undefined;
  /** For an object: the names of required fields. */
  required?: string[] | undefined;
  /** The only values allowed. */
  enum?: (string | number)[] | undefined;
  /** A regular expression that a string must match. Prefer `format` for common types. */
  pattern?: string | undefined;
  format?: (typeof JSON_SCHEMA_FORMATS)[number] | undefined;
}

export const JsonSchema: z.ZodType<JsonSchema, JsonSchema> = z.looseObject({
  type: z.enum(JSON_SCHEMA_TYPES),
  title: z.string().max(1000).optional(),
  description: z.string().max(10_000).optional(),
  get items() {
    return JsonSchema.optional();
  },
  get properties() {
    return z.record(z.string().max(200), JsonSchema).optional();
  },
  required: z.array(z.string().max(200)).optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  pattern: z.string().max(1000).optional(),
  format: z.enum(JSON_SCHEMA_FORMATS).optional(),
});
// `meta` would return another schema than the one that refers to itself.
z.globalRegistry.add(JsonSchema, { id: "JsonSchema" });
