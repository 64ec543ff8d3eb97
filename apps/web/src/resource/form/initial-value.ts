import { isFields } from "@callwright/contract";
import { type JsonSchema, resolved } from "./json-schema.ts";
import { withType } from "./schema/schema-value.ts";
import { shapeOf } from "./shape.ts";
import type { UnionOption } from "./union.ts";

/**
 * The initial value of an added field: its default, its only allowed value, or empty required fields. Undefined: no value yet.
 */
export function initialValue(schema: JsonSchema | boolean | undefined, name: string, root: JsonSchema): unknown {
  const { default: byDefault, const: only } = resolved(schema, root);
  if (byDefault !== undefined) return byDefault;
  if (only !== undefined) return only;
  const shape = shapeOf(schema, name, root);
  switch (shape.kind) {
    case "object":
      return Object.fromEntries(
        shape.fields
          .filter(({ isRequired }) => isRequired)
          .map((field) => [field.name, initialValue(field.schema, field.name, root)])
          .filter(([, value]) => value !== undefined),
      );
    case "boolean":
      return false;
    case "list":
    case "texts":
    case "choices":
      return [];
    case "schema":
      return withType({}, shape.types.find((type) => type === "object") ?? "string");
    case "map":
      return {};
    case "reference":
      return shape.isList ? [] : undefined;
    case "union":
      return shape.options[0] && valueAs(shape.options[0], undefined, name, root);
    case "choice":
      return shape.values.length === 1 ? shape.values[0] : undefined;
    default:
      return undefined;
  }
}

/**
 * Converts a value to another alternative of its union. Common fields are kept; required ones only if both alternatives have the same schema for
 * them.
 */
export function valueAs(option: UnionOption, before: unknown, name: string, root: JsonSchema, from?: UnionOption): unknown {
  const initial = initialValue(option.schema, name, root);
  if (!isFields(initial)) return initial;
  const names = Object.keys(option.schema.properties ?? {}).filter((each) => each !== option.restOf);
  const schemaIn = ({ schema }: UnionOption, key: string) => JSON.stringify(schema.properties?.[key]);
  const isAlike = (key: string) => from !== undefined && schemaIn(from, key) === schemaIn(option, key);
  const isKept = (key: string) => names.includes(key) && (!(key in initial) || isAlike(key));
  const kept = isFields(before) ? Object.entries(before).filter(([key]) => isKept(key)) : [];
  const tag = option.tag ? { [option.tag.name]: option.tag.value } : {};
  return { ...initial, ...Object.fromEntries(kept), ...tag };
}
