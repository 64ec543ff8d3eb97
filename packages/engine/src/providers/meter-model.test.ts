import type { Usage } from "@callwright/contract";
import { expect, it } from "vitest";
import type { LanguageModel, ModelPart } from "../model/language-model.ts";
import { meterModel } from "./meter-model.ts";

const USED = { inputTokens: 10, cachedTokens: 4, cacheWriteTokens: 0, outputTokens: 2 };
const TEXT: ModelPart = { type: "text", text: "Yes." };
const COUNTED: ModelPart = { type: "usage", model: "second", firstTokenMs: 1, ...USED };

interface Case {
  read?: number;
  error?: Error;
  /** The operator's own URL of custom-llm. */
  own?: string;
}

/** The reported usage of a request with these parts. `read`: the request is canceled after this many parts. */
async function used(parts: readonly ModelPart[], settings = {}, { read = 9, error, own }: Case = {}) {
  const model: LanguageModel = {
    provider: "openai",
    async *stream() {
      yield* parts;
      if (error) throw error;
    },
  };
  const all: Usage[] = [];
  const context = {
    keys: {},
    urls: Object.fromEntries(own === undefined ? [] : [["custom-llm", own]]),
    localModelUrls: ["http://127.0.0.1:11434/v1"],
    onUsage: (usage: Usage) => all.push(usage),
  };
  const metered = meterModel(model, { provider: "openai", model: "first", ...settings }, context);
  const giveUp = new AbortController();
  let count = 0;
  try {
    for await (const _ of metered.stream({ history: [], tools: [], temperature: 0, maxTokens: 1, signal: giveUp.signal }))
      if (++count === read) {
        giveUp.abort();
        break;
      }
  } catch (cause) {
    if (cause !== error) throw cause;
  }
  return all;
}

const of = { part: "model", provider: "openai" };

it("reports the tokens of the model that answered", async () => {
  expect(await used([TEXT, COUNTED])).toEqual([{ ...of, model: "second", amounts: USED }]);
});

it("reports a request that was cut off, or broke after its first word, as not counted", async () => {
  const uncounted = [{ ...of, model: "first", amounts: { uncountedRequests: 1 } }];
  expect(await used([TEXT, COUNTED], {}, { read: 1 })).toEqual(uncounted);
  expect(await used([TEXT], {}, { error: new Error("broken") })).toEqual(uncounted);
  expect(await used([], {}, { error: new Error("refused") })).toEqual([]);
});

it("marks what runs on this server", async () => {
  const local = { part: "model", local: true };
  expect(await used([TEXT], { provider: "callwright", model: "builtin" })).toEqual([
    { ...local, provider: "callwright", model: "builtin", amounts: {} },
  ]);
  const ollama = { provider: "custom-llm", url: "http://127.0.0.1:11434/v1/chat/completions" };
  expect(await used([TEXT, COUNTED], ollama)).toEqual([{ ...local, provider: "custom-llm", model: "second", amounts: USED }]);
  const own = { provider: "custom-llm", model: "first" };
  expect(await used([TEXT, COUNTED], own, { own: "http://ollama:11434/v1" })).toMatchObject([local]);
  expect(await used([TEXT, COUNTED], own, { own: "https://models.example.com/v1" })).not.toMatchObject([local]);
});
