import { setTimeout as delay } from "node:timers/promises";
import type { CallEvent } from "@callwright/contract";
import type { Logger } from "../../../platform/config/logger.ts";
import { isDatabaseAway, whileDatabaseIsAway } from "../../../platform/db/database-retry.ts";
import { storableText } from "../../../platform/db/storable-text.ts";

/** An event with its call and organization. */
export interface OwnedEvent {
  callId: string;
  orgId: string;
  event: CallEvent;
}

export interface EventWriterOptions {
  /** Stores a batch atomically. Storing an event again must have no effect. */
  append(batch: readonly OwnedEvent[]): Promise<void>;
  log: Logger;
  /** Aborted when the server stops waiting for its database. */
  signal: AbortSignal;
  /** Limit of queued events per call, so that no call displaces another's. Default 5,000: about ten minutes of a busy call. */
  maxQueuedPerCall?: number;
  /** Events of all calls together. Default 50,000. */
  maxQueued?: number;
}

/** Resolves when as many events are settled as were queued when it was created. */
interface Waiter {
  position: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Events are collected for this long, so that one statement stores those of all calls. */
const BATCH_DELAY_MS = 50;
const BATCH_MAX_EVENTS = 500;
const DEFAULT_MAX_QUEUED_PER_CALL = 5_000;
const DEFAULT_MAX_QUEUED = 50_000;

/**
 * Writes the events of this node's calls: in order, in batches, one statement at a time.
 * While the database is unavailable it keeps and retries them, in order. Over the limit the newest are lost, and the log says how many.
 */
export function createEventWriter(options: EventWriterOptions) {
  const { append, log, signal, maxQueued = DEFAULT_MAX_QUEUED, maxQueuedPerCall = DEFAULT_MAX_QUEUED_PER_CALL } = options;
  const nextSeqs = new Map<string, number>();
  const queue: OwnedEvent[] = [];
  const queuedPerCall = new Map<string, number>();
  const waiters: Waiter[] = [];
  /** Events that left the queue: stored, or refused for good. */
  let settled = 0;
  let isDraining = false;
  let lost = 0;

  function isNext(callId: string, { seq }: CallEvent, hasGaps: boolean): boolean {
    const next = nextSeqs.get(callId) ?? 0;
    if (seq < next) return false;
    if (seq > next && !hasGaps) log.warn({ callId, expectedSeq: next, seq }, "events of a call are missing");
    nextSeqs.set(callId, seq + 1);
    return true;
  }

  function enqueue(owned: OwnedEvent): void {
    const { callId } = owned;
    const queued = queuedPerCall.get(callId) ?? 0;
    if (queue.length < maxQueued && queued < maxQueuedPerCall) {
      queue.push(owned);
      queuedPerCall.set(callId, queued + 1);
    } else if (lost++ === 0)
      log.error({ callId, queued: queue.length }, "the database is too slow or away: events of calls are being lost");
  }

  function settle(batch: readonly OwnedEvent[]): void {
    queue.splice(0, batch.length);
    settled += batch.length;
    for (const { callId } of batch) {
      const left = (queuedPerCall.get(callId) ?? 0) - 1;
      if (left > 0) queuedPerCall.set(callId, left);
      else queuedPerCall.delete(callId);
    }
    // Waiters are in the order of their positions.
    while (waiters[0] && waiters[0].position <= settled) waiters.shift()?.resolve();
  }

  async function drain(delayMs: number): Promise<void> {
    if (isDraining) return;
    isDraining = true;
    try {
      if (delayMs > 0) await delay(delayMs);
      while (queue.length > 0) {
        const batch = queue.slice(0, BATCH_MAX_EVENTS);
        await store(batch);
        settle(batch);
      }
      if (lost > 0) log.error({ lost }, "the database keeps up again; events of calls were lost");
      lost = 0;
    } catch (error) {
      log.error({ queued: queue.length, err: error }, "events of calls could not be stored");
      for (const waiter of waiters.splice(0)) waiter.reject(error);
    } finally {
      isDraining = false;
    }
  }

  async function store(batch: readonly OwnedEvent[]): Promise<void> {
    try {
      await whileDatabaseIsAway(() => append(batch), signal);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await storeOneByOne(batch);
    }
  }

  /** Stores events one by one, so that a refused event neither loses the others nor stops the queue. */
  async function storeOneByOne(batch: readonly OwnedEvent[]): Promise<void> {
    for (const owned of batch) {
      try {
        await whileDatabaseIsAway(() => append([owned]), signal);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        const { callId, event } = owned;
        log.error({ callId, seq: event.seq, eventType: event.type, err: error }, "the database refused an event");
      }
    }
  }

  return {
    /** Queues events of a call, in order of `seq`. Skips repeated events. `hasGaps`: some are left out on purpose. */
    add(callId: string, orgId: string, events: readonly CallEvent[], { hasGaps } = { hasGaps: false }) {
      for (const event of events) if (isNext(callId, event, hasGaps)) enqueue({ callId, orgId, event: storableEvent(event) });
      void drain(BATCH_DELAY_MS);
    },

    /** Resolves when all events added before are stored. Waits while the database is unavailable. */
    flush(): Promise<void> {
      if (queue.length === 0) return Promise.resolve();
      const stored = new Promise<void>((resolve, reject) => {
        waiters.push({ position: settled + queue.length, resolve, reject });
      });
      void drain(0);
      return stored;
    },

    /** Forgets the sequence of an ended call. */
    forget(callId: string) {
      nextSeqs.delete(callId);
    },
  };
}

/** JSON escapes that PostgreSQL may refuse in `jsonb`: U+0000 and lone surrogates. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/** Makes an event storable: removes U+0000 and replaces lone surrogates. Callers may type anything. */
function storableEvent(event: CallEvent): CallEvent {
  if (!SUSPICIOUS.test(JSON.stringify(event.payload))) return event;
  return { ...event, payload: cleaned(event.payload) } as CallEvent;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)]));
}
