import type { Fields } from "@callwright/contract";
import { expect, test } from "vitest";
import { changeConfigText, parseConfigText, toText } from "./config-text.ts";
import { SecretValue } from "./secrets.ts";
import { resolveVariables } from "./variables.ts";

const TEXT = `# The front desk
members:
  # answers first
  - assistantId: riley
  # helps with bills
  - assistantId: billing
phrases: [ bye, "good bye" ] # two are enough
note: >-
  a long
  text
`;

test("what stays the same keeps its comments and style, wherever it moves", () => {
  const members = [{ assistantId: "nora" }, { assistantId: "riley" }, { assistantId: "billing" }];
  const changed = changeConfigText(TEXT, { members, phrases: ["bye", "good bye"], note: "a long text", extra: "+43" });
  expect(changed).toContain("# The front desk");
  expect(changed).toMatch(
    /- assistantId: nora\n.*# answers first\n +- assistantId: riley\n.*# helps with bills\n +- assistantId: billing/,
  );
  expect(changed).toContain('phrases: [ bye, "good bye" ] # two are enough');
  expect(changed).toContain('note: >-\n  a long text\nextra: "+43"');
});

test("no text changes on its way through a file", () => {
  const value = {
    texts: [
      "yes",
      "0x1f",
      "1e3",
      "- a",
      "a: b # c",
      " x\n\ty ",
      `\${env:HOME}`,
      `$\${env:HOME}`,
      `\${env:A-B}`,
      `\${env:A`,
      "~",
      "日本 🎉",
      "a\r\nb",
      "\u2028",
    ],
    __proto__: null,
  };
  const { texts } = value;
  const text = changeConfigText(undefined, toText({ texts }) as Fields);
  const parsed = parseConfigText("a.yaml", text);
  expect(Array.isArray(parsed) ? parsed : resolveVariables(parsed.value, () => "another")).toEqual({ texts });
});

test("a secret becomes the name of its variable", () => {
  expect(changeConfigText("", toText({ key: new SecretValue("OPENAI_API_KEY", "sk-1") }) as Fields)).toBe(
    `key: \${env:OPENAI_API_KEY}\n`,
  );
});

test("an alias stays while what it repeats stays, and else becomes its value", () => {
  const text = "a: &a { x: 1 }\nb: *a\nc: 1\n";
  expect(changeConfigText(text, { a: { x: 1 }, b: { x: 1 }, c: 2 })).toContain("b: *a");
  for (const value of [
    { b: { x: 1 }, c: 1 },
    { a: { x: 2 }, b: { x: 1 }, c: 1 },
    { b: { x: 1 }, a: { x: 2 } },
    { a: 1, b: { x: 3 } },
  ]) {
    const parsed = parseConfigText("a.yaml", changeConfigText(text, value));
    expect(Array.isArray(parsed) ? parsed : parsed.value).toEqual(value);
  }
});
