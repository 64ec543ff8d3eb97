import { setTimeout as delay } from "node:timers/promises";
import { guarded } from "@callwright/contract";
import pg from "pg";
import type { Logger } from "../config/logger.ts";
import { type ChangeNotice, forgetOldNotices, readNotices, readPresent, wakeOthers } from "./notice-reader.ts";

/** The PostgreSQL channel for messages between servers. They are not stored. */
const SERVER_CHANNEL = "server";

export interface ChangeFeedOptions {
  /**
   * The address of the database itself. Through a pooler that shares connections between transactions, changes of other servers are found only at the
   * next look.
   */
  url: string;
  onChange: (notice: ChangeNotice) => void;
  /** Changes may have been missed: all earlier reads may be outdated. */
  onResync: () => void;
  /** A message of a server, perhaps of this one. */
  onMessage?: (message: string) => void;
  log: Logger;
  /** How often the feed looks without a signal. Default 1 s. */
  lookMs?: number;
  /** A look that takes longer will not end. Default 10 s. */
  timeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** However much is written, there is this much time between two looks. */
const LOOK_GAP_MS = 20;
/** After this time without a look, a server may have missed deleted notices. */
const BEHIND_MS = 60_000;
const FORGET_EVERY_MS = 30_000;

/**
 * Reads the notices that triggers store for every change (`change_notice`): immediately after a write of this server or a signal of another one, and
 * otherwise every second. It has its own connection, which is opened again when it is lost or falls silent.
 *
 * The notices are rows and not payloads of NOTIFY, because transactions that notify commit one after the other, each waiting for the disk: eight
 * writers would be as slow as one.
 *
 * @throws when the first connection cannot be opened.
 */
export async function openChangeFeed(options: ChangeFeedOptions) {
  const { url, log, onChange, onResync, onMessage = () => {}, lookMs = 1_000, timeoutMs = 10_000 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const alarm = createAlarm(signal);
  let hasWritten = false;
  let speaker: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: timeoutMs,
    });
    // The next look fails.
    client.on("error", () => alarm.ring());
    const onNotification = ({ channel, payload = "" }: pg.Notification) =>
      channel === SERVER_CHANNEL ? onMessage(payload) : alarm.ring();
    const onFault = (cause: unknown) => log.error({ err: cause }, "a message of another node could not be handled");
    client.on("notification", guarded(onFault, onNotification));
    try {
      await client.connect();
      await client.query(`listen change; listen ${SERVER_CHANNEL}`);
      return client;
    } catch (error) {
      leave(client);
      throw error;
    }
  }

  /** Looks until the connection fails. */
  async function look(client: pg.Client, from: string): Promise<void> {
    let seen = from;
    let lookedAtMs = Date.now();
    let forgotAtMs = 0;
    while (!signal.aborted) {
      const isOwn = hasWritten;
      hasWritten = false;
      const { present, notices } = await readNotices(client, seen);
      seen = present;
      if (Date.now() - lookedAtMs > BEHIND_MS) onResync();
      lookedAtMs = Date.now();
      for (const notice of notices) onChange(notice);
      if (isOwn && notices.length > 0) await wakeOthers(client);
      if (lookedAtMs - forgotAtMs > FORGET_EVERY_MS) {
        forgotAtMs = lookedAtMs;
        await forgetOldNotices(client);
      }
      await delay(LOOK_GAP_MS, undefined, { signal });
      await alarm.wait(lookMs);
    }
  }

  async function reconnect(): Promise<{ client: pg.Client; from: string } | undefined> {
    for (let waitMs = FIRST_DELAY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_DELAY_MS)) {
      try {
        const client = await connect();
        return { client, from: await readPresent(client) };
      } catch (error) {
        log.debug({ err: error }, "the database's changes cannot be read yet");
        await delay(waitMs, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  }

  async function keepLooking(first: { client: pg.Client; from: string }): Promise<void> {
    for (let current: typeof first | undefined = first; current; current = await reconnect()) {
      speaker = current.client;
      if (current !== first) onResync();
      await look(current.client, current.from).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, "the database's changes could not be read; the connection is opened again");
      });
      speaker = undefined;
      leave(current.client);
    }
  }

  const client = await connect();
  const looking = keepLooking({ client, from: await readPresent(client) });
  return {
    /** Called when this server may have written data. */
    nudge: () => {
      hasWritten = true;
      alarm.ring();
    },
    /** Sends messages to every other server. Messages during a lost connection are lost. */
    tell: (messages: readonly string[]) => {
      // When it fails, the next look does too.
      if (speaker && messages.length > 0) sendServerMessages(speaker, messages).catch(() => {});
    },
    close: async () => {
      closing.abort();
      await looking;
    },
  };
}
export type ChangeFeed = Awaited<ReturnType<typeof openChangeFeed>>;

/** In the background: a silent connection may take minutes to end. */
function leave(client: pg.Client): void {
  client.removeAllListeners("notification");
  void client.end().catch(() => {});
}

/**
 * Sends messages to all servers in one short transaction that does not wait for the disk, because transactions that notify commit one after the
 * other.
 */
async function sendServerMessages(client: pg.Client, messages: readonly string[]): Promise<void> {
  const notices = messages.map((message) => `notify ${SERVER_CHANNEL}, ${client.escapeLiteral(message)};`).join(" ");
  await client.query(`begin; set local synchronous_commit = off; ${notices} commit`);
}

/** Resolves `wait` when it is rung, or at once if it was rung since the last wait. */
function createAlarm(signal: AbortSignal) {
  let hasRung = false;
  let wake = () => {};
  const ring = () => {
    hasRung = true;
    wake();
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    ring,
    /** Resolves when it is rung, after `maxMs`, or when its signal is aborted. One caller waits at a time. */
    wait: async (maxMs: number) => {
      if (!hasRung && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = () => {};
      hasRung = false;
    },
  };
}
