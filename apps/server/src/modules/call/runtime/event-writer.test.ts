import type { CallEvent } from "@callwright/contract";
import { DrizzleQueryError } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { createEventWriter, type OwnedEvent } from "./event-writer.ts";

const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const refused = (batch: readonly OwnedEvent[]) =>
  new DrizzleQueryError(
    "insert",
    batch.map(({ event }) => event.payload),
    Object.assign(new Error("bad"), { code: "22P05" }),
  );

let stored: OwnedEvent[];
let statements: number;
/** The behavior of the database for the next batch. */
let database: (batch: readonly OwnedEvent[]) => void;
let logged: Record<string, unknown>[];
let writer: ReturnType<typeof createEventWriter>;
let giveUp: AbortController;

function newWriter(bounds: { maxQueued?: number; maxQueuedPerCall?: number } = {}) {
  giveUp = new AbortController();
  const log = createLogger({ logLevel: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const append = async (batch: readonly OwnedEvent[]) => {
    statements++;
    database(batch);
    stored.push(...batch);
  };
  return createEventWriter({ append, log, signal: giveUp.signal, ...bounds });
}

beforeEach(() => {
  stored = [];
  statements = 0;
  logged = [];
  database = () => {};
  writer = newWriter();
});

const said = (seq: number, text = "hello"): CallEvent => ({
  seq,
  atMs: seq,
  type: "user.said",
  payload: { text, startMs: 0, endMs: 0, turn: 0, typed: false },
});
const storedSeqs = (callId: string) => stored.filter((owned) => owned.callId === callId).map(({ event }) => event.seq);

test("events of several calls go into one statement, each call's in order", async () => {
  writer.add("a", "org", [said(0), said(1)]);
  writer.add("b", "org", [said(0)]);
  writer.add("a", "org", [said(2)]);
  await writer.flush();
  expect(statements).toBe(1);
  expect(storedSeqs("a")).toEqual([0, 1, 2]);
  expect(storedSeqs("b")).toEqual([0]);
});

test("repeated events are stored once; a gap is stored and logged", async () => {
  writer.add("a", "org", [said(0), said(1)]);
  writer.add("a", "org", [said(1), said(4)]);
  await writer.flush();
  expect(storedSeqs("a")).toEqual([0, 1, 4]);
  expect(logged).toMatchObject([{ callId: "a", expectedSeq: 2, seq: 4 }]);
});

test("while the database is away events wait, and then go in order", async () => {
  let failures = 3;
  database = () => {
    if (failures-- > 0) throw away();
  };
  writer.add("a", "org", [said(0)]);
  const flushed = writer.flush();
  writer.add("a", "org", [said(1), said(2)]);
  await flushed;
  expect(storedSeqs("a")).toEqual([0, 1, 2]);
});

test("past the bound the newest are lost, and the log says how many", async () => {
  writer = newWriter({ maxQueued: 2 });
  writer.add("a", "org", [said(0), said(1), said(2), said(3)]);
  await writer.flush();
  expect(storedSeqs("a")).toEqual([0, 1]);
  expect(logged.at(-1)).toMatchObject({ lost: 2 });
});

test("a call past its own bound loses its own events, not another's", async () => {
  writer = newWriter({ maxQueuedPerCall: 2 });
  writer.add("flood", "org", [said(0), said(1), said(2)]);
  writer.add("calm", "org", [said(0), said(1)]);
  await writer.flush();
  expect(storedSeqs("flood")).toEqual([0, 1]);
  expect(storedSeqs("calm")).toEqual([0, 1]);
  writer.add("flood", "org", [said(3)]);
  await writer.flush();
  expect(storedSeqs("flood")).toEqual([0, 1, 3]);
});

test("a flush waits for what was added before it, not for a call that never stops talking", async () => {
  const floodEvents = 1000;
  let seq = 1;
  // Every statement finds another event waiting behind it.
  database = () => {
    if (seq < floodEvents) writer.add("flood", "org", [said(seq++)]);
  };
  writer.add("flood", "org", [said(0)]);
  writer.add("calm", "org", [said(0)]);
  await writer.flush();
  expect(storedSeqs("calm")).toEqual([0]);
  expect(statements).toBeLessThan(10);
  await expect.poll(() => storedSeqs("flood").length, { timeout: 30_000 }).toBe(floodEvents);
});

test("after a failure the next flush tries again", async () => {
  database = () => {
    database = () => {};
    giveUp.abort();
    throw away();
  };
  writer.add("a", "org", [said(0)]);
  await expect(writer.flush()).rejects.toThrow("ECONNREFUSED");
  await writer.flush();
  expect(storedSeqs("a")).toEqual([0]);
});

test("an event that the database refuses does not take the others with it, and its words stay out of the log", async () => {
  database = (batch) => {
    if (batch.some(({ event }) => event.seq === 1)) throw refused(batch);
  };
  writer.add("a", "org", [said(0), said(1, "my secret"), said(2)]);
  await writer.flush();
  expect(storedSeqs("a")).toEqual([0, 2]);
  expect(logged).toMatchObject([{ callId: "a", seq: 1, eventType: "user.said", err: { cause: { code: "22P05" } } }]);
  expect(JSON.stringify(logged)).not.toContain("my secret");
});

test("text that PostgreSQL cannot hold is mended", async () => {
  writer.add("a", "org", [said(0, "nul \u0000, half \ud83d, whole \u{1f642}")]);
  await writer.flush();
  expect(stored[0]?.event.payload).toMatchObject({ text: "nul , half \ufffd, whole \u{1f642}" });
});

test("a server that gives up waiting keeps nothing back and says so", async () => {
  database = () => {
    throw away();
  };
  writer.add("a", "org", [said(0)]);
  const flushed = writer.flush();
  giveUp.abort();
  await expect(flushed).rejects.toThrow("ECONNREFUSED");
  expect(logged.at(-1)).toMatchObject({ queued: 1 });
});
