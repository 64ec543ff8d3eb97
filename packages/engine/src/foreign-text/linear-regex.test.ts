import { expect, test } from "vitest";
import { linearReplacement, openPattern } from "./linear-regex.ts";
import { OverBudget, WorkBudget } from "./work-budget.ts";

const open = (pattern: string) => {
  const search = openPattern(pattern);
  if (typeof search === "string") throw new Error(search);
  return search;
};

test("a search that reads to the end of the text for each match ends with its budget", () => {
  const search = open("(?:a?){60}.*z|a");
  const text = "a".repeat(10_000);
  const budget = new WorkBudget(3_000_000);
  const found: unknown[] = [];
  expect(() => {
    for (const span of search.spans(text, budget)) found.push(span);
  }).toThrow(OverBudget);
  // Each match may cost a pass over the text.
  expect(found.length).toBeLessThan(3);
  expect(() => search.find(text, 1, budget)).toThrow(expect.objectContaining({ limit: "3000000 steps", isRepeated: true }));
});

test("one search costs twice as much in a text of twice the length", () => {
  const search = open("(a+)+b");
  const [short, long] = [5_000, 10_000].map((length) => {
    const budget = new WorkBudget(10_000_000);
    search.find("a".repeat(length), 1, budget);
    return budget.spent;
  });
  expect((long ?? 0) / (short ?? 1)).toBeCloseTo(2, 2);
});

test("replacements are counted, too", () => {
  const replace = linearReplacement("(?:a?){60}.*z|a", [], "b");
  expect(replace("banana", new WorkBudget(1_000_000))).toBe("bbnbnb");
  expect(() => replace("a".repeat(1000), new WorkBudget(1_000_000))).toThrow(OverBudget);
});
