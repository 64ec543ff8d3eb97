import type { OpenApiSchema } from "./openapi-types.ts";
import { referredName } from "./schema-references.ts";

export interface SchemaFields {
  properties: Record<string, OpenApiSchema>;
  required: ReadonlySet<string>;
}

/** The fields of an object, whether it is written out, referred to or put together of others. */
export function fieldsOf(schema: OpenApiSchema, components: Readonly<Record<string, OpenApiSchema>>): SchemaFields {
  const name = referredName(schema);
  if (name !== undefined) return fieldsOf(components[name] ?? {}, components);
  const parts = (schema.allOf ?? []).map((part) => fieldsOf(part, components));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...(schema.required ?? [])]),
  };
}
