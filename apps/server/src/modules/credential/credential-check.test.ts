import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Credential, CredentialCheck, CredentialUse } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const provider = createServer((request, response) => {
  const isRight = request.headers.authorization === "Bearer sk-right";
  response.writeHead(isRight ? 200 : 401).end(isRight ? "{}" : `unknown key ${request.headers.authorization}`);
});
let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  server = await startTestServer({
    config: { providerUrls: { openai: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` } },
  });
  client = await server.signUp();
});
afterAll(async () => {
  await server.close();
  provider.close();
});

const add = async (body: object) => (await client.json<Credential>("POST", "/credential", body)).body.id;
const check = (id: string, by = client) => by.json<CredentialCheck>("POST", `/credential/${id}/check`);

test("a stored key is tested at its provider, and is in no answer", async () => {
  const [right, wrong] = [
    await add({ provider: "openai", apiKey: "sk-right" }),
    await add({ provider: "openai", apiKey: "sk-wrong-1234567" }),
  ];
  expect(await check(right)).toMatchObject({ status: 200, body: { state: "works", message: "openai accepts the key." } });
  expect((await check(wrong)).body).toEqual({
    state: "refused",
    message: "openai refuses the key. It said: unknown key Bearer [key]",
  });
  expect((await check(await add({ provider: "perplexity-ai", apiKey: "x" }))).body.state).toBe("untested");
  const stranger = await server.signUp();
  expect((await check(right, stranger)).status).toBe(404);
});

test("what names a credential is listed", async () => {
  const id = await add({ provider: "openai", apiKey: "sk-right" });
  const used = async () => (await client.json<CredentialUse[]>("GET", `/credential/${id}/used-by`)).body;
  expect(await used()).toEqual([]);
  await client.json("POST", "/assistant", { name: "Riley", credentialIds: [id.toUpperCase()] });
  await client.json("POST", "/assistant", { name: "Another" });
  const token = await add({ provider: "webhook", authenticationPlan: { type: "bearer", token: "secret" } });
  await client.json("POST", "/tool", { type: "function", server: { url: "https://a.example", credentialId: token } });
  expect(await used()).toEqual([{ resource: "assistant", id: expect.any(String), name: "Riley" }]);
  const ofToken = await client.json<CredentialUse[]>("GET", `/credential/${token}/used-by`);
  expect(ofToken.body).toMatchObject([{ resource: "tool" }]);
});
