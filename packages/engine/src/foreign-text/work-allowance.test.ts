import { expect, test } from "vitest";
import { WorkAllowance } from "./work-allowance.ts";
import { OverBudget } from "./work-budget.ts";

test("a call has a budget for each text, one for all at once, and gains some every second", () => {
  let nowMs = 0;
  const allowance = new WorkAllowance({ each: 30, burst: 100, perSecond: 10 }, () => nowMs);
  const limits = () => allowance.use((budget) => budget.limit);
  const spend = (steps: number) => allowance.use((budget) => budget.spend(steps));
  for (let texts = 0; texts < 3; texts += 1) spend(30);
  expect(limits()).toBe(10);
  expect(() => spend(30)).toThrow(new OverBudget("100 steps"));
  expect(limits()).toBe(0);
  nowMs = 1_000;
  expect(limits()).toBe(10);
  nowMs = 60_000;
  expect(limits()).toBe(30);
});
