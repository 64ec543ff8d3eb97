import type { CreateAssistant, CreateKnowledgeBase, CreateTool, HistoryItem, StoredFile, WebChat } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { FAULTS, type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { resolveTools } from "./resolve-tools.ts";
import { NO_VISITOR_TOOLS } from "./visitor-tools.ts";

const RETURNS = "# Returns\nYou can return anything within 30 days.\n# Delivery\nA parcel takes two days. A letter takes one.";
const DELIVERY = { file: "returns.md", heading: "Delivery", text: "A parcel takes two days. A letter takes one." };

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
let fileId: string;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  [client, stranger] = [await server.signUp(), await server.signUp()];
  fileId = await upload(RETURNS);
});
afterAll(() => server.close());

async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([text]), "returns.md");
  const { id } = (await (await client.fetch("/file", { method: "POST", body: form })).json()) as StoredFile;
  await vi.waitFor(async () => {
    expect((await client.json<StoredFile>("GET", `/file/${id}`)).body.status).toBe("done");
  }, 30_000);
  return id;
}

const query = (fields: object = {}): CreateTool => ({
  type: "query",
  knowledgeBases: [{ provider: "google", name: "Handbook", description: "How we work", fileIds: [fileId.toUpperCase()] }],
  ...fields,
});

/** The conversation before the tool runs. */
const HISTORY: HistoryItem[] = [
  { type: "system", text: "You are Riley." },
  { type: "user", text: "Where is it?" },
];

async function resolve(model: object, { orgId = client.orgId, ofVisitor = NO_VISITOR_TOOLS } = {}) {
  const assistant = { name: "Riley", model: { provider: "callwright", model: "builtin", ...model } } as CreateAssistant;
  const options = { conversation: { type: "chat", id: "chat-1", sessionId: "session-1" }, ofVisitor } as const;
  const { tools, runner } = await resolveTools(server.context, orgId, assistant, options);
  const ask = async (question: string, given: object = { query: question }) => {
    const call = { id: "call-1", name: tools[0]?.name ?? "", arguments: { ...given } };
    const outcome = await runner.run(call, {}, new AbortController().signal, HISTORY);
    return { ...outcome, passages: outcome.failed ? [] : (JSON.parse(outcome.result) as object[]) };
  };
  return { tools, runner, ask };
}

async function createBase(base: CreateKnowledgeBase): Promise<string> {
  const created = await client.json<{ id: string }>("POST", "/knowledge-base", base);
  expect(created).toMatchObject({ status: 201 });
  return created.body.id;
}

describe("a query tool", () => {
  test("tells any model what is in its files, and answers with passages", async () => {
    const { tools, ask } = await resolve({ tools: [query()] });
    expect(tools[0]).toMatchObject({ action: "run", parameters: { required: ["query"] } });
    expect(tools[0]?.description).toContain("Handbook: How we work");
    expect(await ask("How long does a parcel take?")).toMatchObject({ failed: false, passages: [DELIVERY] });
    expect(await ask("", { question: "parcels" })).toMatchObject({ passages: [DELIVERY] });
    expect((await ask("Who is the mayor?")).result).toBe("[]");
    expect(await ask("", { query: 7 })).toMatchObject({ failed: true, result: expect.stringContaining("'query'") });
  });

  test("keeps the name, the description and the messages that somebody gave it", async () => {
    const messages = [{ type: "request-start" as const, content: "Let me look." }];
    const { tools } = await resolve({ tools: [query({ function: { name: "look_up", description: "Knows it." }, messages })] });
    expect(tools[0]).toMatchObject({ name: "look_up", description: "Knows it.", messages });
  });

  test("finds nothing in files of another organization, and is not there for an assistant that a visitor wrote", async () => {
    const foreign = await resolve({ tools: [query()] }, { orgId: stranger.orgId });
    expect((await foreign.ask("parcel")).result).toBe("[]");
    const { tools, ask } = await resolve({ tools: [query()] }, { ofVisitor: { ...NO_VISITOR_TOOLS, model: true } });
    expect(tools).toMatchObject([{ action: "unavailable" }]);
    expect(await ask("parcel")).toMatchObject({ failed: true });
  });
});

test("a file that is deleted and purged while it is searched ends no search", async () => {
  const gone = await upload(RETURNS);
  const base = { provider: "google", name: "Old", description: "", fileIds: [gone, fileId] };
  const { ask } = await resolve({ tools: [query({ knowledgeBases: [base] })] });
  const purge = async () => {
    await client.json("DELETE", `/file/${gone}`);
    await server.context.db.execute(sql`delete from file where id = ${gone}`);
  };
  const [, ...answers] = await Promise.all([purge(), ...Array.from({ length: 20 }, () => ask("return a parcel"))]);
  for (const answer of answers) expect(answer).toMatchObject({ failed: false, passages: expect.arrayContaining([DELIVERY]) });
  expect((await ask("return a parcel")).passages).toHaveLength(2);
});

