import { expect, test } from "vitest";
import { hashPerson, personKeys, textsIn } from "./person-keys.ts";

const shown = (text: string, isNumber = false) => personKeys(text, { isNumber }).map(({ kind, value }) => `${kind} ${value}`);

test.each([
  ["+4930123456", ["number +4930123456"]],
  ["+49 (30) 12-34.56", ["number +4930123456"]],
  ["tel:+4930123456", ["number +4930123456"]],
  ["Ann.Lee@Example.COM", ["email ann.lee@example.com"]],
  ["mailto:ann@example.com", ["email ann@example.com"]],
  ["sip:Ann@PBX.example.com:5070;transport=tls", ["sip ann@pbx.example.com"]],
  ["sips:+49-30-123456@gateway.example", ["sip +49-30-123456@gateway.example", "number +4930123456"]],
  ["sip:101@pbx.example.com", ["sip 101@pbx.example.com"]],
  ["4930123456", []],
  ["Call +4930123456 back", []],
  ["two words @ home", []],
  ["", []],
])("%s", (text, keys) => {
  expect(shown(text)).toEqual(keys);
});

test("where only numbers stand, a number needs no plus, and an extension stays as it is", () => {
  for (const text of ["4930123456", "004930123456", "+49 30 123456"]) expect(shown(text, true)).toEqual(["number +4930123456"]);
  expect(shown("101", true)).toEqual(["number 101"]);
  expect(shown("Reception", true)).toEqual(["number reception"]);
});

test("texts are found at any depth, and digits without a plus only in fields of numbers", () => {
  const value = {
    number: "4930123456",
    variableValues: { order: "4930123457", contact: { mail: "ann@example.com" } },
    more: ["x", 1],
  };
  const found = [...textsIn(value)].map(({ text, keys }) => [text, keys.map(({ value: each }) => each)]);
  expect(found).toEqual([
    ["4930123456", ["+4930123456"]],
    ["4930123457", []],
    ["ann@example.com", ["ann@example.com"]],
    ["x", []],
  ]);
});

test("the hash differs by server, organization and kind", () => {
  const key = { kind: "email", value: "ann@example.com" } as const;
  const hashes = [
    hashPerson({ people: "a key" }, "org", key),
    hashPerson({ people: "another key" }, "org", key),
    hashPerson({ people: "a key" }, "another org", key),
    hashPerson({ people: "a key" }, "org", { ...key, kind: "sip" }),
  ];
  expect(new Set(hashes).size).toBe(4);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
