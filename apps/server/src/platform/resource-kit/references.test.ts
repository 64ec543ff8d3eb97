import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const OUTPUT = { name: "Outcome", schema: { type: "string" } };

let server: TestServer;
let ours: TestClient;
let theirs: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  [ours, theirs] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

async function create(client: TestClient, path: string, body: object): Promise<string> {
  const answer = await client.json<{ id: string }>("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const createTool = (client: TestClient) => create(client, "/tool", { type: "endCall" });
const modelWith = (...toolIds: string[]) => ({ model: { provider: "callwright", model: "callwright-rules", toolIds } });
const missing = (field: string, what: string) => ({
  status: 400,
  body: { code: "reference-missing", message: expect.stringContaining(`${field}: this organization has no such ${what}.`) },
});

describe("the id of another organization is refused, like the id of nothing", () => {
  test.each<[path: string, field: string, what: string, body: (ids: Record<"tool" | "credential" | "output", string>) => object]>(
    [
      ["/assistant", "model.toolIds.0", "tool", ({ tool }) => modelWith(tool)],
      ["/assistant/draft", "model.toolIds.0", "tool", ({ tool }) => modelWith(tool)],
      ["/assistant", "credentialIds.0", "credential", ({ credential }) => ({ credentialIds: [credential] })],
      [
        "/assistant",
        "server.credentialId",
        "credential",
        ({ credential }) => ({ server: { url: "https://a.example", credentialId: credential } }),
      ],
      [
        "/assistant",
        "artifactPlan.structuredOutputIds.0",
        "structured output",
        ({ output }) => ({ artifactPlan: { structuredOutputIds: [output] } }),
      ],
      ["/squad", "members.0.assistant.model.toolIds.0", "tool", ({ tool }) => ({ members: [{ assistant: modelWith(tool) }] })],
      [
        "/workflow",
        "nodes.0.toolIds.0",
        "tool",
        ({ tool }) => ({ name: "Intake", nodes: [{ type: "conversation", name: "start", toolIds: [tool] }], edges: [] }),
      ],
      [
        "/tool",
        "server.credentialId",
        "credential",
        ({ credential }) => ({
          type: "function",
          function: { name: "look_up" },
          server: { url: "https://a.example", credentialId: credential },
        }),
      ],
    ],
  )("POST %s: %s", async (path, field, what, body) => {
    const foreign = {
      tool: await createTool(theirs),
      credential: await create(theirs, "/credential", { provider: "openai", apiKey: "sk-test" }),
      output: await create(theirs, "/structured-output", OUTPUT),
    };
    expect(await ours.json<ErrorBody>("POST", path, body(foreign))).toMatchObject(missing(field, what));
    const nothing = { tool: randomUUID(), credential: randomUUID(), output: randomUUID() };
    expect(await ours.json<ErrorBody>("POST", path, body(nothing))).toMatchObject(missing(field, what));
  });
});

describe("an inline assistant is looked through as a stored one is", () => {
  const call = (body: object) => ({ ...body, customer: { number: "+15550100" } });
  test.each<[path: string, field: string, what: string, body: (id: string) => object]>([
    ["/call/web", "assistant.model.toolIds.0", "tool", (id) => ({ assistant: modelWith(id) })],
    [
      "/call/web",
      "assistantOverrides.credentialIds.0",
      "credential",
      (id) => ({ assistant: {}, assistantOverrides: { credentialIds: [id] } }),
    ],
    ["/call", "assistant.model.toolIds.0", "tool", (id) => call({ assistant: modelWith(id) })],
    [
      "/call",
      "squad.members.0.assistant.model.toolIds.0",
      "tool",
      (id) => call({ squad: { members: [{ assistant: modelWith(id) }] } }),
    ],
    [
      "/call",
      "workflow.nodes.0.toolIds.0",
      "tool",
      (id) => call({ workflow: { name: "Intake", nodes: [{ type: "conversation", name: "start", toolIds: [id] }], edges: [] } }),
    ],
    ["/chat", "assistant.model.toolIds.0", "tool", (id) => ({ assistant: modelWith(id), input: "Hello." })],
    ["/session", "assistant.credentialIds.0", "credential", (id) => ({ assistant: { credentialIds: [id] } })],
  ])("POST %s: %s", async (path, field, what, body) => {
    expect(await ours.json<ErrorBody>("POST", path, body(randomUUID()))).toMatchObject(missing(field, what));
  });
});

test("what an assistant named before may be gone: only ids that a change adds are looked up", async () => {
  const [kept, other] = [await createTool(ours), await createTool(ours)];
  const foreign = await createTool(theirs);
  const id = await create(ours, "/assistant", modelWith(kept));
  await ours.json("DELETE", `/tool/${kept}`);

  expect(await ours.json("PATCH", `/assistant/${id}`, { name: "Renamed" })).toMatchObject({ status: 200 });
  expect(await ours.json("PUT", `/assistant/${id}`, modelWith(kept, other))).toMatchObject({ status: 200 });
  const refused = missing("model.toolIds.1", "tool");
  expect(await ours.json("PATCH", `/assistant/${id}`, modelWith(kept, foreign))).toMatchObject(refused);

  const draft = { revision: 3, config: modelWith(kept, foreign) };
  expect(await ours.json("PUT", `/assistant/${id}/draft`, draft)).toMatchObject({ status: 200 });
  expect(await ours.json("POST", `/assistant/${id}/publish`, {})).toMatchObject(refused);
  expect(await ours.json("GET", `/assistant/${id}`)).toMatchObject({ body: { model: { toolIds: [kept, other] } } });
});

test("a workflow that named what was deleted can be renamed", async () => {
  const toolId = await createTool(ours);
  const node = { type: "conversation", name: "start", toolIds: [toolId] };
  const id = await create(ours, "/workflow", { name: "Intake", nodes: [node], edges: [] });
  await ours.json("DELETE", `/tool/${toolId}`);
  expect(await ours.json("PATCH", `/workflow/${id}`, { name: "Reception" })).toMatchObject({ status: 200 });
});

test("names in what somebody made up are not looked up", async () => {
  await create(ours, "/assistant", { metadata: { toolIds: [randomUUID()] } });
});
