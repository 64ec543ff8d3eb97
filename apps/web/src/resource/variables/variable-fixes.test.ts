import { lintLiquid } from "@callwright/contract";
import { expect, test } from "vitest";
import { linesOf, nearestName, withDefault, withVariable } from "./variable-fixes.ts";

test("the closest name is proposed, and no name that is far away", () => {
  expect(nearestName("patient.tier", ["customer.name", "patient.plan", "now"])).toBe("patient.plan");
  expect(nearestName("custmer.name", ["customer.name", "now"])).toBe("customer.name");
  expect(nearestName("order_number", ["now", "date"])).toBeUndefined();
});

test("a variable is replaced, or gets a default, at each of its uses and nowhere else", () => {
  const template = "{{ tier }} {{tier | upcase}}\n{{tier.name}} tier {{ tiers }}";
  expect(withVariable(template, "tier", "plan")).toBe("{{ plan }} {{plan | upcase}}\n{{tier.name}} tier {{ tiers }}");
  const { text, caret } = withDefault(template, "tier");
  expect(text).toBe('{{ tier | default: "" }} {{tier | default: "" | upcase}}\n{{tier.name}} tier {{ tiers }}');
  expect(text.slice(0, caret)).toBe('{{ tier | default: "');
  expect(lintLiquid(text).needed).not.toContain("tier");
});

test("the pieces of a template keep their lines", () => {
  const lines = linesOf(lintLiquid("a {{x}}\n\nb").pieces).map((line) => line.map(({ text }) => text).join(""));
  expect(lines).toEqual(["a {{x}}", "", "b"]);
});
