import { expect, test } from "vitest";
import { redactText } from "./redact-text.ts";
import { redactValues } from "./redact-values.ts";

test("numbers and addresses are found as they are written, spoken and transcribed", () => {
  const cases: [string, string][] = [
    ["My card is 4111 1111 1111 1111, ok?", "My card is [CARD NUMBER], ok?"],
    ["4111-1111-1111-1111 12/27 123", "[CARD NUMBER] 12/27 123"],
    ["4111111111111111", "[CARD NUMBER]"],
    ["amex 3782 822463 10005 thanks", "amex [CARD NUMBER] thanks"],
    ["it's four one one one, one one one one, one one one one, one one one one thanks", "it's [CARD NUMBER] thanks"],
    ["four triple one double one double one double one double one quadruple one please", "[CARD NUMBER] please"],
    ["forty-one eleven eleven eleven eleven eleven eleven eleven", "[CARD NUMBER]"],
    ["social 123-45-6789.", "social [SSN]."],
    ["one two three, four five, six seven eight nine", "[SSN]"],
    ["SSN is 123456789 and I was born in 1980", "SSN is [SSN] and I was born in 1980"],
    ["mail ann.lee+x@example.co.uk now", "mail [EMAIL] now"],
    ["it is ann dot lee at example dot com", "it is [EMAIL]"],
    ["call (415) 555-2671 today", "call [PHONE NUMBER] today".replace("[", "([")],
    ["call +49 30 901820 today", "call [PHONE NUMBER] today"],
    ["four one five five five five two six seven one", "[PHONE NUMBER]"],
    ["or 555-1234", "or [PHONE NUMBER]"],
    ["0171 1234567", "[PHONE NUMBER]"],
  ];
  for (const [text, wanted] of cases) expect(redactText(text, []), text).toBe(wanted);
});

test("other numbers and words stay, and only the wanted kinds are found", () => {
  const innocent = [
    "4111 1111 1111 1112 is no card number",
    "I have two dogs and one cat, at 5 o'clock on May 3, 2026.",
    "My order is 123456, for 12.50 dollars.",
    "We are open from nine to five, one of these days.",
    "Meet me at the station. Dot your i's.",
    "000-12-3456",
  ];
  for (const text of innocent) expect(redactText(text, ["card-number", "ssn", "email"]), text).toBe(text);
  expect(redactText("a@b.example 4111111111111111", ["card-number"])).toBe("a@b.example [CARD NUMBER]");
});

test("long texts of numbers and addresses take linear time", () => {
  // Quadratic work at this length takes a minute.
  for (const part of ["+49 ", "a@a.a "]) {
    const text = part.repeat(60_000 / part.length);
    expect(redactText(text, []), part).not.toContain("withheld");
  }
});

test("what is too long to redact is withheld as a whole", () => {
  const withheld = "[withheld: too costly to redact]";
  expect(redactText("a".repeat(100_001), [])).toBe(withheld);
  const values = { first: "4111111111111111", list: Array(3).fill("x".repeat(40_000)), number: 4111111111111111 };
  expect(redactValues(values, [])).toEqual({
    first: "[CARD NUMBER]",
    list: [values.list[0], values.list[1], withheld],
    number: withheld,
  });
});
