import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type PartialLine, PlatformError } from "@callwright/contract";
import { createClock, createRealtime, type HttpCall, refuseUpgrade, TokenRefused } from "@callwright/realtime";
import type { LiveSessions } from "../auth/live-sessions.ts";
import type { Memberships } from "../auth/memberships.ts";
import type { Database } from "../db/connect.ts";
import { explain } from "../db/open-database.ts";
import { addressByHeaders } from "../http/client-address.ts";
import { isTrustedOrigin } from "../http/cross-origin.ts";
import { visitorNetwork } from "../http/visitor-address.ts";
import type { ServerContext } from "../platform.ts";
import { openChangeFeed } from "./change-feed.ts";
import { changesFunctions, createChangeWindows } from "./change-windows.ts";
import { defineFunctions, type RealtimeHandlers } from "./define-functions.ts";
import { createIdentify, type RealtimeIdentity } from "./identity.ts";
import { changedKeys } from "./keys.ts";
import { createLiveRelay, type LiveRelay } from "./live-relay.ts";
import type { ChangeNotice } from "./notice-reader.ts";
import { createStore, lastCommitTs } from "./store.ts";

type Context = Pick<ServerContext, "authenticate" | "config" | "log" | "now">;

/** Parts of the server that are told about changes at any node. */
export interface ChangeListener {
  onChange(notice: ChangeNotice): void;
  /** Changes may have been missed. */
  onResync(): void;
}

export interface RealtimeServiceOptions {
  context: Context;
  /** The functions of the contract's `REALTIME_FUNCTIONS`, except those about changes. `live` has the unfinished lines of running calls on all nodes. */
  handlers: (live: Pick<LiveRelay, "linesOf">) => Partial<RealtimeHandlers>;
  /** The unfinished lines of a call that this node hosts. */
  liveLines: (callId: string) => readonly PartialLine[] | undefined;
  /** Connections that only live queries use. */
  db: Database;
  /** The address of the database itself, not of a pooler. */
  directUrl: string;
  /** The listener is called whenever this server may have written something. */
  onRelease: (listener: () => void) => void;
  memberships: Pick<Memberships, "forget">;
  liveSessions: Pick<LiveSessions, "forget">;
  listeners?: readonly ChangeListener[];
}

/** Answers realtime clients, and updates what they watch: the database reports the writes of all nodes. */
export async function startRealtime(options: RealtimeServiceOptions) {
  const { context, db, directUrl, onRelease, memberships, liveSessions, listeners = [] } = options;
  const { config, log, now } = context;
  const nowMs = () => now().getTime();
  const windows = createChangeWindows(Date.now);
  const live = createLiveRelay({
    ownLines: options.liveLines,
    isWatched: (key) => realtime.isWatched(key),
    invalidate: (keys) => realtime.invalidate(keys),
    tell: (messages) => feed.tell(messages),
    nowMs: () => performance.now(),
  });
  const realtime = createRealtime({
    functions: defineFunctions({ ...changesFunctions(windows), ...options.handlers(live) }),
    store: createStore(db, now),
    authenticate: createIdentify(context.authenticate),
    // The real clock, because tests may stop the server's own.
    clock: createClock({ nowMs: Date.now, lastTs: await lastCommitTs(db) }),
    nowMs,
    log,
  });

  function onChange(notice: ChangeNotice): void {
    const { resource, orgId, ids } = notice;
    if (resource === "member" || resource === "org") memberships.forget();
    if (resource === SESSION_END) liveSessions.forget();
    windows.note(notice);
    realtime.invalidate(changedKeys(resource, orgId, ids));
    if (TOKEN_RESOURCES.has(resource)) realtime.recheck((identity) => isAbout(notice, identity));
    for (const listener of listeners) listener.onChange(notice);
  }

  function onResync(): void {
    memberships.forget();
    liveSessions.forget();
    windows.forgetAll();
    realtime.invalidateAll();
    realtime.recheck(() => true);
    for (const listener of listeners) listener.onResync();
  }

  const feed = await openChangeFeed({
    url: directUrl,
    onChange,
    onResync,
    onMessage: live.hear,
    log,
  }).catch((error: unknown) => {
    throw explain(error, directUrl, config.databaseUrlDirect ? "DATABASE_URL_DIRECT" : "DATABASE_URL");
  });

  onRelease(feed.nudge);

  return {
    /** Takes over a connection that asks to become a websocket. */
    accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const { headers } = request;
      const header = (name: string) => [headers[name]].flat()[0];
      const address = visitorNetwork(addressByHeaders(header, request.socket.remoteAddress, config));
      if (isTrustedOrigin(header, config)) return realtime.accept(request, socket, head, address);
      log.warn(
        { origin: header("origin") },
        "a page of another origin was refused a live connection; set PUBLIC_URL to the address people open",
      );
      refuseUpgrade(socket, "403 Forbidden");
    },
    /** Runs a function once. Fails with `unauthorized`. */
    call: (call: HttpCall, token: string | null) =>
      realtime.call(call, token).catch((error: unknown) => {
        throw error instanceof TokenRefused ? new PlatformError("unauthorized") : error;
      }),
    /** The partial lines of a call on this node have changed. */
    publishLive: (orgId: string, callId: string) => {
      realtime.invalidate(changedKeys("call-live", orgId, [callId]));
      live.changed(callId);
    },
    /** Asks every client to reconnect, to another node or later. */
    close: async () => {
      live.close();
      await realtime.close();
      await feed.close();
    },
  };
}
export type RealtimeService = Awaited<ReturnType<typeof startRealtime>>;

/** The end of a person's session, in each of their organizations. */
const SESSION_END = "session-end";
/** The rights of a token depend on these. */
const TOKEN_RESOURCES = new Set(["member", "org", "token", "key-set", SESSION_END]);

function isAbout({ resource, orgId, ids }: ChangeNotice, { caller }: RealtimeIdentity): boolean {
  if (caller.orgId !== orgId) return false;
  const id = {
    member: caller.userId,
    org: orgId,
    token: caller.apiToken?.id,
    "key-set": caller.keySet?.id,
    [SESSION_END]: caller.sessionId,
  }[resource];
  return typeof id === "string" && (ids?.includes(id) ?? true);
}
