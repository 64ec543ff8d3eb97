/**
 * `npm run bench -- engine`: what assistants that act cost.
 *
 * - One turn of the conversation core that calls and chats share, with a model that answers at once: the milliseconds that it is in our hands,
 *   without tools, with 20 tools and 50 kB of knowledge, and with a question to that knowledge. Beside it, in turns, the AI SDK alone with the
 *   same model and tools, whose tools answer at once.
 * - A search in that knowledge, beside a bare `select` of a row. `npm run bench -- knowledge` has the same in as many files as there may be.
 * - Server messages delivered a second, from the event to the stored attempt, beside a bare loop of POST requests with the same bodies.
 * - 10 spoken calls at a time, with tools and without, whose processes are measured. Needs a build, chromium, flite and sox, as `call` does.
 */
import type { CreateAssistant, CreateTool, StoredFile } from "@callwright/contract";
import type { ToolRunner } from "@callwright/engine/conversation";
import { speechSample } from "@callwright/engine/testing";
import { sql } from "drizzle-orm";
import { type CallServer, startCallServer } from "../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { searchPassages } from "../apps/server/src/modules/knowledge/search/search-passages.ts";
import { resolveTools } from "../apps/server/src/modules/tool/run/resolve-tools.ts";
import { signUp } from "../tests/harness/platform.ts";
import { startServerProcess } from "../tests/harness/server-process.ts";
import { runLoad, serverTarget } from "./call/load.ts";
import { BENCH_ASSISTANT, BENCH_GREETING } from "./call/scenario.ts";
import { describeMs, median, percentile, print, printTable } from "./call/statistics.ts";
import { attachTools } from "./engine/attachments.ts";
import { type InstantModel, LOOK_UP, startInstantModel } from "./engine/instant-model.ts";
import { bareTurns, ourTurns, type TurnTime, totalMs } from "./engine/turns.ts";
import { deliverBare, deliverOurs, startConsumer } from "./engine/webhooks.ts";

const QUESTION = "What are your opening hours on Saturday?";
const TURNS_WARM = 20;
const TURNS = 100;
/** Longer conversations cost more on both sides. */
const TURNS_OF_CONVERSATION = 10;
const SEARCHES = 200;
const ROUNDS = 3;
const CALLS = 10;

const ms = (value: number) => value.toFixed(1);

async function measureTurns(model: InstantModel, tools: ToolRunner | undefined, question: string) {
  const taken: { ours: TurnTime[]; bare: TurnTime[] } = { ours: [], bare: [] };
  for (let made = 0; made < TURNS_WARM + TURNS; made += TURNS_OF_CONVERSATION) {
    const sides = { ours: await ourTurns(model, tools), bare: bareTurns(model, tools) };
    for (let turn = 0; turn < TURNS_OF_CONVERSATION; turn++)
      for (const side of ["ours", "bare"] as const) {
        const time = await sides[side](question);
        if (made >= TURNS_WARM) taken[side].push(time);
      }
  }
  return taken;
}

async function benchTurns(model: InstantModel, runner: ToolRunner): Promise<void> {
  const cases: [string, ToolRunner | undefined, string][] = [
    ["no tools", undefined, QUESTION],
    ["20 tools, 50 kB of knowledge", runner, QUESTION],
    ["the same, and the knowledge is asked", runner, `${LOOK_UP} ${QUESTION}`],
  ];
  const rows: string[][] = [];
  for (const [name, tools, question] of cases) {
    const { ours, bare } = await measureTurns(model, tools, question);
    const middle = (times: readonly TurnTime[], part: keyof TurnTime) => ms(median(times.map((time) => time[part])));
    const [own, theirs] = [ours.map(totalMs), bare.map(totalMs)];
    rows.push([
      ...[name, middle(ours, "requestMs"), middle(ours, "toolMs"), middle(ours, "textMs")],
      ...[`${ms(median(own))} / ${ms(percentile(own, 0.95))}`, ms(median(theirs)), ms(median(own) - median(theirs))],
    ]);
  }
  print(`A turn, medians of ${TURNS}, milliseconds in our hands: to the request, with the tool, to the first text`);
  printTable(["", "request", "tool", "text", "whole p50 / p95", "AI SDK alone", "ours more"], rows);
}

