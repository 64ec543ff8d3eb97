import type { Change } from "@callwright/contract";
import type { LiveClient, LiveClientOptions } from "./live-client.ts";
import { createWatchdog } from "./watchdog.ts";

/**
 * ```
 *             ┌──────the connection is lost──────┐
 *             ▼                                  │
 *  connecting ──what changed last is answered──▶ live
 *      │                                          ▲
 *      └──10 s──▶ polling ──────answered──────────┘
 * ```
 * `polling` means that connecting takes long. Screens poll in every state but `live`.
 */
export type LiveConnectionState = "connecting" | "live" | "polling";

const LOOK_INTERVAL_MS = 1_000;
/** Shorter interruptions are not shown. */
const CONNECTING_MS = 10_000;

export interface LiveConnectionOptions {
  open: (options: LiveClientOptions) => Promise<LiveClient>;
  clientOptions: LiveClientOptions;
  nowMs: () => number;
  /** Calls `work` repeatedly until the returned function is called. */
  every: (ms: number, work: () => void) => () => void;
  onChanges: (changes: readonly Change[]) => void;
  /** The connection was lost after it had been up. */
  onLost: () => void;
  /** The state or the client changed. */
  onNews: () => void;
}

export type LiveConnection = ReturnType<typeof openLiveConnection>;

/** A connection to the realtime backend for one user in one organization. It replaces its client when necessary. */
export function openLiveConnection({ open, clientOptions, nowMs, every, onChanges, onLost, onNews }: LiveConnectionOptions) {
  let state: LiveConnectionState = "connecting";
  let client: LiveClient | undefined;
  let isClosed = false;
  let isOpening = false;
  let notLiveSinceMs = nowMs();
  /** The connection of the last result. */
  let answeredCount = -1;
  let watchdog = createWatchdog();

  const become = (next: LiveConnectionState) => {
    if (next === state) return;
    const isLost = state === "live";
    state = next;
    onNews();
    if (isLost) onLost();
  };
  const isAnswered = () => client?.connection().count === answeredCount;
  const judge = () => {
    if (isClosed) return;
    if (client?.connection().isConnected && isAnswered()) return become("live");
    if (state === "live") notLiveSinceMs = nowMs();
    become(nowMs() - notLiveSinceMs > CONNECTING_MS ? "polling" : "connecting");
  };

  const connect = async () => {
    isOpening = true;
    const opened = await open(clientOptions).catch(() => undefined);
    isOpening = false;
    if (isClosed) return opened?.close();
    if (!opened) return;
    client = opened;
    answeredCount = -1;
    watchdog = createWatchdog();
    const changes = opened.query("changes:latest", {});
    changes.onUpdate(() => {
      const { data } = changes.answer();
      if (isClosed || client !== opened || !data) return;
      answeredCount = opened.connection().count;
      onChanges(data);
      judge();
    });
    opened.onConnection(judge);
    onNews();
  };
  const look = () => {
    if (!client) {
      // Its code could not be loaded: the server could not be reached, or was updated.
      if (!isOpening) void connect();
    } else if (watchdog.look(nowMs(), client.connection(), isAnswered())) {
      client.close();
      client = undefined;
      void connect();
    }
    judge();
  };

  void connect();
  const stopLooking = every(LOOK_INTERVAL_MS, look);
  return {
    state: () => state,
    /** Undefined until its code has been loaded. */
    client: () => client,
    close: () => {
      isClosed = true;
      stopLooking();
      client?.close();
      client = undefined;
    },
  };
}
