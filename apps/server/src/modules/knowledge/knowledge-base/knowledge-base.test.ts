import { randomUUID } from "node:crypto";
import type { ErrorBody, KnowledgeBase } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const create = (body: object) => client.json<KnowledgeBase & ErrorBody>("POST", "/knowledge-base", body);

test("a knowledge base is what was written, and stays with its provider", async () => {
  const searchPlan = { searchType: "hybrid", topK: 3 };
  const createPlan = { type: "create", chunkPlans: [{ websites: ["https://example.com/prices"], targetSplitsPerChunk: 10 }] };
  const { status, body } = await create({ provider: "trieve", name: "Prices", searchPlan, createPlan });
  expect(status).toBe(201);
  expect(body).toMatchObject({ provider: "trieve", name: "Prices", searchPlan, createPlan });
  const change = (patch: object) => client.json<ErrorBody>("PATCH", `/knowledge-base/${body.id}`, patch);
  expect((await change({ name: "Prices of 2027", searchPlan: null })).body).toMatchObject({ name: "Prices of 2027", createPlan });
  expect((await change({ provider: "custom-knowledge-base" })).status).toBe(400);
  const own = await create({ provider: "custom-knowledge-base", server: { url: "https://example.com/ask" } });
  const listed = (await client.json<KnowledgeBase[]>("GET", "/knowledge-base")).body.map(({ id }) => id);
  expect(listed).toEqual([own.body.id, body.id]);
});

test("a file or a credential that is not there is named by its path", async () => {
  const id = randomUUID();
  const refused = [
    [
      {
        provider: "trieve",
        createPlan: { type: "create", chunkPlans: [{ websites: ["https://example.com"] }, { fileIds: [id] }] },
      },
      "createPlan.chunkPlans.1.fileIds.0: this organization has no such file",
    ],
    [
      { provider: "custom-knowledge-base", server: { url: "https://example.com", credentialId: id } },
      "server.credentialId: this organization has no such credential",
    ],
  ] as const;
  for (const [body, message] of refused)
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { code: "reference-missing", message: expect.stringContaining(message) },
    });
});
