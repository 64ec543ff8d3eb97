import { initialValue } from "../form/initial-value.ts";
import { jsonSchemaOf } from "../form/json-schema.ts";
import { isFields } from "../form/union.ts";
import type { Resource } from "../resource.ts";
import type { Fields } from "./edited-object.ts";

/** What a new thing starts with: the description's own beginning, or empty places for what has to be filled in. */
export function initialObject({ initial, schema }: Resource): Fields {
  if (initial) return { ...initial };
  if (!schema) return {};
  const root = jsonSchemaOf(schema);
  const value = initialValue(root, "", root);
  return isFields(value) ? value : {};
}
