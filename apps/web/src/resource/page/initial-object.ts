import { isFields } from "@callwright/contract";
import { initialValue, valueAs } from "../form/initial-value.ts";
import { alternativesOf, jsonSchemaOf } from "../form/json-schema.ts";
import { unionOptions } from "../form/union.ts";
import type { Resource } from "../resource.ts";
import type { Fields } from "./edited-object.ts";

/** The initial value of a new entity: the requested kind, otherwise the resource's `initial`, otherwise empty required fields. */
export function initialObject({ initial, startOf, schema }: Pick<Resource, "initial" | "schema" | "startOf">, kind = ""): Fields {
  const start = startOf?.(kind);
  if (start) return { ...start };
  if (!schema) return { ...initial };
  const root = jsonSchemaOf(schema);
  const option = unionOptions(alternativesOf(root, root), root).find(({ tag }) => tag && tag.value === kind);
  if (!option && initial) return { ...initial };
  const value = option ? valueAs(option, initial, "", root) : initialValue(root, "", root);
  return isFields(value) ? value : {};
}
