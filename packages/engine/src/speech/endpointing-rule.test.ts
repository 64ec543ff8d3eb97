import { expect, it } from "vitest";
import { WorkBudget } from "../foreign-text/work-budget.ts";
import { ruleTest } from "./endpointing-rule.ts";

const customer = (regex: string) => {
  const holds = ruleTest({ type: "customer", regex, timeoutSeconds: 1 });
  return (text: string) => holds(text, "", new WorkBudget(1_000_000));
};

it("matches a pattern that takes a backtracking engine minutes", () => {
  expect(customer("^(\\w+\\s?)*$")(`${"hello there ".repeat(80)}!`)).toBe(false);
  expect(customer("^(\\w+\\s?)*$")("hello there")).toBe(true);
});

it.each(["(", "(?=a)a", "(a)\\1", "((\\w+\\s?){1,30}){1,30}$"])("makes nothing of %s", (regex) => {
  expect(customer(regex)("aa")).toBe(false);
});

it("takes what JavaScript writes", () => {
  expect(customer("\\d{3}\\/(?<rest>\\u0041+)$")("123/AA")).toBe(true);
});