describe("a knowledge base of files", () => {
  test("answers as its search plan says, as a tool and as the model's own", async () => {
    const createPlan = { type: "create" as const, chunkPlans: [{ fileIds: [fileId] }] };
    const one = { searchType: "fulltext" as const, topK: 1 };
    const id = await createBase({ provider: "trieve", createPlan, searchPlan: one });
    const tool = { type: "knowledgeBase", knowledgeBaseId: id, function: { name: "handbook" } };
    for (const model of [{ tools: [tool] }, { knowledgeBaseId: id }]) {
      const { ask } = await resolve(model);
      expect((await ask("return a parcel")).passages).toHaveLength(1);
    }
    const sure = await createBase({ provider: "trieve", createPlan, searchPlan: { ...one, topK: 5, scoreThreshold: 0.7 } });
    const { ask } = await resolve({ knowledgeBaseId: sure });
    expect((await ask("parcel and spaceship")).passages).toEqual([]);
    expect((await ask("parcel")).passages).toEqual([DELIVERY]);
  });

  test("of another organization is refused", async () => {
    const knowledgeBaseId = await createBase({
      provider: "trieve",
      createPlan: { type: "create", chunkPlans: [{ fileIds: [fileId] }] },
    });
    await expect(resolve({ knowledgeBaseId }, { orgId: stranger.orgId })).rejects.toMatchObject({ code: "reference-missing" });
  });
});

describe("a knowledge base of an own server", () => {
  let target: LoopbackServer;
  beforeEach(async () => {
    target = await startLoopbackServer((response) => response.end("{}"));
  });
  afterEach(() => target.close());
  const base = (): CreateKnowledgeBase => ({
    provider: "custom-knowledge-base",
    server: { url: `${target.origin}/know`, headers: { "X-Key": "secret" } },
  });

  test("gets the question, and its documents are the answer", async () => {
    const documents = [
      { content: "Far.", similarity: 0.2 },
      { content: "Near.", similarity: 0.9, uuid: "1" },
    ];
    target.answer = (response) => response.end(JSON.stringify({ documents }));
    for (const model of [{ knowledgeBase: base() }, { knowledgeBaseId: await createBase(base()) }]) {
      const { ask } = await resolve(model);
      expect(await ask("How near?")).toMatchObject({ result: '[{"text":"Near."},{"text":"Far."}]' });
      expect((await ask("How near?")).passages).toEqual([{ text: "Near." }, { text: "Far." }]);
      const { headers, body } = target.arrived.at(-1) ?? {};
      expect(headers).toMatchObject({ "x-key": "secret" });
      const { message } = JSON.parse(body ?? "") as { message: Record<string, unknown> };
      expect(message).toMatchObject({
        type: "knowledge-base-request",
        query: "How near?",
        messagesOpenAIFormatted: [
          { role: "system", content: "You are Riley." },
          { role: "user", content: "Where is it?" },
        ],
        messages: [
          { role: "system", message: "You are Riley." },
          { role: "user", message: "Where is it?" },
        ],
        assistant: { name: "Riley" },
      });
      expect(body).not.toContain("secret");
    }
  });

  test("may say something in place of the model", async () => {
    target.answer = (response) => response.end('{"message":{"type":"custom-message","content":"Ask again at nine."}}');
    const { runner, tools } = await resolve({ knowledgeBase: base() });
    const call = { id: "call-1", name: tools[0]?.name ?? "", arguments: { query: "Who?" } };
    expect(await runner.run(call, {}, new AbortController().signal)).toMatchObject({
      failed: false,
      message: { type: "request-complete", content: "Ask again at nine." },
    });
  });

  test.each([
    ["{}", "without a list 'documents'"],
    ["<html>", "did not answer with valid JSON"],
  ])("that answers %s fails, and says why", async (answer, reason) => {
    target.answer = (response) => response.end(answer);
    const { ask } = await resolve({ knowledgeBase: base() });
    expect(await ask("Who?")).toMatchObject({ failed: true, result: expect.stringContaining(reason) });
  });

  test.each([
    ["slow", "The request failed: no answer within 1 s."],
    ["dropped before its answer", "The request failed: it broke the connection off."],
    ["killed in the middle", "The request failed: it broke the connection off."],
    ["status 500", "The knowledge base's server answered with status 500."],
    ["garbage", "The knowledge base's server did not answer with valid JSON."],
    ["10 MB", "The answer has more than 1 MB."],
  ] as const)("that is %s fails with a sentence, and the conversation goes on", async (fault, sentence) => {
    target.answer = FAULTS[fault];
    const server = { url: `${target.origin}/know`, timeoutSeconds: fault === "slow" ? 1 : 20 };
    const knowledgeBase = { provider: "custom-knowledge-base", server };
    const { ask } = await resolve({ knowledgeBase });
    expect(await ask("Who?")).toMatchObject({ failed: true, result: sentence });

    const assistant = { model: { provider: "callwright", model: "builtin", knowledgeBase } };
    const say = async (input: string, previousChatId?: string) => {
      const target = previousChatId === undefined ? { assistant } : { previousChatId };
      const { status, body } = await client.json<WebChat>("POST", "/chat/web", { ...target, input });
      expect(status).toBe(201);
      return { id: body.id, said: body.output.map(({ content }) => content).join("") };
    };
    const first = await say("Who repairs bicycles?");
    expect(first.said).toMatch(/^I'm sorry, I could not look that up\./);
    const documents = [{ content: "Anna repairs bicycles.", similarity: 0.9 }];
    target.answer = (response) => response.end(JSON.stringify({ messageResponse: { documents } }));
    expect((await say("Who repairs bicycles?", first.id)).said).toContain("Anna repairs bicycles.");
  });
});
