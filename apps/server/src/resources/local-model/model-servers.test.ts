import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Chat, LocalModelServer } from "@callwright/contract";
import { startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";
import { findModelServers } from "./model-servers.ts";

let answer: { status: number; body: string } = { status: 200, body: "" };
const other = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  other.closeAllConnections();
  other.close();
});

test("a server that lists models is noticed, and anything else at its port is not", async () => {
  const find = () =>
    findModelServers([
      { name: "Ollama", url },
      { name: "vLLM", url: "http://127.0.0.1:1/v1" },
    ]);
  answer = { status: 200, body: JSON.stringify({ object: "list", data: [{ id: "llama3.2" }, { id: "qwen3" }] }) };
  expect(await find()).toEqual([{ name: "Ollama", url, models: ["llama3.2", "qwen3"] }]);
  for (answer of [
    { status: 200, body: "<html>" },
    { status: 200, body: '{"data":[{"name":"x"}]}' },
    { status: 404, body: "{}" },
  ])
    expect(await find()).toEqual([]);
});

test("a server that the operator offers is listed, and an assistant may use it and no other of this machine", async () => {
  const model = await startFakeOpenAiServer();
  const unasked = await startFakeOpenAiServer();
  const server = await startTestServer({ config: { localModelUrls: [model.url, url] } });
  try {
    answer = { status: 500, body: "" };
    const client = await server.signUp();
    const { body } = await client.json<LocalModelServer[]>("GET", "/local-model");
    expect(body.map(({ url: each }) => each)).toEqual([model.url, url]);
    expect(body[1]?.models).toEqual([]);
    const ask = (at: string) =>
      client.json<Chat>("POST", "/chat", {
        assistant: { model: { provider: "custom-llm", model: "llama3.2", url: at } },
        input: "Hello",
      });
    expect((await ask(model.url)).body.output).toEqual([{ role: "assistant", content: "Hello from the fake." }]);
    await ask(unasked.url);
    expect(unasked.requests).toEqual([]);
  } finally {
    await server.close();
    await Promise.all([model.close(), unasked.close()]);
  }
});
