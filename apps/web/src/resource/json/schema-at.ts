import { isFields } from "@callwright/contract";
import { alternativesOf, type JsonSchema, resolved } from "../form/json-schema.ts";
import { optionOf, unionOptions } from "../form/union.ts";
import type { JsonPath } from "./json-position.ts";

/**
 * The schemas at a path: the alternatives of a union, narrowed to the value's own once that is known. Empty where the schema allows
 * anything.
 */
export function schemasAt(schema: JsonSchema, root: JsonSchema, path: JsonPath, value: unknown): JsonSchema[] {
  const here = narrowed(alternativesOf(schema, root), root, value);
  const [step, ...rest] = path;
  if (step === undefined) return here;
  const inside = isFields(value) ? value[step] : Array.isArray(value) ? (value[Number(step)] as unknown) : undefined;
  return here.flatMap((each) => {
    const next = memberOf(each, step);
    return next === undefined ? [] : schemasAt(resolved(next, root), root, rest, inside);
  });
}

function narrowed(alternatives: JsonSchema[], root: JsonSchema, value: unknown): JsonSchema[] {
  if (alternatives.length < 2) return alternatives;
  const option = optionOf(unionOptions(alternatives, root), value, root);
  // Before its discriminator is written, a value can still become any alternative.
  return option?.tag || (option && !isFields(value)) ? [option.schema] : alternatives;
}

function memberOf({ properties, items, additionalProperties }: JsonSchema, step: string | number): JsonSchema | undefined {
  const member = typeof step === "number" ? items : (properties?.[step] ?? additionalProperties);
  return typeof member === "object" && !Array.isArray(member) ? member : undefined;
}
