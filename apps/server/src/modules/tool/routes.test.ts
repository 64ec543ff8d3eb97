import { randomUUID } from "node:crypto";
import type { ToolUse } from "@callwright/contract";
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

const create = async (path: string, body: object) => {
  const { status, body: made } = await client.json<{ id: string }>("POST", path, body);
  expect(status).toBe(201);
  return made.id;
};
const usesOf = async (id: string) => (await client.json<ToolUse[]>("GET", `/tool/${id}/used-by`)).body;

test("assistants and squads that use a tool are listed, by name, until they are deleted", async () => {
  const toolId = await create("/tool", { type: "endCall" });
  expect(await usesOf(toolId)).toEqual([]);
  const model = { provider: "callwright", model: "builtin" };
  const zoe = await create("/assistant", { name: "Zoe", model: { ...model, toolIds: [toolId.toUpperCase()] } });
  const hooks = [{ on: "call.ending", do: [{ type: "tool", toolId }] }];
  const amy = await create("/assistant", { name: "Amy", hooks });
  const members = [{ assistant: { name: "Inner", model: { ...model, toolIds: [randomUUID(), toolId] } } }];
  await create("/tool", { type: "endCall" });
  await create("/assistant", { name: "Bea", model });
  const squad = await client.json<{ id: string }>("POST", "/squad", { members });
  // One of its tools does not exist.
  expect(squad.status).toBe(400);
  const team = await create("/squad", { members: [{ assistant: { model: { ...model, toolIds: [toolId] } } }] });
  expect(await usesOf(toolId)).toEqual([
    { resource: "assistant", id: amy, name: "Amy" },
    { resource: "assistant", id: zoe, name: "Zoe" },
    { resource: "squad", id: team },
  ]);
  await client.json("DELETE", `/assistant/${zoe}`);
  expect((await usesOf(toolId)).map(({ id }) => id)).toEqual([amy, team]);
  const stranger = await server.signUp();
  expect((await stranger.json("GET", `/tool/${toolId}/used-by`)).status).toBe(404);
});

test("parameters stay in the order in which they were written, also after a change", async () => {
  const parameters = (...names: string[]) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  });
  const namesOf = async (path: string) => {
    const { body } = await client.json<{ function: { parameters: { properties: object } } }>("GET", path);
    expect(body).not.toHaveProperty("keyOrder");
    return Object.keys(body.function.parameters.properties);
  };
  const id = await create("/tool", {
    type: "function",
    function: { name: "book", parameters: parameters("treatment", "day", "b") },
  });
  expect(await namesOf(`/tool/${id}`)).toEqual(["treatment", "day", "b"]);
  await client.json("PATCH", `/tool/${id}`, { async: true });
  expect(await namesOf(`/tool/${id}`)).toEqual(["treatment", "day", "b"]);
  await client.json("PATCH", `/tool/${id}`, { function: { name: "book", parameters: parameters("b", "day", "treatment") } });
  expect(await namesOf(`/tool/${id}`)).toEqual(["b", "day", "treatment"]);
});
