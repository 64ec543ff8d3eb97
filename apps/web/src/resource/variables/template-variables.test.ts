import { expect, test } from "vitest";
import { knownVariables, neededVariables, variablesOf, variableValues } from "./template-variables.ts";

test("a call must be given what neither the platform nor the template sets", () => {
  expect(neededVariables("Hi {{ name }}, it is {{ now }} for {{customer.name}}. {% assign x = 1 %}{{ x }}")).toEqual(["name"]);
  const config = {
    firstMessage: "Hi {{name}}",
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "{{plan}} of {{name}}" }] },
  } as const;
  expect(variablesOf({ ...config, model: { ...config.model, messages: [...config.model.messages] } })).toEqual(["name", "plan"]);
});

test("names of the platform and names that are used can be completed", () => {
  expect(knownVariables({ firstMessage: "Hi {{name}}" }, { plan: "Pro" })).toEqual(
    expect.arrayContaining(["name", "plan", "now", "customer.name"]),
  );
});

test("a dotted name is a value in an object", () => {
  expect(variableValues({ name: "Ada", "order.number": "5", "order.day": "Monday", "order.note": "" })).toEqual({
    name: "Ada",
    order: { number: "5", day: "Monday" },
  });
});

test("a variable named like a part of every object changes no other object", () => {
  const values = variableValues({ "__proto__.shared": "x", "constructor.name": "y" });
  expect(({} as Record<string, unknown>).shared).toBeUndefined();
  expect(JSON.stringify(values)).toBe('{"__proto__":{"shared":"x"},"constructor":{"name":"y"}}');
});
