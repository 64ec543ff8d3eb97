import type { StoredFile, WebChat } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestClient } from "../../../testing/test-client.ts";
import { type CallServer, startCallServer } from "../../call/runtime/testing/call-server.ts";

const RETURNS = "# Returns\nYou can return anything within 30 days.";
const ANSWER = "You can return anything within 30 days.";
/** The answer to a search without a result. */
const NOT_FOUND = "I'm sorry, I could not find that.";
const UNKNOWN = /^I'm sorry, I don't know that/;
const MODEL = { provider: "callwright", model: "builtin" };

let calls: CallServer;
let client: TestClient;
let stranger: TestClient;
let fileId: string;

async function upload(as: TestClient, text: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([text]), "returns.md");
  const { id } = (await (await as.fetch("/file", { method: "POST", body: form })).json()) as StoredFile;
  await vi.waitFor(async () => expect((await as.json<StoredFile>("GET", `/file/${id}`)).body.status).toBe("done"), 30_000);
  return id;
}

const create = async (path: string, body: object, as = client) => {
  const created = await as.json<{ id: string }>("POST", path, body);
  expect(created).toMatchObject({ status: 201 });
  return created.body.id;
};

const query = (...fileIds: string[]) => ({
  type: "query",
  knowledgeBases: [{ provider: "google", name: "Handbook", description: "How we work", fileIds }],
});

async function ask(model: object, as = client): Promise<string> {
  return askOf({ assistantId: await create("/assistant", { model: { ...MODEL, ...model } }, as) }, as);
}

async function askOf(target: object, as = client): Promise<string> {
  const chat = await as.json<WebChat>("POST", "/chat/web", { ...target, input: "Can I return it?" });
  return chat.body.output.map(({ content }) => content).join("");
}

beforeAll(async () => {
  calls = await startCallServer();
  client = calls.client;
  stranger = await calls.server.signUp();
  fileId = await upload(client, RETURNS);
});
afterAll(() => calls.server.close());

describe("the built-in model answers with the passages that are found in the files", () => {
  test("of a query tool that the assistant has", async () => {
    expect(await ask({})).toMatch(UNKNOWN);
    expect(await ask({ tools: [query(fileId.toUpperCase())] })).toBe(ANSWER);
  });

  test("of a query tool that it names", async () => {
    expect(await ask({ toolIds: [await create("/tool", query(fileId))] })).toBe(ANSWER);
  });

  test("of a knowledge base", async () => {
    const createPlan = { type: "create", chunkPlans: [{ fileIds: [fileId] }] };
    const knowledgeBaseId = await create("/knowledge-base", { provider: "trieve", createPlan });
    expect(await ask({ knowledgeBaseId })).toBe(ANSWER);
    const tool = { type: "knowledgeBase", knowledgeBaseId, function: { name: "handbook" } };
    expect(await ask({ tools: [tool] })).toBe(ANSWER);
  });

  test("in a session's chats, from the first to the last, and the conversation shows what was used", async () => {
    const session = await create("/session", { assistant: { model: { ...MODEL, tools: [query(fileId)] } } });
    for (let chat = 0; chat < 2; chat++) {
      const said = await client.json<WebChat>("POST", "/chat", { sessionId: session, input: "Can I return it?" });
      expect(said.body.output.at(-1)).toMatchObject({ content: ANSWER });
    }
    const { body } = await client.json<{ messages: { role: string }[] }>("GET", `/session/${session}`);
    const turn = ["user", "assistant", "tool", "assistant"];
    expect(body.messages.map(({ role }) => role)).toEqual([...turn, ...turn]);
    expect(body.messages[2]).toMatchObject({ content: expect.stringContaining('"file":"returns.md"') });
  });

  test("in a call, whose host asks the server and gets no text of a file before", async () => {
    const { id } = await calls.createCall({ assistant: { model: { ...MODEL, tools: [query(fileId)] } } });
    const spec = calls.pool.specs.at(-1);
    expect(JSON.stringify(spec)).not.toContain(ANSWER);
    const call = { id: "call_1", name: spec?.tools?.[0]?.name ?? "", arguments: { query: "Can I return it?" } };
    const { outcome } = await calls.pool.act(id, { call, variables: {} });
    expect(outcome).toMatchObject({ failed: false, result: expect.stringContaining(ANSWER) });
  });

  test("and small talk asks for none", async () => {
    const assistantId = await create("/assistant", { model: { ...MODEL, tools: [query(fileId)] } });
    const { body } = await client.json<WebChat>("POST", "/chat/web", { assistantId, input: "Thank you!" });
    expect(body.output).toMatchObject([{ role: "assistant", content: expect.stringMatching(/^You're welcome/) }]);
  });
});

test("a file of another organization, and one that is deleted, is none", async () => {
  const foreign = await stranger.json("POST", "/chat/web", {
    assistant: { model: { ...MODEL, tools: [query(fileId)] } },
    input: "?",
  });
  expect(foreign).toMatchObject({ status: 400, body: { code: "reference-missing" } });
  const other = await upload(client, RETURNS);
  const assistantId = await create("/assistant", { model: { ...MODEL, tools: [query(other)] } });
  expect(await askOf({ assistantId })).toBe(ANSWER);
  await calls.server.context.db.execute(`update file set deleted_at = now() where id = '${other}'`);
  expect(await askOf({ assistantId })).toBe(NOT_FOUND);
});

test("a visitor gets the answers of a stored assistant, and names no file", async () => {
  const { value } = (await client.json<{ value: string }>("POST", "/token", { tag: "public" })).body;
  const say = async (target: object): Promise<string> => {
    const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
    const body = JSON.stringify({ ...target, input: "Can I return it?" });
    const chat = (await (await client.fetch("/chat/web", { method: "POST", headers, body })).json()) as WebChat;
    return chat.output.map(({ content }) => content).join("");
  };
  const model = { ...MODEL, tools: [query(fileId)] };
  const assistantId = await create("/assistant", { model });
  expect(await say({ assistantId })).toBe(ANSWER);
  expect(await say({ assistantId, assistantOverrides: { model } })).toMatch(UNKNOWN);
  expect(await say({ assistant: { model } })).toMatch(UNKNOWN);
});
