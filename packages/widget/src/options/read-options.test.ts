import { describe, expect, test } from "vitest";
import { type GivenOptions, parseAttribute, readOptions } from "./read-options.ts";
import { attributeOf, defaultOf, WIDGET_OPTION_NAMES, type WidgetOptionName } from "./widget-options.ts";

const DEFAULTS = Object.fromEntries(WIDGET_OPTION_NAMES.map((name) => [name, defaultOf(name)])) as GivenOptions;
const isColor = (text: string) => /^(#|rgb)/.test(text);

/** Reads a page's attributes. */
function read(attributes: Partial<Record<WidgetOptionName, string>>) {
  const given = Object.entries(attributes).map(([name, text]) => [name, parseAttribute(name as WidgetOptionName, text)]);
  return readOptions({ ...DEFAULTS, publicKey: "key", assistantId: "id", ...Object.fromEntries(given) }, isColor);
}

describe("attributes", () => {
  test("are the options' names in kebab-case", () => {
    expect(attributeOf("ctaButtonTextColor")).toBe("cta-button-text-color");
    expect(attributeOf("title")).toBe("title");
  });

  test.each(["42", "true", "007", "null", " spaced "])("a text stays the text %j", (text) => {
    expect(read({ title: text }).options.title).toBe(text);
  });

  test.each([
    ["", true],
    ["true", true],
    ["voice-auto-reconnect", true],
    ["false", false],
  ])("a flag written as %j is %j", (text, expected) => {
    expect(read({ voiceAutoReconnect: text }).options.voiceAutoReconnect).toBe(expected);
  });

  test("that are taken away are the default again", () => {
    expect(parseAttribute("accentColor", null)).toBe("#14B8A6");
    expect(parseAttribute("consentRequired", null)).toBe(false);
  });

  test("objects are JSON", () => {
    const { options, problems } = read({ assistantOverrides: '{"variableValues":{"name":"Ada"}}' });
    expect(options.assistantOverrides).toEqual({ variableValues: { name: "Ada" } });
    expect(problems).toEqual([]);
  });
});

describe("what is wrong is told by the attribute's name", () => {
  test("a key or an assistant that is missing: nothing can be done", () => {
    const { problems } = readOptions(DEFAULTS, isColor);
    expect(problems.map(({ attribute, isFatal }) => [attribute, isFatal])).toEqual([
      ["public-key", true],
      ["assistant-id", true],
    ]);
  });

  test("a squad or a workflow takes the assistant's place, and two of them exclude each other", () => {
    expect(read({ assistantId: "", squadId: "id" }).problems).toEqual([]);
    expect(read({ assistantId: "", workflowId: "id" }).problems).toEqual([]);
    expect(read({ squadId: "id" }).problems.map(({ attribute, isFatal }) => [attribute, isFatal])).toEqual([["squad-id", true]]);
    expect(read({ assistantId: "", squadId: "a", workflowId: "b" }).problems.map(({ attribute }) => attribute)).toEqual([
      "squad-id",
    ]);
  });

  test("an empty key is a missing one", () => {
    expect(read({ publicKey: "" }).problems.map(({ attribute }) => attribute)).toEqual(["public-key"]);
  });

  test.each(["{", "42", "null", '"text"'])("an assistant written as %s", (text) => {
    const { options, problems } = read({ assistant: text, assistantId: "" });
    expect(problems.map(({ attribute }) => attribute)).toEqual([text === "null" ? "assistant-id" : "assistant"]);
    expect(options.assistant).toBeUndefined();
  });

  test("a choice that there is not, and a color that is none: the default is used", () => {
    const { options, problems } = read({ mode: "telepathy", accentColor: "teal-ish", position: "top-left" });
    expect(problems.map(({ attribute, isFatal }) => [attribute, isFatal])).toEqual([
      ["mode", false],
      ["accent-color", false],
    ]);
    expect(options).toMatchObject({ mode: "chat", accentColor: "#14B8A6", position: "top-left" });
  });

  test("an inline assistant is enough", () => {
    expect(read({ assistantId: "", assistant: '{"name":"Ada"}' }).problems).toEqual([]);
  });
});
