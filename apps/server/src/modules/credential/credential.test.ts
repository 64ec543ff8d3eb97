import type { Credential, ErrorBody } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConfig } from "../../platform/resource-kit/resource-service.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { credential } from "./tables.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const SECRET = "sk-0123456789";

async function create(body: object): Promise<Credential> {
  const { status, body: created } = await client.json<Credential>("POST", "/credential", body);
  expect(status).toBe(201);
  return created;
}

async function storedRow(id: string) {
  const [row] = await server.context.db.select().from(credential).where(eq(credential.id, id));
  if (!row) throw new Error("no such row");
  return row;
}

test("a key is sealed in the database, and no answer has it", async () => {
  const created = await create({ provider: "openai", name: "Ours", apiKey: SECRET });
  expect(created).toMatchObject({ provider: "openai", name: "Ours", storedSecrets: ["apiKey"] });
  const answers = [
    created,
    (await client.json("GET", `/credential/${created.id}`)).body,
    (await client.json("GET", "/credential")).body,
    (await client.json("PATCH", `/credential/${created.id}`, { name: "Theirs" })).body,
    (await client.json("DELETE", `/credential/${created.id}`)).body,
    (await client.json("POST", `/credential/${created.id}/restore`)).body,
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(SECRET);
  const row = await storedRow(created.id);
  expect(JSON.stringify(row)).not.toContain(SECRET);
  expect(openConfig(server.context, credential, row, ["apiKey"])).toEqual({ provider: "openai", name: "Theirs", apiKey: SECRET });
});

test("a secret that is left out of a change stays; one that is sent replaces it", async () => {
  const plan = { type: "bearer", token: SECRET, headerName: "X-Key" };
  const { id } = await create({ provider: "webhook", authenticationPlan: plan });
  const paths = ["authenticationPlan.token"];
  const change = (authenticationPlan: object) => client.json<ErrorBody>("PATCH", `/credential/${id}`, { authenticationPlan });

  expect((await change({ type: "bearer", headerName: "X-Other" })).status).toBe(200);
  expect(openConfig(server.context, credential, await storedRow(id), paths)).toMatchObject({
    authenticationPlan: { type: "bearer", token: SECRET, headerName: "X-Other" },
  });
  expect((await change({ type: "bearer", token: "another" })).status).toBe(200);
  expect(openConfig(server.context, credential, await storedRow(id), paths)).toMatchObject({
    authenticationPlan: { token: "another" },
  });
  // Another type has other secret fields.
  const refused = await change({ type: "hmac", algorithm: "sha256" });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: ["authenticationPlan.secretKey is required and must be a string"] },
  });
});

test("allowed servers are origins, and only an admin writes them", async () => {
  const body = {
    provider: "webhook",
    authenticationPlan: { type: "bearer", token: SECRET },
    allowedOrigins: ["https://A.example:443/"],
  };
  const { id, ...created } = await create(body);
  expect(created).toMatchObject({ allowedOrigins: ["https://a.example"] });
  const allowedOrigins = ["https://a.example/hook"];
  const refused = await client.json<ErrorBody>("PATCH", `/credential/${id}`, { allowedOrigins });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: ["allowedOrigins.0 must be an origin like https://www.example.com"] },
  });
  const { body: token } = await client.json<{ value: string }>("POST", "/token", { tag: "private" });
  const answer = await fetch(`${server.url}/credential/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${token.value}`, "content-type": "application/json" },
    body: JSON.stringify({ allowedOrigins: ["https://collector.example"] }),
  });
  expect(answer.status).toBe(403);
});

test("a secret goes to another address only when it is sent along", async () => {
  const [here, there] = ["https://models.example/v1", "https://elsewhere.example/v1"];
  const model = await create({ provider: "custom-llm", apiKey: SECRET, apiUrl: here });
  const change = (id: string, body: object) => client.json<ErrorBody & Credential>("PATCH", `/credential/${id}`, body);
  expect(await change(model.id, { apiUrl: there })).toMatchObject({
    status: 400,
    body: { message: [expect.stringMatching(/^apiKey must be sent again, because apiUrl changes/)] },
  });
  expect(openConfig(server.context, credential, await storedRow(model.id), ["apiKey"])).toMatchObject({
    apiUrl: here,
    apiKey: SECRET,
  });
  expect((await change(model.id, { apiUrl: here, name: "Models" })).status).toBe(200);
  expect((await change(model.id, { apiUrl: there, apiKey: SECRET })).body).toMatchObject({
    apiUrl: there,
    storedSecrets: ["apiKey"],
  });

  const gateway = (ip: string) => ({ gateways: [{ ip }] });
  const outboundAuthenticationPlan = { authUsername: "trunk", authPassword: SECRET };
  const trunk = await create({ provider: "byo-sip-trunk", ...gateway("192.0.2.1"), outboundAuthenticationPlan });
  expect((await change(trunk.id, gateway("192.0.2.2"))).body.message).toEqual([
    expect.stringMatching(/^outboundAuthenticationPlan.authPassword must be sent again, because gateways changes/),
  ]);
  expect((await change(trunk.id, { ...gateway("192.0.2.2"), outboundAuthenticationPlan })).status).toBe(200);
});

test("what is sealed for one credential does not open as another's", async () => {
  const [one, other] = [
    await create({ provider: "openai", apiKey: SECRET }),
    await create({ provider: "openai", apiKey: "other" }),
  ];
  const { config } = await storedRow(one.id);
  await server.context.db.update(credential).set({ config }).where(eq(credential.id, other.id));
  const moved = await storedRow(other.id);
  expect(() => openConfig(server.context, credential, moved, ["apiKey"])).toThrow();
});

test("a field that the contract does not know is refused: it would be neither sealed nor kept back", async () => {
  const { status, body } = await client.json<ErrorBody>("POST", "/credential", {
    provider: "openai",
    apiKey: SECRET,
    apiSecret: SECRET,
  });
  expect(status).toBe(400);
  expect(body.message).toEqual(["property apiSecret should not exist"]);
});

test("a provider stays what it is", async () => {
  const { id } = await create({ provider: "openai", apiKey: SECRET });
  const { status, body } = await client.json<ErrorBody>("PATCH", `/credential/${id}`, { provider: "groq" });
  expect(status).toBe(400);
  expect(body.message).toEqual(["provider must stay openai; create another instead"]);
});
