import { expect, test } from "vitest";
import { readJsonObject } from "./json-text.ts";

test("an object is read with every key it has", () => {
  expect(readJsonObject('{"name":"Riley","future":{"a":[1]}}')).toEqual({
    ok: true,
    value: { name: "Riley", future: { a: [1] } },
  });
});

test.each([
  ['{"name":', "not-json"],
  ["", "not-json"],
  ["[]", "not-object"],
  ["null", "not-object"],
  ["4", "not-object"],
])("%j is %s", (text, reason) => {
  expect(readJsonObject(text)).toMatchObject({ ok: false, reason });
});
