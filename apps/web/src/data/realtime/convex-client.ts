import {
  REALTIME_PREWARM_MS,
  REALTIME_TOKEN_LEEWAY_SECONDS,
  type RealtimeFailure,
  type RealtimePath,
} from "@callwright/contract";
import { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { ConvexError, type Value } from "convex/values";
import i18next from "i18next";
import type { LiveAnswer, LiveClient, LiveClientOptions, LiveQuery, LiveStore } from "./live-client.ts";
import { LiveError } from "./live-error.ts";

type Args = Record<string, Value>;

/** The only file that imports the `convex` client. Heavy: load it when needed. */
export function openLiveClient({ address, fetchToken, onRefused }: LiveClientOptions): LiveClient {
  const client = new ConvexReactClient(address, {
    authRefreshTokenLeewaySeconds: REALTIME_TOKEN_LEEWAY_SECONDS,
    expectAuth: true,
    // Otherwise it asks for a second token as soon as the first one is accepted, and the server runs every query again.
    initialAuthTokenReuse: true,
    logger: liveLogger,
    // A lost mutation would block leaving the page forever.
    unsavedChangesWarning: false,
  });
  let isClosed = false;
  client.setAuth(fetchToken, (isAuthenticated) => {
    if (!isAuthenticated && !isClosed) onRefused();
  });
  let lose: (error: LiveError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  lost.catch(() => {});
  const mutationStarts = new Set<{ atMs: number }>();

  const untilAnswered = async <Result>(ask: () => Promise<unknown>): Promise<Result> => {
    if (isClosed) throw new LiveError({ code: "not-connected", message: i18next.t("realtime.notConnected") });
    try {
      return (await Promise.race([ask(), lost])) as Result;
    } catch (error) {
      throw liveErrorOf(error);
    }
  };

  return {
    query: (path, args) => watchQuery(client, path, args as Args, () => isClosed),
    mutate: async (path, args, optimistic) => {
      const start = { atMs: Date.now() };
      mutationStarts.add(start);
      const optimisticUpdate = optimistic && ((store: ConvexStore) => optimistic(liveStoreOf(store), args));
      try {
        return await untilAnswered(() => client.mutation(functionOf<"mutation">(path), args as Args, { optimisticUpdate }));
      } finally {
        mutationStarts.delete(start);
      }
    },
    act: (path, args) => untilAnswered(() => client.action(functionOf<"action">(path), args as Args)),
    prewarm: (path, args) => {
      if (isClosed) return;
      client.prewarmQuery({
        query: functionOf<"query">(path),
        args: args as Args,
        extendSubscriptionFor: REALTIME_PREWARM_MS,
      });
    },
    connection: () => {
      const [oldest] = mutationStarts;
      if (isClosed) return { isConnected: false, count: 0, oldestMutationMs: oldest?.atMs };
      const { isWebSocketConnected, connectionCount } = client.connectionState();
      return { isConnected: isWebSocketConnected, count: connectionCount, oldestMutationMs: oldest?.atMs };
    },
    onConnection: (listener) => client.subscribeToConnectionState(listener),
    // The client has no other way to learn that the network is back.
    reconnect: () => void window.dispatchEvent(new Event("online")),
    close: () => {
      isClosed = true;
      lose(new LiveError({ code: "connection-lost", message: i18next.t("realtime.lost") }));
      void client.close();
    },
  };
}

function functionOf<Kind extends "query" | "mutation" | "action">(path: RealtimePath) {
  return makeFunctionReference<Kind, Args, unknown>(path);
}

function watchQuery<Result>(
  client: ConvexReactClient,
  path: RealtimePath,
  args: Args,
  isClosed: () => boolean,
): LiveQuery<Result> {
  const watch = client.watchQuery(functionOf<"query">(path), args);
  const read = (): LiveAnswer<Result> => {
    try {
      return { data: watch.localQueryResult() as Result | undefined, error: undefined };
    } catch (error) {
      return { data: undefined, error: liveErrorOf(error) };
    }
  };
  let answer = read();
  return {
    answer: () => answer,
    onUpdate: (listener) => {
      if (isClosed()) return () => {};
      const stop = watch.onUpdate(() => {
        answer = read();
        listener();
      });
      // Another listener may have received the result already.
      const now = read();
      if (now.data !== answer.data || !now.error !== !answer.error) answer = now;
      return stop;
    },
  };
}

type ConvexStore = Parameters<NonNullable<NonNullable<Parameters<ConvexReactClient["mutation"]>[2]>["optimisticUpdate"]>>[0];

function liveStoreOf(store: ConvexStore): LiveStore {
  return {
    get: (path, args) => store.getQuery(functionOf<"query">(path), args as Args) as never,
    set: (path, args, result) => store.setQuery(functionOf<"query">(path), args as Args, result),
  };
}

/** The client's message names files and functions; the text for users is in the data. */
function liveErrorOf(error: unknown): LiveError {
  if (error instanceof LiveError) return error;
  if (error instanceof ConvexError && isFailure(error.data)) return new LiveError(error.data);
  const isLost = error instanceof Error && error.message.includes("Connection lost while action was in flight");
  if (isLost) return new LiveError({ code: "connection-lost", message: i18next.t("realtime.lost") });
  return new LiveError({ code: "internal-server-error", message: i18next.t("realtime.failed") });
}

/** Written by hand: importing the schema would load the schemas of all functions. */
function isFailure(data: unknown): data is RealtimeFailure {
  const { code, message } = (data ?? {}) as Record<string, unknown>;
  return typeof code === "string" && typeof message === "string";
}

/** Failures of functions, which the screens show. */
const OF_A_FUNCTION = "[CONVEX ";

/**
 * Logs only what no screen shows: lost connections are in the shell's indicator, and failures are on the page.
 */
const liveLogger = {
  logVerbose: () => {},
  log: () => {},
  warn: () => {},
  error: (...parts: unknown[]) => {
    if (String(parts[0]).startsWith(OF_A_FUNCTION)) return;
    // biome-ignore lint/suspicious/noConsole: this is the logger.
    console.error("Realtime:", ...parts);
  },
};
