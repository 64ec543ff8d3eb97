import { expect, test } from "vitest";
import { readJsonObject, saysTheSame, writeJson } from "./json-text.ts";

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

test("a text in the user's own layout says the same as the object", () => {
  const value = { name: "Riley", voice: { voiceId: "slt" } };
  expect(saysTheSame('{"name": "Riley",\n\n"voice":{"voiceId":"slt"}}', value)).toBe(true);
  expect(saysTheSame(writeJson(value), value)).toBe(true);
  expect(saysTheSame('{"name":"Ada"}', value)).toBe(false);
  expect(saysTheSame("{", value)).toBe(false);
});
