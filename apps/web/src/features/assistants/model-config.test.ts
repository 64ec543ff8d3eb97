import { Catalog, firstModelOf, type Model } from "@callwright/contract";
import { expect, test } from "vitest";
import { promptOf } from "../../resource/variables/template-variables.ts";
import { withModelProvider, withPrompt } from "./model-config.ts";

const model: Model = {
  provider: "custom-llm",
  model: "llama",
  url: "http://127.0.0.1:11434/v1",
  headers: { authorization: "x" },
  temperature: 0.3,
  messages: [
    { role: "user", content: "example" },
    { role: "system", content: "Be brief." },
  ],
  future: 1,
};

test("the prompt is the first system message, written where it was read", () => {
  expect(promptOf(model)).toBe("Be brief.");
  const byDefault: Model = { provider: "callwright", model: "builtin" };
  expect(withPrompt(model, "Be kind.", byDefault).messages).toEqual([
    { role: "user", content: "example" },
    { role: "system", content: "Be kind." },
  ]);
  expect(withPrompt(undefined, "Hello", byDefault)).toEqual({ ...byDefault, messages: [{ role: "system", content: "Hello" }] });
  expect(promptOf({ ...model, messages: [{ role: "system", content: null }] })).toBe("");
});

test("another provider keeps the prompt and unknown fields, and drops what was the old one's", () => {
  expect(withModelProvider(model, "openai", "gpt-6-luna")).toEqual({
    provider: "openai",
    model: "gpt-6-luna",
    temperature: 0.3,
    messages: model.messages,
    future: 1,
  });
  expect(withModelProvider(model, "custom-llm", "")).toBe(model);
});

test("a provider begins with the first name of the server's catalog that lives", () => {
  const row = (name: string, retires: string) =>
    ({ part: "model", provider: "openai", name, retires, source: "https://example.com", asOf: "2026-11-29" }) as const;
  const catalog = new Catalog([row("ended", "2026-11-29"), row("lives", "2027-11-29")]);
  const nowMs = Date.parse("2026-11-29");
  expect(["openai", "callwright", "openrouter"].map((provider) => firstModelOf(provider, catalog, nowMs))).toEqual([
    ...["lives", "builtin", ""],
  ]);
});
