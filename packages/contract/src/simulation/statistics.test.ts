import { expect, test } from "vitest";
import { compareRates, sumCounts, wilson } from "./statistics.ts";

// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("the interval of %i of %i is that of the literature", (passed, total, low, high) => {
  const interval = wilson(passed, total);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test("a rate of 0 or 1 is inside of its interval, and no conversation says nothing", () => {
  for (const total of [1, 3, 20, 1000]) {
    expect(wilson(0, total).low).toBe(0);
    expect(wilson(total, total).high).toBe(1);
  }
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  for (const [passed, total] of [
    [2, 1],
    [-1, 3],
    [0.5, 1],
    [Number.NaN, 1],
  ] as const)
    expect(() => wilson(passed, total)).toThrow(RangeError);
});

// R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17, 1998, table II, method 10.
test.each([
  [48, 80, 56, 70, 0.0524, 0.3339, "better"],
  [3, 10, 9, 10, 0.1705, 0.809, "better"],
  [2, 7, 6, 7, 0.0582, 0.8062, "better"],
  [0, 29, 5, 56, -0.0381, 0.1926, "no difference"],
  [0, 20, 0, 10, -0.1611, 0.2775, "no difference"],
  [0, 10, 0, 10, -0.2775, 0.2775, "no difference"],
  [0, 20, 10, 10, 0.6791, 1, "better"],
  [0, 10, 10, 10, 0.6075, 1, "better"],
] as const)("from %i of %i to %i of %i is the difference of the literature", (p1, n1, p2, n2, low, high, verdict) => {
  const [before, after] = [
    { passed: p1, total: n1 },
    { passed: p2, total: n2 },
  ];
  const change = compareRates(before, after);
  expect(change.low).toBeCloseTo(low, 4);
  expect(change.high).toBeCloseTo(high, 4);
  expect(change.verdict).toBe(verdict);
  const back = compareRates(after, before);
  expect(back.low).toBeCloseTo(-high, 4);
  expect(back.verdict).toBe(verdict === "better" ? "worse" : verdict);
});

test("3 of 20 against 5 of 20 is no difference, and nothing is compared with nothing", () => {
  const change = compareRates({ passed: 3, total: 20 }, { passed: 5, total: 20 });
  expect(change).toMatchObject({ difference: expect.closeTo(0.1, 10), verdict: "no difference" });
  expect(change.low).toBeLessThan(0);
  const none = { passed: 0, total: 0 };
  expect(compareRates(none, { passed: 20, total: 20 })).toEqual({ difference: 0, low: -1, high: 1, verdict: "no difference" });
  expect(sumCounts([{ passed: 3, total: 20 }, { passed: 17, total: 20 }, none])).toEqual({ passed: 20, total: 40 });
  expect(sumCounts([])).toEqual(none);
});
