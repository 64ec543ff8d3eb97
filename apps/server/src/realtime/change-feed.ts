import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import type { Logger } from "../logger.ts";

/** What a statement has changed in one organisation, at whichever node. */
export interface ChangeNotice {
  /** A `ChangeResource` of the contract, or what else the migrations watch: `call-event` and `call-command`, by the call's id. */
  resource: string;
  orgId: string;
  /** Null: too many to be named. */
  ids: readonly string[] | null;
}

export interface ChangeFeed {
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  /** Of the database itself: a pooler that shares its connections among transactions hears nothing. */
  url: string;
  /** Sends a notice over another connection. */
  notify: (payload: string) => Promise<unknown>;
  onChange: (notice: ChangeNotice) => void;
  /** Notices may have been missed: nothing that was read before is known to be true. */
  onResync: () => void;
  newId: () => string;
  log: Logger;
  /** How often the feed makes sure that it hears the database. Default 15 s. */
  probeMs?: number;
  /** What is not heard by then is not coming. Default 10 s. */
  probeTimeoutMs?: number;
}

const Payload = z.union([
  z.object({ probe: z.string() }),
  z.object({ t: z.string(), org: z.string(), ids: z.array(z.string()).nullable() }),
]);

const CONNECT_TIMEOUT_MS = 10_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
const DEAF =
  "The database's change notices do not arrive. Behind a pooler, set DATABASE_URL_DIRECT to the database's own address.";

/**
 * Listens to what the database tells of changes, over one connection of its own. One that is lost is opened again; so is one over which
 * nothing is heard of a notice that the feed sends itself, as happens when a network or a pooler swallows them without a word.
 *
 * @throws when the first connection cannot be opened.
 */
export async function openChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const { url, log, onChange, onResync, newId, probeMs = 15_000, probeTimeoutMs = 10_000 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  /** The newest connection; what an older one still says does not count. */
  let client: pg.Client;
  let isListening = false;
  let relistening: Promise<void> = Promise.resolve();
  let heardProbe: ((probe: string) => void) | undefined;

  function hear(payload = ""): void {
    const { data } = Payload.safeParse(parseJson(payload));
    if (!data) log.warn("a change notice could not be read");
    else if ("probe" in data) heardProbe?.(data.probe);
    else onChange({ resource: data.t, orgId: data.org, ids: data.ids });
  }

  async function listen(): Promise<void> {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    // Its end is what counts, and comes after it.
    opened.on("error", () => {});
    opened.on("notification", ({ payload }) => opened === client && hear(payload));
    client = opened;
    try {
      await opened.connect();
      await opened.query("listen change");
    } catch (error) {
      void opened.end().catch(() => {});
      throw error;
    }
    isListening = true;
    opened.once("end", () => opened === client && relisten("the connection that listens for changes was lost"));
  }

  function relisten(why: string): void {
    if (!isListening || signal.aborted) return;
    log.warn(why);
    isListening = false;
    relistening = listenAgain();
  }

  async function listenAgain(): Promise<void> {
    for (let waitMs = FIRST_DELAY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_DELAY_MS)) {
      try {
        await listen();
        return onResync();
      } catch (error) {
        log.debug({ err: error }, "the database cannot be listened to yet");
        await delay(waitMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Only a notice that was sent and is not heard says something about the connection. */
  async function probe(): Promise<void> {
    const asked = client;
    const id = newId();
    const heard = new Promise<true>((resolve) => {
      heardProbe = (probed) => probed === id && resolve(true);
    });
    const sent = await options.notify(JSON.stringify({ probe: id })).then(
      () => true,
      () => false,
    );
    if (!sent || asked !== client) return;
    const isLate = delay(probeTimeoutMs, false, { signal });
    if ((await Promise.race([heard, isLate])) || asked !== client) return;
    relisten(DEAF);
    // Its own end may not come for minutes, when the network has swallowed it.
    void asked.end().catch(() => {});
  }

  async function keepProbing(): Promise<void> {
    for (;;) {
      await delay(probeMs, undefined, { signal });
      if (isListening) await probe();
    }
  }

  await listen();
  const probing = keepProbing().catch(() => {});
  return {
    close: async () => {
      closing.abort();
      await Promise.all([probing, relistening]);
      await client.end().catch(() => {});
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
