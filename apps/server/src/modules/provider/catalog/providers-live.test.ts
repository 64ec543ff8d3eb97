import { CATALOG } from "@callwright/contract";
import { deepgramFlux, startFakeOpenAiServer, startFakeTranscriberServer } from "@callwright/engine/testing";
import { expect, test } from "vitest";
import { checkProviders, describeLive, hasFailed, type LiveRow } from "./providers-live.ts";

const KEY = "sk-right-and-secret-0123456789";
const WEATHER = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };

async function rowsOf(providerKeys: Record<string, string>, providerUrls: Record<string, string>, models = {}) {
  let now = 0;
  const clock = { now: () => Date.parse("2026-11-29"), nowMs: () => now++, wait: async () => undefined };
  const rows: LiveRow[] = [];
  const config = { providerKeys, providerUrls, allowPrivateAddresses: false };
  for await (const row of checkProviders(CATALOG, config, models, clock)) rows.push(row);
  return rows;
}
const lineOf = (rows: readonly LiveRow[], part: string, provider: string) => {
  const row = rows.find((each) => each.part === part && each.provider === provider);
  return row && describeLive(row).replace(/ +/g, " ");
};

test("without keys, each part of each provider has a line that says so", async () => {
  const rows = await rowsOf({}, {});
  expect(rows.filter(({ result }) => !("noKey" in result))).toEqual([]);
  expect(rows.filter(hasFailed)).toEqual([]);
  expect(lineOf(rows, "model", "openai")).toBe("model openai no key");
  expect(lineOf(rows, "voice", "11labs")).toBe("voice 11labs no key");
  expect(lineOf(rows, "transcriber", "deepgram")).toBe("transcriber deepgram no key");
  expect(lineOf(rows, "model", "callwright")).toBeUndefined();
});

test("a provider with a key is used with the names that an assistant begins with; what fails is told without the key", async () => {
  const model = await startFakeOpenAiServer({ apiKey: KEY });
  const ear = await startFakeTranscriberServer({ streaming: deepgramFlux }, KEY);
  try {
    model.reply(
      { kind: "words", words: ["One."] },
      { kind: "words", words: [WEATHER] },
      { kind: "hang-after", words: ["One", ","] },
    );
    const urls = { groq: model.url, "custom-llm": model.url, deepgram: ear.url };
    const rows = await rowsOf({ groq: KEY, deepgram: KEY }, urls);
    expect(lineOf(rows, "model", "groq")).toMatch(/^model groq openai\/gpt-oss-120b \d+ ok \d+$/);
    expect(model.requests.slice(0, 3).map(({ model: name }) => name)).toEqual(Array(3).fill("openai/gpt-oss-120b"));
    // A server of one's own needs no key, and has no name in the catalog.
    expect(lineOf(rows, "model", "custom-llm")).toContain("failed: The catalog has no model of it.");
    // Flux listens at another address than Nova, the first model.
    expect(lineOf(rows, "transcriber", "deepgram")).toMatch(/^transcriber deepgram nova-3 failed: deepgram /);
    expect(rows.filter(hasFailed).map(({ part, provider }) => `${part} ${provider}`)).toEqual(
      expect.arrayContaining(["model custom-llm", "transcriber deepgram", "voice deepgram"]),
    );
    model.reply({ kind: "words", words: ["It is sunny."] });
    const idle = await rowsOf({ groq: KEY, "custom-llm": KEY }, urls, { "custom-llm": "llama3.2" });
    expect(lineOf(idle, "model", "custom-llm")).toMatch(/^model custom-llm llama3\.2 \d+ none \d+$/);
    expect(idle.filter(hasFailed).map(({ provider }) => provider)).toEqual(["custom-llm", "groq"]);
    const refused = await rowsOf({ groq: "sk-wrong-and-secret" }, urls);
    expect(lineOf(refused, "model", "groq")).toMatch(/failed: groq refused the key/);
    expect(JSON.stringify([...rows, ...idle, ...refused])).not.toMatch(/and-secret/);
  } finally {
    await Promise.all([model.close(), ear.close()]);
  }
});
