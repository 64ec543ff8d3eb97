import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Call, CallEvent, Chat } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CallServer, startCallServer } from "../../modules/call/runtime/testing/call-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";

const logLines: string[] = [];
vi.mock(import("../config/logger.ts"), async (original) => {
  const { createLogger } = await original();
  return { createLogger: () => createLogger({ logLevel: "trace" }, { write: (line) => void logLines.push(line) }) };
});

let calls: CallServer;
let model: FakeOpenAiServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  model = await startFakeOpenAiServer();
  receiver = await startWebhookReceiver();
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(async () => {
  await calls.server.close();
  await receiver.close();
  await model.close();
});

/** Unique words, one for each way into the server. */
const PLACES = [
  ...["prompt", "variable", "said", "answered", "typed", "argument", "result", "output", "partial", "failure", "asked"],
  ...["chatinput", "chatoutput", "chatvariable", "chatcustomer", "summary"],
] as const;
type Words = Record<(typeof PLACES)[number], string>;
const wordsOf = (name: string) => Object.fromEntries(PLACES.map((place) => [place, `${name}${place}`])) as Words;

/** Every row of every table of every schema, every file of the data directory and every line of the log, with its place. */
async function everything(): Promise<string[]> {
  const { db, config } = calls.server.context;
  const tables = await db.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.rows.map(({ schema, name }) => `${schema}.${name}`)).toEqual(
    expect.arrayContaining(["public.call_event", "public.chat", "public.webhook_delivery", "pgboss.job"]),
  );
  const rows: string[] = [];
  for (const { schema, name } of tables.rows) {
    const found = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    );
    rows.push(...found.rows.map(({ row }) => `${schema}.${name} ${row}`));
  }
  const files = (await readdir(config.dataDir, { recursive: true })).map((file) => path.join(config.dataDir, file));
  for (const file of files) if ((await stat(file)).isFile()) rows.push(`${file} ${await readFile(file, "latin1")}`);
  return [...rows, ...logLines.map((line) => `log ${line}`)];
}

const foundIn = (all: readonly string[], words: Words) =>
  PLACES.filter((place) => all.some((line) => line.includes(words[place])));

async function talk(words: Words, compliancePlan: object): Promise<string> {
  const { pool } = calls;
  const tool = { type: "function", function: { name: "pay", parameters: { type: "object", properties: {} } } };
  receiver.answerWith(({ message }, response) =>
    response.end(
      message.type === "tool-calls" ? JSON.stringify({ results: [{ toolCallId: "c1", result: words.result }] }) : "ok",
    ),
  );
  model.reply({ kind: "words", words: [words.summary] });
  const { id } = await calls.createCall({
    assistant: {
      name: "Riley",
      model: {
        provider: "custom-llm",
        model: "m",
        url: model.url,
        tools: [tool],
        messages: [{ role: "system", content: words.prompt }],
      },
      server: { url: receiver.url },
      serverMessages: ["transcript", "conversation-update", "end-of-call-report", "tool-calls", "status-update"],
      compliancePlan,
    },
    assistantOverrides: { variableValues: { patient: words.variable } },
  });
  pool.join(id);
  pool.happen(id, "prompt.rendered", { text: words.prompt });
  pool.speak(id, "user", words.partial);
  pool.happen(id, "user.said", { text: words.said, startMs: 10, endMs: 400, turn: 0, typed: false });
  pool.happen(id, "model.output", { text: words.output });
  pool.happen(id, "tool.called", { id: "c1", name: "pay", turn: 0, arguments: { card: words.argument } });
  const history = [{ type: "user" as const, text: words.asked }];
  const call = { id: "c1", name: "pay", arguments: { card: words.argument } };
  expect((await pool.act(id, { call, variables: {}, history })).outcome).toMatchObject({ result: words.result });
  pool.happen(id, "tool.answered", { id: "c1", name: "pay", turn: 0, result: words.result, failed: false, durationMs: 3 });
  pool.happen(id, "failure", { part: "model", provider: "custom-llm", message: words.failure });
  pool.happen(id, "message.added", { role: "user", content: words.typed });
  pool.happen(id, "assistant.said", { text: words.answered, startMs: 600, endMs: 900, turn: 0, words: [], interrupted: false });
  pool.record(id, 1);
  calls.advance(2_000);
  pool.hangUp(id);
  const report = () =>
    receiver.received.find(({ message }) => message.type === "end-of-call-report" && JSON.stringify(message.call).includes(id));
  await expect.poll(report, { timeout: 60_000 }).toBeDefined();
  // The words were available for sending.
  expect(JSON.stringify(report()?.message)).toContain(words.said);
  expect(JSON.stringify(report()?.message.analysis)).toContain(words.summary);
  return id;
}

async function chat(words: Words, compliancePlan: object, key: string): Promise<Response> {
  model.reply({ kind: "words", words: [words.chatoutput] });
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url }, compliancePlan };
  const assistantOverrides = { variableValues: { patient: words.chatvariable } };
  return calls.client.fetch("/chat", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ assistant, assistantOverrides, customer: { name: words.chatcustomer }, input: words.chatinput }),
  });
}

test("nothing of a HIPAA or PCI call or chat is at rest, and the same search finds the words of others", {
  timeout: 240_000,
}, async () => {
  const plans = { open: {}, hipaa: { hipaaEnabled: true }, pci: { pciEnabled: true } };
  const ids: Record<string, string> = {};
  for (const [name, plan] of Object.entries(plans)) {
    const words = wordsOf(name);
    ids[name] = await talk(words, plan);
    const answered = await chat(words, plan, `key-${name}`);
    const body = (await answered.json()) as Chat;
    expect(answered.status, JSON.stringify(body)).toBe(200);
    // The caller gets the words, whatever is stored.
    expect(JSON.stringify([body.input, body.output])).toContain(words.chatinput);
    expect(JSON.stringify(body.output)).toContain(words.chatoutput);
    const stored = (await calls.client.json<Chat>("GET", `/chat/${body.id}`)).body;
    expect(stored.input).toHaveLength(name === "open" ? 1 : 0);
    expect((await chat(words, plan, `key-${name}`)).status).toBe(name === "open" ? 200 : 409);
  }
  await expect.poll(async () => (await calls.client.json<Call>("GET", `/call/${ids.open}`)).body.analysisState).toBe("done");
  const all = await everything();
  // Partial lines are only in memory, and a tool's question contains no history here.
  expect(foundIn(all, wordsOf("open"))).toEqual(PLACES.filter((place) => place !== "partial" && place !== "asked"));
  expect(foundIn(all, wordsOf("hipaa"))).toEqual([]);
  expect(foundIn(all, wordsOf("pci"))).toEqual([]);
  const { body: hipaa } = await calls.client.json<Call>("GET", `/call/${ids.hipaa}`);
  expect(hipaa).toMatchObject({ compliance: { hipaaEnabled: true }, status: "ended", endedReason: "customer-ended-call" });
  expect(hipaa.artifact?.recordingUrl).toBeUndefined();
  const { body: events } = await calls.client.json<CallEvent[]>("GET", `/call/${ids.hipaa}/event`);
  expect(events.map(({ type }) => type)).toEqual(["call.started", "call.ended"]);
  const { body: log } = await calls.client.json<{ results: { kind: string; type: string; status: string }[] }>(
    "GET",
    `/webhook-delivery?callId=${ids.hipaa}`,
  );
  expect(log.results.map(({ kind, type, status }) => `${kind} ${type} ${status}`)).toContain(
    "memory end-of-call-report delivered",
  );
});
