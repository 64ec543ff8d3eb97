import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Assistant, Chat, LocalModelServer } from "@callwright/contract";
import { startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/start-test-server.ts";
import { findModelServers } from "./model-servers.ts";

const KEY = "sk-of-the-operator";
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
    expect(body[1]).toEqual({ url, models: [], withoutTools: [] });
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

test("the server's own model server is offered and used without a URL, with its key, where it is nearby", async () => {
  const model = await startFakeOpenAiServer({ apiKey: KEY });
  const assistant = { model: { provider: "custom-llm", model: "llama3.2" } };
  const start = (config: object) => startTestServer({ config: { providerKeys: { "custom-llm": KEY }, ...config } });
  const server = await start({ providerUrls: { "custom-llm": model.url } });
  const other = await start({ providerUrls: { "custom-llm": "https://models.example.com/v1" } });
  const bare = await start({});
  try {
    const client = await server.signUp();
    expect((await client.json<LocalModelServer[]>("GET", "/local-model")).body).toEqual([{ models: [], withoutTools: [] }]);
    const chat = await client.json<Chat>("POST", "/chat", { assistant, input: "Hello" });
    expect(chat.body.output).toEqual([{ role: "assistant", content: "Hello from the fake." }]);
    expect((await (await other.signUp()).json("GET", "/local-model")).body).toEqual([]);
    const without = await bare.signUp();
    const named = expect.stringMatching(/^(?:assistant\.)?model\.url is required.*CUSTOM_LLM_BASE_URL/);
    expect(await without.json("POST", "/chat", { assistant, input: "Hello" })).toMatchObject({
      status: 400,
      body: { message: [named] },
    });
    expect(await without.json("POST", "/assistant", assistant)).toMatchObject({ status: 400, body: { message: [named] } });
    expect((await client.json("POST", "/assistant", assistant)).status).toBe(201);
  } finally {
    await Promise.all([server.close(), other.close(), bare.close()]);
    await model.close();
  }
});

test("models of Ollama that call no tools are told, also to an assistant that has some", async () => {
  const ollama = createServer((request, response) => {
    const isShown = request.method === "POST" && request.url === "/api/show";
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      // https://docs.ollama.com/api/show, read 2026-11-29
      const capabilities = ["completion", ...(body.includes("llama3.2") ? ["tools"] : [])];
      const list = { object: "list", data: [{ id: "llama3.2" }, { id: "gemma3:4b" }] };
      response.end(JSON.stringify(isShown ? { capabilities, details: { family: "any" } } : list));
    });
  });
  await new Promise<void>((resolve) => ollama.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(ollama.address() as AddressInfo).port}/v1`;
  const server = await startTestServer({ config: { localModelUrls: [at] } });
  try {
    const client = await server.signUp();
    const { body } = await client.json<LocalModelServer[]>("GET", "/local-model");
    expect(body).toEqual([{ url: at, models: ["llama3.2", "gemma3:4b"], withoutTools: ["gemma3:4b"] }]);
    const warned = async (model: string) => {
      const created = await client.json<Assistant>("POST", "/assistant", {
        model: { provider: "custom-llm", model, url: at, tools: [{ type: "endCall" }] },
      });
      expect(created.status).toBe(201);
      return created.body.warnings;
    };
    expect(await warned("gemma3:4b")).toEqual([{ field: "model.tools", message: expect.stringMatching(/takes no tools/) }]);
    expect(await warned("llama3.2")).toBeUndefined();
  } finally {
    await server.close();
    ollama.closeAllConnections();
    ollama.close();
  }
});
