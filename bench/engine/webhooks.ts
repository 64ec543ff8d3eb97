import { Agent, request } from "node:http";
import type { CallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { bodyOf, startLocalServer } from "../../packages/engine/src/testing/local-server.ts";

const CALLS = 20;
const EVENTS = 20;
const STALLED_MS = 120_000;
/** As many as one organization may use at a time. */
const BARE_LOOPS = 10;

/** A server that accepts messages and answers with an empty body. */
export interface Consumer {
  url: string;
  /** Bodies since the last `take`, with the times at which they came. */
  take(): { body: string; atMs: number }[];
  /** Waits for this many bodies. Fails if none arrives for two minutes. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startConsumer(): Promise<Consumer> {
  let taken: { body: string; atMs: number }[] = [];
  let startedMs = performance.now();
  const server = await startLocalServer(async (asked, answer) => {
    const body = String(await bodyOf(asked));
    taken.push({ body, atMs: performance.now() });
    answer.end();
  });
  return {
    url: `${server.url}/hook`,
    take() {
      const all = taken;
      taken = [];
      startedMs = performance.now();
      return all;
    },
    async until(count) {
      while (taken.length < count) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (performance.now() - (taken.at(-1)?.atMs ?? startedMs) > STALLED_MS)
          throw new Error(`Only ${taken.length} of ${count} messages arrived.`);
      }
    },
    close: server.close,
  };
}

/** Messages of calls that happen at once: stored, queued, sent, and their attempts stored. Answers deliveries a second, and the bodies. */
export async function deliverOurs(calls: CallServer, consumer: Consumer): Promise<{ perSecond: number; bodies: string[] }> {
  consumer.take();
  const assistant = { name: "Bench", server: { url: consumer.url }, serverMessages: ["conversation-update"] };
  const ids: string[] = [];
  for (let call = 0; call < CALLS; call++) ids.push((await calls.createCall({ assistant })).id);
  const startedMs = performance.now();
  for (const id of ids) {
    calls.pool.join(id);
    for (let turn = 0; turn < EVENTS; turn++)
      calls.pool.happen(id, "user.said", { text: "Hello there", startMs: turn, endMs: turn, turn, typed: false });
  }
  await consumer.until(CALLS * EVENTS);
  for (const id of ids) calls.pool.hangUp(id);
  const received = consumer.take();
  const lastMs = Math.max(...received.map(({ atMs }) => atMs));
  return { perSecond: (received.length / (lastMs - startedMs)) * 1000, bodies: received.map(({ body }) => body) };
}

/** Sends the same bodies without storing anything. Each on a new connection, as our server does. */
export async function deliverBare(consumer: Consumer, bodies: readonly string[]): Promise<number> {
  consumer.take();
  const agent = new Agent({ keepAlive: false });
  const waiting = [...bodies];
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: BARE_LOOPS }, async () => {
      for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) await post(agent, consumer.url, body);
    }),
  );
  return (bodies.length / (performance.now() - startedMs)) * 1000;
}

function post(agent: Agent, url: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", resolve);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
