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
 * The form of a value a model makes: a tool's argument, a structured output, an extracted variable.
 * Keywords of JSON Schema that are not named here (`minimum`, `anyOf`, …) are kept and handed to the model as they are.
 */
export const JsonSchema = z.looseObject({
  type: z.enum(JSON_SCHEMA_TYPES),
  title: z.string().max(1000).optional(),
  /** Tells the model what belongs here. */
  description: z.string().max(10_000).optional(),
  /** Of an array: the form of each entry. */
  get items() {
    return JsonSchema.optional();
  },
  /** Of an object: its fields by name. */
  get properties() {
    return z.record(z.string().max(200), JsonSchema).optional();
  },
  /** Of an object: names of the fields that must be there. */
  required: z.array(z.string().max(200)).optional(),
  /** The only values allowed. */
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  /** Regular expression a string must fit. A usual form has a `format` instead. */
  pattern: z.string().max(1000).optional(),
  format: z.enum(JSON_SCHEMA_FORMATS).optional(),
});
export type JsonSchema = z.infer<typeof JsonSchema>;
// Not by `meta`: that makes another schema than the one it holds.
z.globalRegistry.add(JsonSchema, { id: "JsonSchema" });
