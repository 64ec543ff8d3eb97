import { randomUUID } from "node:crypto";
import type { Turn } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callRequest, openCallFixture } from "../../modules/call/runtime/testing/call-fixture.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { ServerMetrics } from "./server-metrics.ts";

const TOKEN = "a-token-for-metrics";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { metricsToken: TOKEN } });
});
afterAll(() => server.close());

const get = (authorization?: string) =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

test("the metrics are read with their token, and with nothing else", async () => {
  const client = await server.signUp();
  expect((await get()).status).toBe(401);
  expect((await get("Bearer another-token-for-metrics")).status).toBe(401);
  expect((await client.fetch("/metrics")).status).toBe(401);
  const answer = await get(`Bearer ${TOKEN}`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  const text = await answer.text();
  for (const line of [
    'callwright_calls{state="queued"} 0',
    /callwright_call_slots \d+/,
    'callwright_calls_ended_total{by="caller"} 0',
    'callwright_turn_segment_seconds_bucket{le="0.6",segment="model"} 0',
    /callwright_database_connections\{pool="calls",state="idle"\} \d/,
    /callwright_jobs\{queue="webhook[^"]*",state="queued"\} \d/,
    /process_resident_memory_bytes \d+/,
  ])
    expect(text).toMatch(line);
});

test("an ended call counts once, with its turns as they are stored and its failures", async () => {
  const fixture = await openCallFixture();
  try {
    const node = await fixture.startNode();
    const { row } = await node.calls.create(callRequest(randomUUID()));
    expect(node.calls.load().calls).toEqual({ queued: 1, in_progress: 0, ending: 0 });
    node.pool.join(row.id);
    const turn: Turn = { index: 1, trigger: "speech", speechEndMs: 1000, turnCommittedMs: 1300, modelFirstTokenMs: 1400 };
    node.pool.happen(row.id, "turn", { index: 0, trigger: "opening", speechEndMs: 0, firstFrameSentMs: 40 });
    node.pool.happen(row.id, "turn", { ...turn, firstFrameSentMs: 1450 });
    // The page reports later when the answer was heard.
    node.pool.happen(row.id, "turn", { ...turn, firstFrameSentMs: 1450, firstAudibleMs: 1550 });
    node.pool.happen(row.id, "failure", { part: "voice", provider: "openai", message: "It made no sound." });
    node.pool.hangUp(row.id);
    await expect.poll(async () => (await fixture.row(row.id)).status, { timeout: 30_000 }).toBe("ended");
    // Another writer finds the call ended.
    await node.calls.end(row.id, "worker-died");

    const { text } = await node.context.telemetry.read();
    for (const line of [
      'callwright_calls_ended_total{by="caller"} 1',
      'callwright_calls_ended_total{by="platform"} 0',
      'callwright_provider_failures_total{part="voice",provider="openai"} 1',
      "callwright_turn_wait_seconds_sum 0.55",
      "callwright_turn_wait_seconds_count 1",
      'callwright_turn_segment_seconds_sum{segment="endpointing"} 0.3',
      'callwright_turn_segment_seconds_sum{segment="transport"} 0.1',
    ])
      expect(text).toContain(line);
  } finally {
    await fixture.close();
  }
});

test("gauges whose source fails or hangs are left out, and the others are read", { tags: "long" }, async () => {
  const metrics = new ServerMetrics();
  metrics.watch({
    load: () => {
      throw new Error("The load is unknown.");
    },
    callSlots: 4,
    pools: {},
    queues: () => new Promise(() => {}),
  });
  const { text } = await metrics.read();
  expect(text).toContain("callwright_call_slots 4\n");
  expect(text).not.toMatch(/^callwright_(?:calls|call_hosts|jobs)[ {]/m);
});
