import { randomUUID } from "node:crypto";
import type { CallEvent } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appendOwnEvents, holdOrphan, takeOver } from "./lifecycle-store.ts";
import { type CallFixture, callRequest, openCallFixture, type TestNode } from "./testing/call-fixture.ts";

let fixture: CallFixture;
let node: TestNode;
const orgId = randomUUID();

beforeEach(async () => {
  fixture = await openCallFixture();
  node = await fixture.startNode();
});
afterEach(() => fixture.close());

const newCall = async () => (await node.calls.create(callRequest(orgId))).row.id;
const types = (events: CallEvent[]) => events.map(({ type }) => type);
const said = { text: "hello", startMs: 0, endMs: 900, turn: 0, typed: false };

test("what a node stores late of a call that another gave up does not take the place of its end", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  await expect.poll(async () => types(await fixture.events(callId)), { timeout: 30_000 }).toEqual(["call.started"]);
  await expect.poll(async () => (await fixture.row(callId)).status, { timeout: 30_000 }).toBe("in-progress");
  fixture.advance(60_000);
  await fixture.startNode({ dataDir: await fixture.newFolder() });
  node.pool.happen(callId, "user.said", said);
  node.pool.hangUp(callId);
  await node.calls.end(callId, "manually-canceled");
  const events = await fixture.events(callId);
  expect(types(events)).toEqual(["call.started", "call.ended"]);
  expect(events.at(-1)?.payload).toMatchObject({ endedReason: "call.in-progress.error-vapifault-worker-died" });
});

test("a node that stores events while its call is given up waits, and then stores nothing", async () => {
  const { db } = fixture.context;
  const callId = await newCall();
  node.pool.join(callId);
  await expect.poll(async () => types(await fixture.events(callId)), { timeout: 30_000 }).toEqual(["call.started"]);
  const row = await fixture.row(callId);
  const late: CallEvent = { seq: 1, atMs: 5, type: "user.said", payload: said };
  let storing: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    expect(await holdOrphan(tx, row)).toBe(true);
    storing = db.transaction((other) => appendOwnEvents(other, row.nodeId, [{ callId, orgId, event: late }]));
    const isBlocked = async () => {
      const { rows } = await tx.execute(sql`select 1 from pg_locks where not granted`);
      return rows.length > 0;
    };
    await Promise.race([storing, expect.poll(isBlocked, { timeout: 30_000 }).toBe(true)]);
    await takeOver(tx, callId, "another node", { endedAt: new Date(), endedReason: "silence-timed-out" }, new Date());
  });
  await storing;
  expect(types(await fixture.events(callId))).toEqual(["call.started"]);
});
