import { setTimeout as delay } from "node:timers/promises";
import type { CallEvent } from "@callwright/contract";
import { isDatabaseAway, loggableCause, whileDatabaseIsAway } from "../db/database-retry.ts";
import type { Logger } from "../logger.ts";
import { storableEvent } from "./storable-event.ts";

/** An event, and whose it is. */
export interface OwnedEvent {
  callId: string;
  orgId: string;
  event: CallEvent;
}

export interface EventWriter {
  /** Queues events of a call, in order of `seq`. Repeated ones are left out. */
  add(callId: string, orgId: string, events: readonly CallEvent[]): void;
  /** Resolves when everything added before is stored. Waits while the database is away. */
  flush(): Promise<void>;
  /** The call is over: its sequence need not be remembered. */
  forget(callId: string): void;
}

export interface EventWriterOptions {
  /** Stores a batch, all or nothing; storing an event again must be without effect. */
  append(batch: readonly OwnedEvent[]): Promise<void>;
  log: Logger;
  /** Aborted when the server gives up waiting for its database. */
  signal: AbortSignal;
  /** Events kept while the database is away. Default 50,000: about ten minutes of ten busy calls. */
  maxQueued?: number;
}

/** How long events wait for company: one statement then holds those of every call. */
const BATCH_DELAY_MS = 50;
const BATCH_MAX_EVENTS = 500;
const DEFAULT_MAX_QUEUED = 50_000;

/**
 * Writes the events of this node's calls: in order, in batches, one statement at a time.
 * While the database is away they are kept and tried again, in order; past the bound the newest are lost, and the log says how many.
 */
export function createEventWriter(options: EventWriterOptions): EventWriter {
  const { append, log, signal, maxQueued = DEFAULT_MAX_QUEUED } = options;
  const nextSeqs = new Map<string, number>();
  const queue: OwnedEvent[] = [];
  let draining: Promise<void> | undefined;
  let lost = 0;

  function isNext(callId: string, { seq }: CallEvent): boolean {
    const next = nextSeqs.get(callId) ?? 0;
    if (seq < next) return false;
    if (seq > next) log.warn({ callId, expectedSeq: next, seq }, "events of a call are missing");
    nextSeqs.set(callId, seq + 1);
    return true;
  }

  function enqueue(owned: OwnedEvent): void {
    if (queue.length < maxQueued) queue.push(owned);
    else if (lost++ === 0) log.error({ queued: maxQueued }, "the database is away for too long: events of calls are being lost");
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX_EVENTS);
      await store(batch);
      queue.splice(0, batch.length);
    }
    if (lost > 0) log.error({ lost }, "the database is back; events of calls were lost");
    lost = 0;
  }

  async function store(batch: readonly OwnedEvent[]): Promise<void> {
    try {
      await whileDatabaseIsAway(() => append(batch), signal);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await storeOneByOne(batch);
    }
  }

  /** One event that the database refuses must not take the others with it, nor stop the queue. */
  async function storeOneByOne(batch: readonly OwnedEvent[]): Promise<void> {
    for (const owned of batch) {
      try {
        await whileDatabaseIsAway(() => append([owned]), signal);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        const { callId, event } = owned;
        log.error({ callId, seq: event.seq, eventType: event.type, err: loggableCause(error) }, "the database refused an event");
      }
    }
  }

  function start(delayMs: number): Promise<void> {
    draining ??= (async () => {
      if (delayMs > 0) await delay(delayMs);
      await drain();
    })()
      .catch((error: unknown) => {
        log.error({ queued: queue.length, err: loggableCause(error) }, "events of calls could not be stored");
        throw error;
      })
      .finally(() => {
        draining = undefined;
      });
    return draining;
  }

  return {
    add(callId, orgId, events) {
      for (const event of events) if (isNext(callId, event)) enqueue({ callId, orgId, event: storableEvent(event) });
      start(BATCH_DELAY_MS).catch(() => {});
    },

    async flush() {
      while (queue.length > 0 || draining !== undefined) await start(0);
    },

    forget(callId) {
      nextSeqs.delete(callId);
    },
  };
}
