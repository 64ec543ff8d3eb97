import { SCHEMA_MAX_PATTERNS } from "@callwright/contract";
import { expect, test } from "vitest";
import { compileSchema } from "./schema-check.ts";

const patterned = (count: number) => ({
  type: "object" as const,
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { type: "string" as const, pattern: `^${index}$` }]),
  ),
});

test("a schema may have so many patterns, and no more", () => {
  const check = compileSchema(patterned(SCHEMA_MAX_PATTERNS));
  if (typeof check === "string") throw new Error(check);
  expect(check({ p1: "1", p2: "3" })).toEqual(["p2: must match the pattern ^2$"]);
  expect(compileSchema(patterned(SCHEMA_MAX_PATTERNS + 1))).toBe("has more than 100 patterns, and may have no more");
});

test("values whose patterns cost too much do not fit", () => {
  const check = compileSchema({ type: "array", items: { type: "string", pattern: "(?:a?){60}z" } });
  if (typeof check === "string") throw new Error(check);
  const problems = check(Array(200).fill(`${"a".repeat(1_000)}z`));
  expect(problems.length).toBeGreaterThan(100);
  expect(problems.at(-1)).toBe("199: must match the pattern (?:a?){60}z");
});
