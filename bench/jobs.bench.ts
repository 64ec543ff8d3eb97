/**
 * `npm run bench -- jobs`: how many ended calls a server analyzes per second (summary and success, stored with their events, costs and the report),
 * and how many turns of chat tests it runs per second (stored, scored, with their cost). Each is compared with a bare loop that asks the same model
 * the same number of questions, with the same concurrency, and stores nothing. The model is on this machine and answers at once, so the difference is
 * the work of the jobs.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { TestRun } from "@callwright/contract";
import { createModelOrFailing } from "@callwright/engine/conversation";
import { startFakeOpenAiServer } from "@callwright/engine/testing";
import { and, eq, sql } from "drizzle-orm";
import { askJudge } from "../apps/server/src/modules/call/analysis/judge.ts";
import { call, callEvent } from "../apps/server/src/modules/call/tables.ts";
import { simulationRun } from "../apps/server/src/modules/simulation/tables.ts";
import { createLogger } from "../apps/server/src/platform/config/logger.ts";
import { connectDatabase } from "../apps/server/src/platform/db/connect.ts";
import { signUpTestClient, type TestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { created } from "./api/created.ts";
import { median, print, printTable } from "./call/statistics.ts";

const CALLS = 200;
const ROUNDS = 3;
/** Jobs of one organization at a time. */
const AT_A_TIME = 4;
const QUESTIONS_OF_CALL = 2;
const LINES = 20;
const [TESTS, TURNS_OF_TEST] = [25, 8];
/** The whole bench takes less; a hanging run is ended after this time. */
const MAX_MS = 220_000;

const fake = await startFakeOpenAiServer();
fake.reply({ kind: "words", words: ["true"] });
const server = await startBenchServer({
  JUDGE_MODEL: "judge",
  JUDGE_BASE_URL: fake.url,
  ALLOW_PRIVATE_ADDRESSES: "true",
});
const { db, close } = connectDatabase(server.databaseUrl, createLogger({ logLevel: "silent" }), { statementMaxMs: 0 });

async function addCalls(orgId: string): Promise<string[]> {
  const at = new Date();
  const ids = Array.from({ length: CALLS }, () => randomUUID());
  const plan = { summaryPlan: { timeoutSeconds: 60 }, successEvaluationPlan: { timeoutSeconds: 60 } };
  await db.insert(call).values(
    ids.map((id) => ({
      id,
      orgId,
      createdAt: at,
      updatedAt: at,
      startedAt: at,
      endedAt: at,
      type: "webCall",
      status: "ended" as const,
      endedReason: "customer-ended-call",
      roomSecretHash: "",
      nodeId: "",
      leaseExpiresAt: at,
      assistant: { name: "Riley", analysisPlan: plan },
      analysisState: "done" as const,
    })),
  );
  const lines = ids.flatMap((callId) =>
    Array.from({ length: LINES }, (_, seq) => ({
      callId,
      orgId,
      seq,
      atMs: seq,
      type: seq % 2 === 0 ? ("user.said" as const) : ("assistant.said" as const),
      payload: { text: "I would like to book a table for two.", startMs: seq, endMs: seq + 1, turn: 0 },
    })),
  );
  for (let from = 0; from < lines.length; from += 2_000) await db.insert(callEvent).values(lines.slice(from, from + 2_000));
  return ids;
}

/** Runs `work` for each item, a few at a time. */
async function each(items: readonly string[], atATime: number, work: (item: string) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}

const perSecond = (count: number, startedAt: number) => count / ((performance.now() - startedAt) / 1000);

