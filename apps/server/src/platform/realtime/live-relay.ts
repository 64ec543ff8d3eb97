import { PartialLine, readJson } from "@callwright/contract";
import { z } from "zod";
import { changedKeys, watchedKeys } from "./keys.ts";

/** A server sends to the others no more often than this, however much is said and in however many calls. */
const TELL_GAP_MS = 300;
/** A server that watches a call of another server repeats its request this often. Otherwise the other server stops sending. */
const RENEW_MS = 5_000;
const LEASE_MS = 15_000;
/** A line without further updates is dropped after 30 s, because the server that would have ended it is gone. */
const LOST_MS = 35_000;
/** PostgreSQL's limit is 7,999 bytes. A longer text is shown when its line is complete. */
const MESSAGE_MAX_BYTES = 7_900;
const CALLS_OF_A_MESSAGE = 100;
/** Maximum calls of other servers that a server follows, so that a client that asks for random ids costs the other servers little. */
const FOLLOWED_MAX = 1_000;

export interface LiveRelayOptions {
  /** The partial lines of a call of this server; undefined for a call of another server. */
  ownLines(callId: string): readonly PartialLine[] | undefined;
  /** Does a live query here depend on this? */
  isWatched(key: string): boolean;
  /** Marks queries with these keys as outdated. */
  invalidate(keys: Iterable<string>): void;
  /** Sends messages to every other server. Undelivered messages are lost. */
  tell(messages: readonly string[]): void;
  /** Milliseconds that never go back. */
  nowMs(): number;
}

interface Followed {
  orgId: string;
  lines: readonly PartialLine[];
  askedAtMs: number;
  heardAtMs: number;
}

/**
 * Sends the partial lines of a call to nodes on which people watch it. They are notices of the database, without a row, sent only while
 * somebody watches and a few times a second at most.
 */
export function createLiveRelay({ ownLines, isWatched, invalidate, tell, nowMs }: LiveRelayOptions) {
  /** Calls of other servers that somebody watches here. */
  const followed = new Map<string, Followed>();
  /** Calls that are watched on other servers, with the expiry of each request. */
  const leases = new Map<string, number>();
  /** What to send next: calls that are watched here, and own calls whose partial lines changed. */
  const watched = new Set<string>();
  const changed = new Set<string>();
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let telling: NodeJS.Timeout | undefined;
  const renewing = setInterval(renew, RENEW_MS);
  renewing.unref();

  function tellSoon(of: Set<string>, callId: string): void {
    of.add(callId);
    telling ??= setTimeout(tellNow, Math.max(0, toldAtMs + TELL_GAP_MS - nowMs()));
    telling.unref();
  }

  function tellNow(): void {
    telling = undefined;
    toldAtMs = nowMs();
    const messages: LiveMessage[] = [...changed].map((call) => ({ call, lines: [...(ownLines(call) ?? [])] }));
    const calls = [...watched];
    while (calls.length > 0) messages.push({ watched: calls.splice(0, CALLS_OF_A_MESSAGE) });
    changed.clear();
    watched.clear();
    tell(messages.map((message) => JSON.stringify(message)).filter((text) => Buffer.byteLength(text) <= MESSAGE_MAX_BYTES));
  }

  function renew(): void {
    for (const [callId, untilMs] of leases) if (untilMs < nowMs()) leases.delete(callId);
    for (const [callId, call] of followed) {
      // The dependency of a very recent query may not be registered yet.
      const isNew = nowMs() - call.askedAtMs < RENEW_MS;
      const [key = ""] = watchedKeys("call-live", call.orgId, callId);
      if (!isNew && !isWatched(key)) followed.delete(callId);
      else {
        tellSoon(watched, callId);
        if (nowMs() - call.heardAtMs > LOST_MS) take(callId, call, []);
      }
    }
  }

  function take(callId: string, call: Followed, lines: readonly PartialLine[]): void {
    const isNews = call.lines.length > 0 || lines.length > 0;
    call.lines = lines;
    call.heardAtMs = nowMs();
    if (isNews) invalidate(changedKeys("call-live", call.orgId, [callId]));
  }

  const isLeased = (callId: string) => (leases.get(callId) ?? Number.NEGATIVE_INFINITY) >= nowMs();

  return {
    /** Partial lines of a call on any node. Reading them watches the call while a live query depends on it. */
    linesOf(orgId: string, callId: string): readonly PartialLine[] {
      const own = ownLines(callId);
      if (own) return own;
      const call = followed.get(callId);
      if (call) call.askedAtMs = nowMs();
      else if (followed.size < FOLLOWED_MAX) {
        followed.set(callId, { orgId, lines: [], askedAtMs: nowMs(), heardAtMs: nowMs() });
        tellSoon(watched, callId);
      }
      return call?.lines ?? [];
    },
    /** The partial lines of a call on this node have changed. */
    changed(callId: string): void {
      if (isLeased(callId)) tellSoon(changed, callId);
    },
    /** Handles a message from another node. */
    hear(text: string): void {
      const message = readLiveMessage(text);
      if (!message) return;
      if ("call" in message) {
        const call = followed.get(message.call);
        if (call) take(message.call, call, message.lines);
        return;
      }
      for (const callId of message.watched) {
        if (!ownLines(callId)) continue;
        if (!isLeased(callId)) tellSoon(changed, callId);
        leases.set(callId, nowMs() + LEASE_MS);
      }
    },
    close(): void {
      clearInterval(renewing);
      clearTimeout(telling);
    },
  };
}
export type LiveRelay = ReturnType<typeof createLiveRelay>;

/** A message between nodes: a list of watched calls, or the unfinished lines of one call. */
const LiveMessage = z.union([
  z.object({ watched: z.array(z.string()) }),
  z.object({ call: z.string(), lines: z.array(PartialLine) }),
]);
type LiveMessage = z.infer<typeof LiveMessage>;

/** Undefined for a message of another version. */
function readLiveMessage(text: string): LiveMessage | undefined {
  return LiveMessage.safeParse(readJson(text)).data;
}
