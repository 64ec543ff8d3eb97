import { expect, test } from "vitest";
import { z } from "zod";
import { missingKeys } from "./every-key.ts";

const Kinds = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("a"), x: z.number().optional() }),
  z.strictObject({ kind: z.literal("b"), y: z.number().optional() }),
]);
const Thing = z.strictObject({
  name: z.string().optional(),
  plan: z.strictObject({ enabled: z.boolean().nullable().optional() }).optional(),
  list: z.array(Kinds).optional(),
  map: z.record(z.string(), z.looseObject({ deep: z.string().optional() })).optional(),
  get child() {
    return Thing.optional();
  },
});

test("a sample with every key misses nothing; a schema that holds itself ends", () => {
  const sample = {
    name: "n",
    plan: { enabled: null },
    list: [
      { kind: "a", x: 1 },
      { kind: "b", y: 1 },
    ],
    map: { any: { deep: "d" } },
    child: { name: "c" },
  };
  expect(Thing.parse(sample)).toEqual(sample);
  expect(missingKeys(Thing, [sample])).toEqual([]);
});

test("missing keys are named by their path, over all samples", () => {
  expect(missingKeys(Thing, [{ plan: {}, list: [{ kind: "a" }] }, { map: { any: {} } }])).toEqual([
    "name",
    "plan.enabled",
    "list[].x",
    "list[]<b>",
    "map{}.deep",
    "child",
  ]);
});

test("what other samples cover is not looked into", () => {
  expect(missingKeys(z.object({ list: z.array(Kinds) }), [{ list: [{ kind: "a" }] }], [Kinds])).toEqual([]);
});
