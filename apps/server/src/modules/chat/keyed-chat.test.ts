import { randomUUID } from "node:crypto";
import type { WebChat } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type ChatClient, chatClient, readEvents, spokenIn } from "./testing/chat-client.ts";
import { type HeldModel, startHeldModel } from "./testing/held-model.ts";

const SAID = "We open at eight.";

let server: TestServer;
let client: TestClient;
let chats: ChatClient;
let model: HeldModel;

beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  chats = chatClient(client);
});
afterAll(() => server.close());
beforeEach(async () => {
  model = await startHeldModel(SAID);
});
afterEach(() => model.close());

/** The body of the second request with a key, after its first client disconnected before the first words. */
async function comeBack(stream: boolean): Promise<string> {
  const idempotencyKey = randomUUID();
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url } };
  const body = { assistant, input: "When do you open?", stream };
  const leaving = new AbortController();
  const left = chats
    .open(body, { idempotencyKey, signal: leaving.signal })
    .then((response) => response.text())
    .catch((error: unknown) => error);
  await expect.poll(() => model.asked, { timeout: 30_000 }).toBe(1);
  leaving.abort();
  expect(await left).toMatchObject({ name: "AbortError" });
  // After this answer, the server has noticed that the client is gone.
  await client.json("GET", "/assistant");
  const again = chats.open(body, { idempotencyKey });
  model.release();
  const answer = await again;
  expect(answer.headers.get("idempotent-replayed")).toBe("true");
  const text = await answer.text();
  expect(model.asked).toBe(1);
  return text;
}

test("a client that goes away and comes back with its key gets the whole answer, that was asked for once", async () => {
  expect((JSON.parse(await comeBack(false)) as WebChat).output).toEqual([{ role: "assistant", content: SAID }]);
});

test("the same with a stream", async () => {
  expect(spokenIn(readEvents(await comeBack(true)))).toBe(SAID);
});
