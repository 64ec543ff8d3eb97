/**
 * `npm run bench -- jobs`: ended calls that a server analyzes in a second (summary and success, stored with their events, costs and the
 * report), beside a bare loop that asks the same model the same number of questions, as many at a time, and stores nothing. The model is on
 * this machine and answers at once, so that the difference is the work of the jobs.
 */
import { randomUUID } from "node:crypto";
import { createModelOrFailing } from "@callwright/engine/conversation";
import { startFakeOpenAiServer } from "@callwright/engine/testing";
import { and, eq } from "drizzle-orm";
import { askJudge } from "../apps/server/src/analysis/judge.ts";
import { connectDatabase } from "../apps/server/src/db/connect.ts";
import { call, callEvent } from "../apps/server/src/db/schema/platform.ts";
import { createLogger } from "../apps/server/src/logger.ts";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { median, table } from "./call/statistics.ts";

const CALLS = 200;
const ROUNDS = 3;
/** Of one organization. */
const AT_A_TIME = 4;
const QUESTIONS_OF_CALL = 2;
const LINES = 20;

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
      ...{ id, orgId, createdAt: at, updatedAt: at, startedAt: at, endedAt: at, type: "webCall", status: "ended" as const },
      ...{ endedReason: "customer-ended-call", roomSecretHash: "", nodeId: "", leaseExpiresAt: at },
      ...{ assistant: { name: "Riley", analysisPlan: plan }, analysisState: "done" as const },
    })),
  );
  const lines = ids.flatMap((callId) =>
    Array.from({ length: LINES }, (_, seq) => ({
      ...{ callId, orgId, seq, atMs: seq, type: seq % 2 === 0 ? ("user.said" as const) : ("assistant.said" as const) },
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

const perSecond = (startedAt: number) => CALLS / ((performance.now() - startedAt) / 1000);

try {
  const person = await signUpTestClient(server.url, { email: "bench@example.com" });
  const provider = "custom-llm";
  const model = await createModelOrFailing(
    { provider, model: "judge", url: fake.url },
    { keys: {}, urls: { [provider]: fake.url } },
  );
  const judge = { model, provider, name: "judge", temperature: 0, maxTokens: 4_096 };
  const text = "I would like to book a table for two.\n".repeat(LINES);
  const question = {
    messages: [{ type: "user" as const, text }],
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    read: (value: string) => ({ value }),
    onUsage: () => {},
  };
  const rates = { jobs: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await addCalls(person.orgId);
    const bareAt = performance.now();
    await each(ids, AT_A_TIME, async () => {
      await Promise.all(Array.from({ length: QUESTIONS_OF_CALL }, () => askJudge(judge, question)));
    });
    rates.bare.push(perSecond(bareAt));
    const isDone = and(eq(call.orgId, person.orgId), eq(call.analysisState, "done"));
    const before = await db.$count(call, isDone);
    const jobsAt = performance.now();
    await each(ids, AT_A_TIME, (id) => person.json("POST", `/call/${id}/analyze`));
    while ((await db.$count(call, isDone)) < before) await new Promise((resolve) => setTimeout(resolve, 20));
    rates.jobs.push(perSecond(jobsAt));
  }
  const [jobs, bare] = [median(rates.jobs), median(rates.bare)];
  process.stdout.write(`${CALLS} calls of ${LINES} lines, ${AT_A_TIME} at a time, medians of ${ROUNDS} rounds\n`);
  const rows = [
    ["jobs", jobs.toFixed(1), (jobs / bare).toFixed(2)],
    ["bare loop", bare.toFixed(1), "1"],
  ];
  process.stdout.write(`${table(["", "calls/s", "share of the bare loop"], rows)}\n`);
} finally {
  await close();
  await fake.close();
  await server.stop();
}
