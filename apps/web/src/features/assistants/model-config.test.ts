import type { Model } from "@callwright/contract";
import { expect, test } from "vitest";
import { promptOf, withModelProvider, withPrompt } from "./model-config.ts";

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
  expect(withPrompt(model, "Be kind.", true).messages).toEqual([
    { role: "user", content: "example" },
    { role: "system", content: "Be kind." },
  ]);
  expect(withPrompt(undefined, "Hello", true)).toMatchObject({ provider: "callwright", messages: [{ content: "Hello" }] });
  expect(withPrompt(undefined, "Hello", false)).toMatchObject({ provider: "openai", messages: [{ content: "Hello" }] });
  expect(promptOf({ ...model, messages: [{ role: "system", content: null }] })).toBe("");
});

test("another provider keeps the prompt and unknown fields, and drops what was the old one's", () => {
  expect(withModelProvider(model, "openai")).toEqual({
    provider: "openai",
    model: "gpt-6-luna",
    temperature: 0.3,
    messages: model.messages,
    future: 1,
  });
  expect(withModelProvider(model, "custom-llm")).toBe(model);
});
