import type { PartialLine } from "@callwright/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveRelay, type LiveRelay } from "./live-relay.ts";

const ORG = "org";
const CALL = "call";
const KEY = `call-live:${ORG}:${CALL}`;
const line = (text: string): PartialLine => ({ role: "user", text, startMs: 0, seq: 3 });

interface Server {
  relay: LiveRelay;
  /** Partial lines of its own calls. */
  own: Map<string, PartialLine[]>;
  watched: Set<string>;
  /** Keys of changed data for local watchers. */
  invalidated: string[];
  /** The messages that it has sent. */
  told: string[][];
  isLost: boolean;
}

let servers: Server[];
let host: Server;
let other: Server;

function startServer(): Server {
  const server: Omit<Server, "relay"> = { own: new Map(), watched: new Set(), invalidated: [], told: [], isLost: false };
  const relay = createLiveRelay({
    ownLines: (callId) => server.own.get(callId),
    isWatched: (key) => server.watched.has(key),
    invalidate: (keys) => void server.invalidated.push(...keys),
    tell: (messages) => {
      server.told.push([...messages]);
      for (const each of servers) if (!server.isLost) for (const message of messages) each.relay.hear(message);
    },
    nowMs: () => Date.now(),
  });
  return Object.assign(server, { relay });
}

beforeEach(() => {
  vi.useFakeTimers();
  host = startServer();
  other = startServer();
  servers = [host, other];
  host.own.set(CALL, []);
});
afterEach(() => {
  for (const { relay } of servers) relay.close();
  vi.useRealTimers();
});

/** A client is connected to the other server, and watches the call there. */
function watch(): void {
  other.watched.add(KEY);
  other.relay.linesOf(ORG, CALL);
  vi.advanceTimersByTime(1_000);
}

function say(text: string): void {
  host.own.set(CALL, text === "" ? [] : [line(text)]);
  host.relay.changed(CALL);
}

const texts = () => other.relay.linesOf(ORG, CALL).map(({ text }) => text);

test("what is being said is known at another server while somebody watches there, and told to nobody else", () => {
  say("Are");
  vi.advanceTimersByTime(60_000);
  expect(host.told).toEqual([]);
  expect(host.relay.linesOf(ORG, CALL)).toEqual([line("Are")]);
  watch();
  // Only texts after the subscription.
  expect(texts()).toEqual(["Are"]);
  say("Are you open");
  vi.advanceTimersByTime(300);
  expect(texts()).toEqual(["Are you open"]);
  expect(new Set(other.invalidated)).toEqual(new Set([`call-live:${ORG}`, KEY]));
  other.watched.delete(KEY);
  vi.advanceTimersByTime(30_000);
  const before = host.told.length;
  say("Are you open today");
  vi.advanceTimersByTime(60_000);
  expect(host.told).toHaveLength(before);
  expect(other.told.length).toBeLessThan(10);
});

test("somebody who watches for long is told as long, however much is said and in however many calls only a few times a second", () => {
  const calls = Array.from({ length: 50 }, (_, index) => `call ${index}`);
  for (const callId of calls) {
    host.own.set(callId, []);
    other.watched.add(`call-live:${ORG}:${callId}`);
    other.relay.linesOf(ORG, callId);
  }
  vi.advanceTimersByTime(60_000);
  host.told = [];
  for (let time = 0; time < 100; time++) {
    for (const callId of calls) {
      host.own.set(callId, [line(`${callId} ${time}`)]);
      host.relay.changed(callId);
    }
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(300);
  expect(host.told.length).toBeLessThanOrEqual(Math.ceil(10_300 / 300) + 1);
  expect(calls.map((callId) => other.relay.linesOf(ORG, callId)[0]?.text)).toEqual(calls.map((callId) => `${callId} 99`));
});

test("a line whose server is gone fades; one that is too long for a notice is not told", () => {
  watch();
  say("Are you");
  vi.advanceTimersByTime(300);
  expect(texts()).toEqual(["Are you"]);
  host.isLost = true;
  other.invalidated = [];
  vi.advanceTimersByTime(45_000);
  expect(texts()).toEqual([]);
  expect(other.invalidated).toContain(KEY);
  host.isLost = false;
  say("x".repeat(8_000));
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual([]);
  say("short again");
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual(["short again"]);
});

test("of other servers' calls no more than 1,000 are followed at a time, and others when those are watched no longer", () => {
  for (let index = 0; index < 1_000; index++) other.relay.linesOf(ORG, `call ${index}`);
  watch();
  say("Are you");
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(10_000);
  watch();
  expect(texts()).toEqual(["Are you"]);
  expect(new Set(other.told.flat()).size).toBeLessThanOrEqual(12);
});

test("what is no message of a server is not heard", () => {
  watch();
  for (const text of ["", "{", "{}", "null", JSON.stringify({ call: CALL, lines: [{ role: "nobody" }] })]) other.relay.hear(text);
  expect(texts()).toEqual([]);
});
