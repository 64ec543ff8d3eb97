import type { HistoryItem } from "@callwright/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createModel, partProblem } from "../registry.ts";
import { type FakeModelServer, startFakeModelServer } from "../testing/fake-model-server.ts";
import { googleDialect } from "../testing/google-dialect.ts";

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer(googleDialect);
});
afterAll(() => server.close());

it.each([
  ["gemini-2.5-flash", { thinkingBudget: 0 }, 250],
  ["gemini-2.5-pro", { thinkingBudget: 128 }, 378],
  ["gemini-3.5-flash-lite", { thinkingLevel: "minimal" }, 1274],
  ["gemini-3-flash-preview", { thinkingLevel: "minimal" }, 1274],
  ["gemini-3.6-flash", { thinkingLevel: "minimal" }, 1274],
  ["gemini-3.8-flash", { thinkingLevel: "low" }, 1274],
  ["gemini-3.1-pro-preview", { thinkingLevel: "low" }, 1274],
  ["gemini-4-argon", { thinkingLevel: "low" }, 1274],
])("lets %s think as little as it can: %j, within %i tokens", async (name, thinkingConfig, maxOutputTokens) => {
  const model = await createModel({ provider: "google", model: name }, { keys: { google: "key" }, urls: { google: server.url } });
  // Another assistant's model called the tool, so its call has no signature of Google.
  const call = { id: "call_1", name: "get_weather", arguments: {} };
  const history: HistoryItem[] = [
    { type: "user", text: "The weather?" },
    { type: "tool", step: 1, call, answer: { result: "Sunny.", failed: false } },
  ];
  let words = "";
  const request = { history, tools: [], temperature: 0.3, maxTokens: 250, signal: new AbortController().signal };
  for await (const part of model.stream(request)) if (part.type === "text") words += part.text;
  expect(words).toBe("Hello from the fake.");
  expect(server.requests.at(-1)?.body.generationConfig).toMatchObject({ thinkingConfig, maxOutputTokens });
});

it.each(["gemini-3.8-live", "gemini-2.5-flash-native-audio-preview-12-2025", "gemini-2.0-flash-realtime-exp"])(
  "does not take %s, and says what to choose",
  (model) => {
    expect(partProblem("model", { provider: "google", model }, {})).toMatch(/^model\.model is gemini-.* such as gemini-/);
  },
);