/** Checks a condition every 20 ms. Fails with what did not happen. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (performance.now() > MAX_MS) throw new Error(`${what}: not after ${MAX_MS / 1000} s`);
    await delay(20);
  }
}

/** A suite whose tests only ask the model. */
async function addSuite(person: TestClient): Promise<string> {
  const model = { provider: "custom-llm", model: "agent", url: fake.url };
  const { id: assistantId } = await created(person.json, "/assistant", { name: "Bench", model });
  const { id: suiteId } = await created(person.json, "/test-suite", { targetPlan: { assistantId } });
  const steps = Array.from({ length: TURNS_OF_TEST }, () => ({ say: "I would like to book a table for two." }));
  const scorers = [{ type: "ai", rubric: "Answers", check: { type: "said", text: "true" } }];
  for (let test = 0; test < TESTS; test++)
    await created(person.json, `/test-suite/${suiteId}/test`, { type: "chat", script: "", steps, scorers });
  return suiteId;
}

try {
  const person = await signUpTestClient(server.url, { email: "bench@example.com" });
  const provider = "custom-llm";
  const model = await createModelOrFailing(
    { provider, model: "judge", url: fake.url },
    { keys: {}, urls: { [provider]: fake.url } },
  );
  const judge = { model, provider, name: "judge", temperature: 0, maxTokens: 4_096 };
  const question = (lines: number) => ({
    messages: [{ type: "user" as const, text: "I would like to book a table for two.\n".repeat(lines) }],
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    read: (value: string) => ({ value }),
    onUsage: () => {},
  });
  const suiteId = await addSuite(person);
  const turns = Array.from({ length: TESTS * TURNS_OF_TEST }, (_, index) => String(index));
  const rates = { jobs: [] as number[], bare: [] as number[], turns: [] as number[], bareTurns: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await addCalls(person.orgId);
    const bareAt = performance.now();
    await each(ids, AT_A_TIME, async () => {
      await Promise.all(Array.from({ length: QUESTIONS_OF_CALL }, () => askJudge(judge, question(LINES))));
    });
    rates.bare.push(perSecond(CALLS, bareAt));
    const isDone = and(eq(call.orgId, person.orgId), eq(call.analysisState, "done"));
    const before = await db.$count(call, isDone);
    const jobsAt = performance.now();
    await each(ids, AT_A_TIME, async (id) => {
      const { status, body } = await person.json("POST", `/call/${id}/analyze`);
      if (status >= 400) throw new Error(`a call is not analyzed: ${JSON.stringify(body)}`);
    });
    await until("calls are analyzed", async () => (await db.$count(call, isDone)) >= before);
    rates.jobs.push(perSecond(CALLS, jobsAt));

    const bareTurnsAt = performance.now();
    await each(turns, AT_A_TIME, () => askJudge(judge, question(1)));
    rates.bareTurns.push(perSecond(turns.length, bareTurnsAt));
    const turnsAt = performance.now();
    const { id: runId } = await created(person.json, `/test-suite/${suiteId}/run`, {});
    const getRun = async () => (await person.json<TestRun>("GET", `/test-suite/${suiteId}/run/${runId}`)).body;
    const state = sql`${simulationRun.state} ->> 'status'`;
    await until("tests are run", async () => {
      const [row] = await db
        .select({ status: sql<string>`${state}` })
        .from(simulationRun)
        .where(eq(simulationRun.id, runId));
      return row?.status === "completed";
    });
    rates.turns.push(perSecond(turns.length, turnsAt));
    const { progress } = await getRun();
    if (progress?.passed !== TESTS) throw new Error(`${progress?.passed} of ${TESTS} tests passed`);
  }
  print(
    `${CALLS} calls of ${LINES} lines, ${TESTS} tests of ${TURNS_OF_TEST} turns; ${AT_A_TIME} at a time, medians of ${ROUNDS} rounds`,
  );
  const rows = [["calls analyzed", rates.jobs, rates.bare] as const, ["test turns", rates.turns, rates.bareTurns] as const].map(
    ([what, jobs, bare]) => {
      const [made, asked] = [median(jobs), median(bare)];
      return [what, made.toFixed(1), asked.toFixed(1), (made / asked).toFixed(2)];
    },
  );
  printTable(["", "jobs / s", "bare loop / s", "share of the bare loop"], rows);
} finally {
  await close();
  await fake.close();
  await server.stop();
}
