import { Id } from "@callwright/contract";
import { expect, test } from "vitest";
import type { z } from "zod";
import { KINDS } from "./kinds.ts";
import { referencesOf } from "./references.ts";

/** Ids of resources that files cannot describe. They stay ids. */
const STAY_IDS = ["callId", "monitorIds", "outcomeIds", "scorecardIds"];

/** The fields of a schema that hold ids. */
function idFields(schema: z.core.$ZodType, field: string, seen: Set<unknown>): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "string") return "format" in def && def.format === "uuid" ? [field] : [];
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = (inner: z.core.$ZodType, name = field) => idFields(inner, name, seen);
  if (def.type === "object") return Object.entries(def.shape).flatMap(([name, inner]) => inside(inner, name));
  if (def.type === "array") return inside(def.element);
  if (def.type === "union") return def.options.flatMap((option) => inside(option));
  if (def.type === "lazy") return inside(def.getter());
  if (def.type === "record") return inside(def.valueType);
  return "innerType" in def ? inside(def.innerType) : [];
}

test("every id of the contract is a reference, or stays an id on purpose", () => {
  expect(idFields(Id, "id", new Set())).toEqual(["id"]);
  const fields = new Set(Object.values(KINDS).flatMap(({ schema }) => idFields(schema, "", new Set())));
  expect(fields.size).toBeGreaterThan(10);
  const isReference = (field: string) => referencesOf({ targetType: "assistant", [field]: "riley" }).length > 0;
  expect([...fields].filter((field) => !isReference(field)).sort()).toEqual(STAY_IDS);
});
