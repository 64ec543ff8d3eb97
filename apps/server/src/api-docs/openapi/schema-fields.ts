import type { OpenApiSchema } from "./openapi-types.ts";
import { referredName } from "./schema-references.ts";

export interface SchemaFields {
  properties: Record<string, OpenApiSchema>;
  required: ReadonlySet<string>;
}

/** The fields of an object: its own, those of the component that it refers to, and those of its parts. */
export function fieldsOf(schema: OpenApiSchema, components: Readonly<Record<string, OpenApiSchema>>): SchemaFields {
  const name = referredName(schema);
  if (name !== undefined) return fieldsOf(components[name] ?? {}, components);
  const parts = (schema.allOf ?? []).map((part) => fieldsOf(part, components));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...(schema.required ?? [])]),
  };
}
