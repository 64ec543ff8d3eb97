import { randomUUID } from "node:crypto";
import type { CallControl } from "@callwright/contract";
import { isNull } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call, callCommand } from "../tables.ts";
import { insertCommand } from "./command-store.ts";
import { type CallFixture, callRequest, openCallFixture, type TestNode } from "./testing/call-fixture.ts";

const ADA = { userId: null, name: "Ada" };

let fixture: CallFixture;
let node: TestNode;
let other: TestNode;
let orgId: string;

beforeEach(async () => {
  fixture = await openCallFixture();
  [node, other] = [await fixture.startNode(), await fixture.startNode({ dataDir: await fixture.newFolder() })];
  orgId = randomUUID();
});
afterEach(() => fixture.close());

const newCall = async (on = node) => (await on.calls.create(callRequest(orgId))).row.id;
const say = (content: string): CallControl => ({
  type: "say",
  content,
  endCallAfterSpoken: false,
  interruptionsEnabled: false,
  interruptAssistantEnabled: false,
});
const send = (callId: string, message: CallControl) => {
  const { db, now, newId } = fixture.context;
  return insertCommand(db, orgId, { id: newId(), callId, message, sentBy: ADA, createdAt: now() });
};
const said = ({ pool }: TestNode) => pool.orders.map(({ message }) => (message.type === "say" ? message.content : message.type));
const pending = () => fixture.context.db.select().from(callCommand).where(isNull(callCommand.takenAt));

test("the node that hosts a call carries out what was sent into it, in order, each once", async () => {
  const callId = await newCall();
  const words = Array.from({ length: 50 }, (_, index) => `word ${index}`);
  // All commands have the same millisecond.
  for (const word of words) await send(callId, say(word));
  await Promise.all([
    other.calls.takeCommands(),
    node.calls.takeCommands(),
    node.calls.tick(),
    node.calls.takeCommands([callId]),
  ]);
  expect(said(node)).toEqual(words);
  expect(said(other)).toEqual([]);
  expect(await pending()).toEqual([]);
  await Promise.all([other.calls.tick(), node.calls.tick()]);
  expect(said(node)).toHaveLength(50);
});

test("only the call's node looks for its commands; one without a notice is found by the next tick", async () => {
  const callId = await newCall();
  await send(callId, say("Hello."));
  await node.calls.takeCommands([randomUUID()]);
  await other.calls.takeCommands([callId]);
  expect(await pending()).toHaveLength(1);
  await node.calls.tick();
  expect(said(node)).toEqual(["Hello."]);
});

test("what is sent before a call has its host waits for it", async () => {
  let open = () => {};
  const started = new Promise<void>((resolve) => {
    open = resolve;
  });
  const start = node.pool.start.bind(node.pool);
  node.pool.start = async (spec) => {
    await started;
    return start(spec);
  };
  const creating = newCall();
  const rowsOfCalls = async () => (await fixture.context.db.select().from(call)).map(({ id }) => id);
  await expect.poll(rowsOfCalls).toHaveLength(1);
  const [callId = ""] = await rowsOfCalls();
  await send(callId, say("Early."));
  await node.calls.tick();
  expect(said(node)).toEqual([]);
  open();
  await creating;
  await expect.poll(() => said(node)).toEqual(["Early."]);
});

test("a command that was carried out is not carried out again when its deletion failed", async () => {
  const callId = await newCall();
  await send(callId, say("Once."));
  const { db } = node.context;
  const update = db.update.bind(db);
  let isAway = true;
  db.update = ((table: Parameters<typeof update>[0]) => {
    if (isAway && table === callCommand) throw new Error("the connection broke");
    return update(table);
  }) as typeof db.update;
  await node.calls.takeCommands();
  expect(said(node)).toEqual(["Once."]);
  expect(await pending()).toHaveLength(1);
  isAway = false;
  await send(callId, say("Twice."));
  await node.calls.takeCommands();
  expect(said(node)).toEqual(["Once.", "Twice."]);
  expect(await pending()).toEqual([]);
});

test("a supervisor hangs up, also on a host that does not answer, and the events name the supervisor", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  await send(callId, { type: "end-call" });
  await node.calls.takeCommands();
  await expect.poll(async () => (await fixture.row(callId)).status, { timeout: 30_000 }).toBe("ended");
  expect((await fixture.row(callId)).endedReason).toBe("manually-canceled");
  const events = await fixture.events(callId);
  expect(events.map(({ type, payload }) => [type, payload])).toEqual([
    ["call.started", expect.anything()],
    ["control", { control: "end-call", by: ADA }],
    ["call.ended", { endedReason: "manually-canceled" }],
  ]);
});

test("what is being said in a call is known at its node, and until its end", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  const told: string[] = [];
  node.calls.onLiveLines((ofOrg, ofCall) => told.push(`${ofOrg} ${ofCall}`));
  node.pool.speak(callId, "user", "Are you");
  expect(node.calls.liveLines(callId)).toMatchObject([{ role: "user", text: "Are you", seq: 1 }]);
  expect(other.calls.liveLines(callId)).toBeUndefined();
  node.pool.hangUp(callId);
  expect(node.calls.liveLines(callId)).toEqual([]);
  expect(told).toEqual([`${orgId} ${callId}`, `${orgId} ${callId}`]);
});
