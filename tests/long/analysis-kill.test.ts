import { randomUUID } from "node:crypto";
import { startFakeOpenAiServer } from "@callwright/engine/testing";
import { and, count, eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { call, callEvent } from "../../apps/server/src/modules/call/tables.ts";
import { createLogger } from "../../apps/server/src/platform/config/logger.ts";
import { connectDatabase } from "../../apps/server/src/platform/db/connect.ts";
import { createTestDatabase, openTestCluster } from "../../apps/server/src/testing/postgres-cluster.ts";
import { startWebhookReceiver } from "../../apps/server/src/testing/webhook-receiver.ts";
import { signUp } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { startServerProcess } from "../harness/server-process.ts";

/** kill -9 while 1,000 ended calls are analyzed: each is analyzed, stored and reported once. */

const CALLS = 1_000;
/** A busy machine is no failure of the judge. */
const PATIENT = { summaryPlan: { timeoutSeconds: 60 }, successEvaluationPlan: { timeoutSeconds: 60 } };
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test("of 1,000 ended calls none is lost and none is stored twice when the server is killed in the middle", async () => {
  const cluster = await openTestCluster();
  const database = await createTestDatabase(cluster.adminUrl, `analysis_${randomUUID().replaceAll("-", "")}`);
  const [judge, receiver] = [await startFakeOpenAiServer(), await startWebhookReceiver()];
  judge.reply({ kind: "words", words: ["true"] });
  const connection = connectDatabase(database.url, createLogger({ logLevel: "silent" }));
  closing.push(cluster.stop, database.drop, judge.close, receiver.close, connection.close);
  const env = {
    DATABASE_URL: database.url,
    LOG_LEVEL: "warn",
    ALLOW_PRIVATE_ADDRESSES: "true",
    JUDGE_MODEL: "judge",
    JUDGE_BASE_URL: judge.url,
  };
  const dataDir = scratchPath("analysis-kill");
  const start = () => startServerProcess({ dataDir, env });
  const { db } = connection;
  let server = await start();
  await signUp(server.url, { name: "Ada", email: "ada@example.com", password: "a long enough password" });
  await server.kill();

  const orgId = randomUUID();
  const at = new Date();
  const rows = Array.from({ length: CALLS }, () => ({
    id: randomUUID(),
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
    assistant: { name: "Riley", server: { url: receiver.url }, analysisPlan: PATIENT },
    analysisState: "waiting" as const,
    reportDueAt: new Date(at.getTime() + 600_000),
  }));
  await db.insert(call).values(rows);
  const said = (callId: string, seq: number, type: "user.said" | "assistant.said") => {
    const payload = { text: "Hello there.", startMs: seq, endMs: seq + 1, turn: 0 };
    return { callId, orgId, seq, atMs: seq, type, payload };
  };
  await db.insert(callEvent).values(rows.flatMap(({ id }) => [said(id, 0, "user.said"), said(id, 1, "assistant.said")]));

  const doneCalls = () => db.$count(call, and(eq(call.orgId, orgId), eq(call.analysisState, "done")));
  server = await start();
  await expect.poll(doneCalls, { interval: 20 }).toBeGreaterThan(CALLS / 4);
  await server.kill();
  expect(await doneCalls()).toBeLessThan(CALLS);
  server = await start();
  closing.push(() => server.stop());
  await expect.poll(doneCalls, { timeout: 240_000 }).toBe(CALLS);

  for (const type of ["analysis.done", "report.ready"] as const) {
    const events = await db
      .select({ callId: callEvent.callId, times: count() })
      .from(callEvent)
      .where(and(eq(callEvent.orgId, orgId), inArray(callEvent.type, [type])))
      .groupBy(callEvent.callId);
    expect(events.map(({ times }) => times)).toEqual(Array(CALLS).fill(1));
  }
  const analyses = await db.select({ details: call.details }).from(call).where(eq(call.orgId, orgId));
  expect(analyses.every(({ details }) => details.analysis?.successEvaluation === "true")).toBe(true);
  const reportsOf = (key: "messageId" | "call") =>
    new Set(
      receiver.received.flatMap(({ message }) =>
        message.type === "end-of-call-report" ? [key === "call" ? (message.call as { id: string }).id : message.messageId] : [],
      ),
    );
  await expect.poll(() => reportsOf("call").size, { timeout: 120_000 }).toBe(CALLS);
  // A delivery that the kill interrupted is repeated with the same id.
  expect(reportsOf("messageId").size).toBe(CALLS);
});
