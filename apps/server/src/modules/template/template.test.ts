import type { ErrorBody, Template } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

test("several are created at once, or none", async () => {
  const { status, body } = await client.json<Template>("POST", "/template", [
    { type: "tool", name: "One" },
    { type: "tool", name: "Two", metadata: { collectionId: "c1" } },
  ]);
  expect({ status, name: body.name }).toEqual({ status: 201, name: "Two" });
  const names = async (query: string) =>
    (await client.json<Template[]>("GET", `/template${query}`)).body.map(({ name }) => name).toSorted();
  expect(await names("")).toEqual(["One", "Two"]);
  expect(await names("?collectionId=c1")).toEqual(["Two"]);
  expect((await client.json("POST", "/template", [{ type: "tool", name: "Three" }, { type: "x" }])).status).toBe(400);
  expect(await names("")).toEqual(["One", "Two"]);
});

test("those that come with the server make tools and assistants, and stay as they are", async () => {
  const pinned = (await client.json<Template[]>("GET", "/template/pinned")).body;
  expect(new Set(pinned.map(({ type }) => type))).toEqual(new Set(["tool", "assistant"]));
  expect(new Set(pinned.map(({ id }) => id)).size).toBe(pinned.length);
  for (const template of pinned) {
    const { id, name } = template;
    expect((await client.json("GET", `/template/${id}`)).body).toMatchObject({ id, name });
    const made =
      template.type === "tool"
        ? await client.json("POST", "/tool", template.details)
        : await client.json("POST", "/assistant/draft", template.assistant);
    expect(made.status).toBe(201);
    const { status, body } = await client.json<ErrorBody>("DELETE", `/template/${id}`);
    expect({ status, code: body.code }).toEqual({ status: 409, code: "template-public" });
  }
});
