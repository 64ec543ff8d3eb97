import type { Change } from "@callwright/contract";
import type { Connection } from "../connection.ts";
import type { DataHost } from "../data-host.ts";
import type { Session } from "../session.ts";
import type { LiveClient, LiveClientOptions } from "./live-client.ts";
import { type Line, type LineState, openLine } from "./live-line.ts";
import { createTokenSupply } from "./token-supply.ts";

/** `off`: nobody is signed in, or the data is another host's, which tells this dashboard nothing by itself. */
export type RealtimeState = "off" | LineState;

/** The dashboard's connection to the realtime backend, whoever is signed in. */
export interface Realtime {
  state(): RealtimeState;
  /** Another one for another person or organisation, so that nothing of the other's is left; undefined while there is none. */
  client(): LiveClient | undefined;
  subscribe(listener: () => void): () => void;
  /** From now on there is a connection whenever somebody is signed in. Loads what that needs. */
  start(): void;
}

export interface RealtimeOptions {
  session: Pick<Session, "state" | "subscribe" | "access" | "reloadOrgs">;
  dataHost: Pick<DataHost, "state" | "subscribe" | "read">;
  connection: Connection;
  /** Absolute address of this server. */
  address: string;
  open: (options: LiveClientOptions) => Promise<LiveClient>;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** Calls again and again until the answer is called. */
  every: (ms: number, work: () => void) => () => void;
  /** Called when another person or organisation is connected; the answer takes what it is told has changed. */
  listenForChanges: () => (changes: readonly Change[]) => void;
}

export function createRealtime(options: RealtimeOptions): Realtime {
  const { session, dataHost, connection, address, open, nowMs, every } = options;
  const listeners = new Set<() => void>();
  let isStarted = false;
  let current: { owner: string; line: Line } | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const askWhetherServerIsThere = () => void connection.fetch(`${address}/health`, { credentials: "omit" }).catch(() => {});
  const openFor = (owner: string): Line => {
    let isOver = false;
    const { token } = session.access;
    const supply = createTokenSupply({
      token: async (request) => (typeof token === "function" ? token(request) : (token ?? "")),
      wait: options.wait,
      isOver: () => isOver || ownerOf(session) !== owner,
    });
    const line = openLine({
      open,
      clientOptions: {
        address,
        fetchToken: supply,
        // No longer in the organisation, or the organisation is gone.
        onRefused: () => void session.reloadOrgs().catch(() => {}),
      },
      nowMs,
      every,
      onChanges: options.listenForChanges(),
      onLost: askWhetherServerIsThere,
      onNews: tell,
    });
    return {
      ...line,
      close: () => {
        isOver = true;
        line.close();
      },
    };
  };
  const follow = () => {
    if (!isStarted) return;
    const signedIn = ownerOf(session);
    const host = dataHost.state();
    // Where the data is must be known first, and no page may ever ask.
    if (signedIn !== undefined && !host) void dataHost.read().catch(() => {});
    const owner = host?.enabled === false ? signedIn : undefined;
    if (owner === current?.owner) return;
    current?.line.close();
    current = undefined;
    if (owner !== undefined) current = { owner, line: openFor(owner) };
    tell();
  };
  session.subscribe(follow);
  dataHost.subscribe(follow);
  connection.subscribe(() => {
    if (connection.state() === "down") return;
    follow();
    current?.line.client()?.reconnect();
  });

  return {
    state: () => current?.line.state() ?? "off",
    client: () => current?.line.client(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      isStarted = true;
      follow();
    },
  };
}

function ownerOf(session: Pick<Session, "state">): string | undefined {
  const state = session.state();
  return state.kind === "signed-in" ? `${state.user.id} ${state.org.id}` : undefined;
}
