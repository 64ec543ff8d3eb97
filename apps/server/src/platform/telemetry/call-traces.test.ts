import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Turn } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallFixture, callRequest, openCallFixture } from "../../modules/call/runtime/testing/call-fixture.ts";
import { call as callTable } from "../../modules/call/tables.ts";
import { openTraces } from "./call-traces.ts";
import type { OtlpSpan } from "./testing/otlp-span.ts";

const ERROR = 2;
let fixture: CallFixture;
beforeAll(async () => {
  fixture = await openCallFixture();
});
afterAll(() => fixture.close());

/** A collector of traces; `status` is its answer. Without a status, it never answers. */
async function startCollector(status?: number) {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    if (status !== undefined) response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** A call with a turn that waits for a tool, and a tool that is never answered. */
async function endCall(): Promise<{ id: string; startMs: number }> {
  const node = await fixture.startNode();
  const { row } = await node.calls.create(callRequest(randomUUID()));
  const happen = node.pool.happen.bind(node.pool);
  node.pool.join(row.id);
  const book = { id: "a", name: "book", turn: 1 };
  happen(row.id, "user.said", { text: "my secret words", startMs: 0, endMs: 900, turn: 1, typed: false });
  happen(row.id, "tool.called", { ...book, arguments: { words: "my secret words" } });
  happen(row.id, "tool.answered", { ...book, result: "my secret words", failed: true, durationMs: 0 });
  const turn: Turn = { index: 1, trigger: "speech", speechEndMs: 900, turnCommittedMs: 1200, modelFirstTokenMs: 1300 };
  happen(row.id, "turn", { ...turn, firstFrameSentMs: 1400, firstAudibleMs: 1500 });
  happen(row.id, "tool.called", { id: "b", name: "slow", turn: 1, arguments: {} });
  happen(row.id, "failure", { part: "voice", provider: "openai", message: "It made no sound." });
  fixture.advance(5_000);
  node.pool.hangUp(row.id);
  await expect.poll(async () => (await fixture.row(row.id)).status, { timeout: 30_000 }).toBe("ended");
  return { id: row.id, startMs: Number((await fixture.row(row.id)).startedAt) };
}

async function traceOf(id: string, url: string) {
  const { db, log } = fixture.context;
  const traces = await openTraces({ otlpEndpoint: url, otlpServiceName: "shop" }, { db, log });
  traces?.callEnded({ callId: id, endedReason: "customer-ended-call", measure: { turns: [], failures: [] } });
  await traces?.close();
}

test("a collector gets one trace of a call, with its turns, their parts and its tools, and without its words", async () => {
  const { id, startMs } = await endCall();
  const collector = await startCollector(200);
  await traceOf(id, collector.url);
  await collector.close();

  const [request] = collector.received;
  expect(collector.received).toHaveLength(1);
  expect(request).toMatchObject({ path: "/v1/traces", headers: { "content-type": "application/json" } });
  expect(request?.body).not.toContain("secret words");
  const [{ resource, scopeSpans }] = JSON.parse(request?.body ?? "").resourceSpans;
  expect(resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "shop" } });
  const spans: OtlpSpan[] = scopeSpans[0].spans;
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([id.replaceAll("-", "")]));
  const nameOf = (spanId: string | undefined) => spans.find((span) => span.spanId === spanId)?.name;
  const onClock = (nanoseconds: string) => Math.round(Number(nanoseconds) / 1e6 - startMs);
  const shown = spans.map(({ name, parentSpanId, startTimeUnixNano, endTimeUnixNano, status }) => [
    ...[name, nameOf(parentSpanId), onClock(startTimeUnixNano), onClock(endTimeUnixNano), status.code === ERROR],
  ]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ["call", undefined, 0, 5000, false],
      ["turn", "call", 900, 1500, false],
      ["endpointing", "turn", 900, 1200, false],
      ["model", "turn", 1200, 1300, false],
      ["voice", "turn", 1300, 1400, false],
      ["transport", "turn", 1400, 1500, false],
      ["tool book", "turn", 0, 0, true],
      ["tool slow", "turn", 0, 5000, false],
    ]),
  );
  expect(shown).toHaveLength(8);
  const call = spans.find(({ name }) => name === "call");
  expect(call?.attributes).toContainEqual({ key: "callwright.call.ended_reason", value: { stringValue: "customer-ended-call" } });
  expect(call?.events.map(({ name, timeUnixNano }) => [name, onClock(timeUnixNano)])).toEqual([["failure", 0]]);
});

test("the trace of a scheduled call leaves out the wait for its time", async () => {
  const { id, startMs } = await endCall();
  const details = { schedulePlan: { earliestAt: new Date(startMs).toISOString() } };
  const createdAt = new Date(startMs - 86_400_000);
  await fixture.context.db.update(callTable).set({ createdAt, details }).where(eq(callTable.id, id));
  const collector = await startCollector(200);
  await traceOf(id, collector.url);
  await collector.close();
  const spans: OtlpSpan[] = JSON.parse(collector.received[0]?.body ?? "").resourceSpans[0].scopeSpans[0].spans;
  const root = spans.find(({ name }) => name === "call");
  expect(Math.round(Number(root?.startTimeUnixNano) / 1e6)).toBe(startMs);
});

test("a collector that refuses traces delays nothing and ends nothing", async () => {
  const { id } = await endCall();
  const collector = await startCollector(400);
  await traceOf(id, collector.url);
  await collector.close();
  expect(collector.received).toHaveLength(1);
});

test("the end of the server does not wait for a collector that never answers", { tags: "long", timeout: 8_000 }, async () => {
  const { id } = await endCall();
  const collector = await startCollector();
  // The exporter itself gives up after 10 s, later than the test.
  await traceOf(id, collector.url);
  expect(collector.received).toHaveLength(1);
  await collector.close();
});
