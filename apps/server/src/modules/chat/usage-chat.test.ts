import { WebChatEvent } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { chatClient, readEvents } from "./testing/chat-client.ts";

let server: TestServer;
let client: TestClient;
let model: FakeOpenAiServer;

beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  model = await startFakeOpenAiServer();
});
afterAll(async () => {
  await model.close();
  await server.close();
});

const usagesOf = async (path: string) => {
  model.reply({ kind: "words", words: ["We open", " at eight."] });
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url } };
  const response = await chatClient(client).open({ assistant, input: "When do you open?" }, { path });
  const events = readEvents(await response.text()).flatMap(({ data }) =>
    data === "[DONE]" ? [] : [WebChatEvent.parse(JSON.parse(data))],
  );
  return events.flatMap(({ usage }) => usage ?? []);
};

test("a stream of the organization has the usage of each request to the model, a visitor's has none", async () => {
  expect(await usagesOf("/chat")).toEqual([
    {
      inputTokens: expect.any(Number),
      cachedTokens: expect.any(Number),
      outputTokens: expect.any(Number),
      firstTokenMs: expect.any(Number),
    },
  ]);
  expect(await usagesOf("/chat/web")).toEqual([]);
});