async function benchSearch({ server, client }: CallServer, fileId: string): Promise<void> {
  const times: number[] = [];
  const selects: number[] = [];
  for (let search = 0; search < SEARCHES; search++) {
    const startedMs = performance.now();
    await searchPassages(
      server.context.db,
      { orgId: client.orgId, sourceIds: [fileId] },
      `When is shelf ${search * 7} opened?`,
      5,
    );
    const searchedMs = performance.now();
    await server.context.db.execute(sql`select * from file where id = ${fileId}`);
    times.push(searchedMs - startedMs);
    selects.push(performance.now() - searchedMs);
  }
  const described = (taken: readonly number[]) => `p50 ${ms(median(taken))} ms, p95 ${ms(percentile(taken, 0.95))} ms`;
  print(`\nA search in that knowledge: ${described(times)}; a bare select of a row: ${described(selects)}`);
}

async function benchWebhooks(calls: CallServer): Promise<void> {
  const consumer = await startConsumer();
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond, bodies } = await deliverOurs(calls, consumer);
    rates.ours.push(perSecond);
    rates.bare.push(await deliverBare(consumer, bodies));
  }
  await consumer.close();
  const [ours, bare] = [median(rates.ours), median(rates.bare)];
  print(
    `\nServer messages: ${ours.toFixed(0)} deliveries/s, bare POST loop ${bare.toFixed(0)}/s: ${((ours / bare) * 100).toFixed(0)} %`,
  );
}

/** An assistant that recognizes `text` for every utterance, and answers with the instant model. */
function assistantOf(model: InstantModel, text: string, tools: CreateTool[]): CreateAssistant {
  return {
    name: "Bench",
    voice: BENCH_ASSISTANT.voice,
    firstMessage: BENCH_GREETING,
    transcriber: { provider: "callwright", model: "fake-instant", text },
    model: {
      provider: "custom-llm",
      model: "instant",
      url: model.url,
      tools,
      messages: [{ role: "system", content: "You answer for a small shop." }],
    },
  };
}

async function benchCalls(model: InstantModel): Promise<void> {
  const env = { FAKE_PROVIDERS: "true", ALLOW_PRIVATE_ADDRESSES: "true", SIGN_UP: "open", LOG_LEVEL: "warn" };
  const server = await startServerProcess({ env });
  try {
    const user = await signUp(server.url, { name: "Bench", email: "bench@example.com", password: "a long enough password" });
    const upload = async (form: FormData) => user.upload<StoredFile>("/file", form);
    const { tools } = await attachTools(user.send, upload);
    const question = await speechSample(QUESTION);
    const rows: string[][] = [];
    for (const [name, assistant] of [
      ["no tools", assistantOf(model, QUESTION, [])],
      ["20 tools, each turn asks the knowledge", assistantOf(model, `${LOOK_UP} ${QUESTION}`, tools)],
    ] as const) {
      const { heardMs, cores, unanswered } = await runLoad(serverTarget(user, server, assistant), CALLS, question);
      rows.push([name, describeMs(heardMs), cores.toFixed(2), String(unanswered)]);
    }
    print(`\n${CALLS} calls at a time; callers and hosts share this machine`);
    printTable(["", "heard p50 / p95", "cores", "unanswered"], rows);
  } finally {
    await server.stop();
  }
}

const model = await startInstantModel();
const calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
try {
  const { client, server } = calls;
  const upload = async (body: FormData) => (await (await client.fetch("/file", { method: "POST", body })).json()) as StoredFile;
  const { tools, fileId } = await attachTools(client.json, upload);
  const assistant: CreateAssistant = { model: { provider: "custom-llm", model: "instant", url: model.url, tools } };
  // A stored call, because each run of a tool refers to one: a refused statement would close its connection, and the next search would need a new
  // one.
  const conversation = { type: "call", id: (await calls.createCall()).id } as const;
  const resolved = await resolveTools(server.context, client.orgId, assistant, { conversation });
  await benchTurns(model, resolved.runner);
  await benchSearch(calls, fileId);
  await resolved.close();
  await benchWebhooks(calls);
} finally {
  await calls.server.close();
}
await benchCalls(model);
await model.close();
