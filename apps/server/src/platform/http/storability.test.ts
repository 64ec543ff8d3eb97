import { expect, test } from "vitest";
import { storabilityProblems } from "./request-body.ts";

test("ordinary values can be stored, any letters of any language included", () => {
  expect(storabilityProblems({ a: ["x", 1, null, true, { b: "日本 🎉 \n\t" }] })).toEqual([]);
});

test("what PostgreSQL refuses is found, with its path", () => {
  expect(storabilityProblems({ model: { messages: [{ content: "a\u0000b" }] } })).toEqual([
    "model.messages.0.content must not contain U+0000 or half a surrogate pair",
  ]);
  expect(storabilityProblems({ name: "\ud83c" })).toHaveLength(1);
  expect(storabilityProblems({ metadata: { "a\u0000": 1 } })[0]).toMatch(/^metadata must not have property names/);
});

test("a name that is an object's prototype is refused", () => {
  expect(storabilityProblems(JSON.parse('{"metadata":{"__proto__":{"x":1}}}'))).toEqual([
    "metadata.property __proto__ should not exist",
  ]);
});

test("depth and number of values have a limit", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(storabilityProblems(deep)[0]).toMatch(/nested deeper than 64/);
  expect(storabilityProblems({ list: Array.from({ length: 60_000 }, () => 1) })[0]).toMatch(/more than 50000 values/);
});
