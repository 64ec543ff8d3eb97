import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listProviderNames } from "./list-provider-names.ts";

const KEY = "key-0123456789";
const never = new AbortController().signal;
let answer: { status: number; body: string } = { status: 200, body: "{}" };
const asked: { url: string | undefined; key: boolean }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: request.url, key: Object.values(request.headers).flat().includes(KEY) });
  response.writeHead(answer.status).end(answer.body);
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const list = (provider: string) =>
  listProviderNames("model", provider, { keys: { [provider]: KEY }, urls: { [provider]: url } }, never);

test("Google's names are those of models that write text, without their prefix", async () => {
  const generates = ["generateContent"];
  const models = [
    { name: "models/gemini-9-flash", supportedGenerationMethods: generates },
    { name: "models/gemini-9-flash-live", supportedGenerationMethods: generates },
    { name: "models/gemini-9-image", supportedGenerationMethods: generates },
    { name: "models/text-embedding-9", supportedGenerationMethods: ["embedContent"] },
  ];
  answer = { status: 200, body: JSON.stringify({ models }) };
  expect(await list("google")).toEqual({ state: "read", names: ["gemini-9-flash"] });
  expect(asked.at(-1)).toEqual({ url: "/models?pageSize=1000", key: true });
});

test.each([
  ["no JSON", { status: 200, body: "<html>" }, `anthropic did not list its models at`],
  ["a refusal", { status: 403, body: `no key ${KEY}` }, "anthropic answered with status 403."],
  ["a list of something else", { status: 200, body: JSON.stringify({ data: [null, 1, { id: 2 }] }) }, undefined],
])("%s leaves no names, and the key is in no message", async (_, given, message) => {
  answer = given;
  const listed = await list("anthropic");
  expect(listed.names).toEqual([]);
  if (message !== undefined) expect(listed).toMatchObject({ state: "failed", message: expect.stringContaining(message) });
  expect(JSON.stringify(listed)).not.toContain(KEY);
});

test("a provider without a list is not asked, and one without a key says so", async () => {
  const before = asked.length;
  expect(await list("perplexity-ai")).toMatchObject({ state: "unlisted" });
  expect(await listProviderNames("model", "openai", { keys: {}, urls: { openai: url } }, never)).toMatchObject({
    state: "needs-credential",
  });
  expect(asked).toHaveLength(before);
});
