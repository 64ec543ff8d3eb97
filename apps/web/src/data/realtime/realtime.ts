import { ApiError } from "@callwright/client";
import type { Change } from "@callwright/contract";
import type { Connection } from "../connection.ts";
import type { DataHost } from "../data-host.ts";
import { createListeners } from "../listeners.ts";
import { ownerOf, type Session, SignedOutError } from "../session.ts";
import type { LiveClient, LiveClientOptions } from "./live-client.ts";
import { type LiveConnection, type LiveConnectionState, openLiveConnection } from "./live-connection.ts";

/** `off`: no user is signed in, or the data is on another host, which has no live queries. */
export type RealtimeState = "off" | LiveConnectionState;

export interface RealtimeOptions {
  session: Pick<Session, "state" | "subscribe" | "access" | "reloadOrgs">;
  dataHost: Pick<DataHost, "state" | "subscribe" | "read">;
  connection: Connection;
  /** Absolute address of this server. */
  address: string;
  open: (options: LiveClientOptions) => Promise<LiveClient>;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** Calls `work` repeatedly until the returned function is called. */
  every: (ms: number, work: () => void) => () => void;
  /** Called for every new user or organization; returns the listener for change notices. */
  listenForChanges: () => (changes: readonly Change[]) => void;
}

export type Realtime = ReturnType<typeof createRealtime>;

/** The dashboard's connection to the realtime backend. */
export function createRealtime(options: RealtimeOptions) {
  const { session, dataHost, connection, address, open, nowMs, every } = options;
  const { subscribe, tell } = createListeners();
  let isStarted = false;
  let current: { owner: string; live: LiveConnection } | undefined;

  const askWhetherServerIsThere = () => void connection.fetch(`${address}/health`, { credentials: "omit" }).catch(() => {});
  const openFor = (owner: string): LiveConnection => {
    let isOver = false;
    const { token } = session.access;
    const supply = createTokenSupply({
      token: async (request) => (typeof token === "function" ? token(request) : (token ?? "")),
      wait: options.wait,
      isOver: () => isOver || ownerOf(session.state()) !== owner,
    });
    const live = openLiveConnection({
      open,
      clientOptions: {
        address,
        fetchToken: supply,
        // The user is not a member any more, or the organization was deleted.
        onRefused: () => void session.reloadOrgs().catch(() => {}),
      },
      nowMs,
      every,
      onChanges: options.listenForChanges(),
      onLost: askWhetherServerIsThere,
      onNews: tell,
    });
    return {
      ...live,
      close: () => {
        isOver = true;
        live.close();
      },
    };
  };
  const follow = () => {
    if (!isStarted) return;
    const signedIn = ownerOf(session.state());
    const host = dataHost.state();
    // Fetch the connection first: no page may have asked for it.
    if (signedIn !== undefined && !host) void dataHost.read().catch(() => {});
    const owner = host?.enabled === false ? signedIn : undefined;
    if (owner === current?.owner) return;
    current?.live.close();
    current = undefined;
    if (owner !== undefined) current = { owner, live: openFor(owner) };
    tell();
  };
  session.subscribe(follow);
  dataHost.subscribe(follow);
  connection.subscribe(() => {
    if (connection.state() === "down") return;
    follow();
    current?.live.client()?.reconnect();
  });

  return {
    state: (): RealtimeState => current?.live.state() ?? "off",
    /** Replaced for another user or organization, so that no data is left; undefined while there is none. */
    client: () => current?.live.client(),
    subscribe,
    /** Connects whenever a user is signed in. Loads the client's code. */
    start: () => {
      isStarted = true;
      follow();
    },
  };
}

/** Delay before a failed token request is retried. */
const RETRY_MS = 2_000;

interface TokenSupplyOptions {
  /** A valid token, different from the rejected one. */
  token: (request: { rejected: string | undefined }) => Promise<string>;
  wait: (ms: number) => Promise<void>;
  /** The connection was closed. */
  isOver: () => boolean;
}

/**
 * The tokens of a connection. It never fails, because the realtime client would then wait forever: it retries while the server cannot be
 * reached, and returns null once the user is signed out. A forced refresh never returns the same token, or the client would let the
 * connection expire.
 */
export function createTokenSupply({ token, wait, isOver }: TokenSupplyOptions) {
  let last: string | undefined;
  return async ({ forceRefreshToken }: { forceRefreshToken: boolean }): Promise<string | null> => {
    while (!isOver()) {
      const next = await token({ rejected: forceRefreshToken ? last : undefined }).catch((error: unknown) => {
        if (isFinal(error)) return null;
      });
      if (next === null) return null;
      if (next !== undefined && !(forceRefreshToken && next === last)) {
        last = next;
        return next;
      }
      await wait(RETRY_MS);
    }
    return null;
  };
}

function isFinal(error: unknown): boolean {
  return error instanceof SignedOutError || (error instanceof ApiError && [401, 403, 404].includes(error.status));
}
