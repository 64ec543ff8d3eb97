import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { ConvexClient, type ConvexClientOptions } from "convex/browser";
import { type Clock, createClock } from "../clock.ts";
import { TokenRefused } from "../failure.ts";
import type { RealtimeLimits } from "../limits.ts";
import { createRealtime, type Realtime } from "../realtime.ts";
import { ITEM_FUNCTIONS, type ItemFunctions, type TestIdentity } from "./item-functions.ts";
import { MemoryDatabase } from "./memory-database.ts";
import { createTap, type Tap, tappedSocket } from "./tapped-socket.ts";

/** The messages in a client's console. */
export interface ClientLog {
  lines: string[];
}

export interface RigOptions {
  /** Shared with other rigs, to test several nodes with one database. */
  database?: MemoryDatabase;
  functions?: Partial<ItemFunctions>;
  limits?: Partial<RealtimeLimits>;
  /** The port of an earlier server. */
  port?: number;
  clock?: Clock;
  /** How long a notice of a commit is on its way. Default: not at all. */
  noticeDelayMs?: () => number;
  nowMs?: () => number;
}

/** A node: the server side of the protocol on a new port, and official clients. */
export interface RealtimeRig {
  url: string;
  port: number;
  database: MemoryDatabase;
  realtime: Realtime<TestIdentity>;
  clock: Clock;
  /** The messages that the server logged. */
  logged: string[];
  /** Tokens that are revoked. */
  revoked: Set<string>;
  /** A hook that every check of a token waits for, or fails with. */
  beforeAuthenticate: { hook: (() => Promise<void> | void) | null };
  /** `through`: the address of a connection to the server. */
  client(options?: ConvexClientOptions & { log?: ClientLog; tap?: Tap; through?: string }): ConvexClient;
  /** Breaks every connection, as a lost network does. */
  cutConnections(): void;
  /** Ends at once, as if killed. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
let tokens = 0;

/** A token as the client wants it: it reads `iat` and `exp` to know when to ask for another. No two are the same. */
export function makeToken(name: string, { org = "acme", livesSeconds = 3600, nowMs = Date.now() } = {}): string {
  const iat = Math.floor(nowMs / 1000);
  return `${base64url({ alg: "none" })}.${base64url({ name, org, iat, exp: iat + livesSeconds, jti: tokens++ })}.x`;
}

function readToken(token: string): TestIdentity {
  try {
    const { name, org, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return { name, scope: `org:${org}`, subject: name, expiresAtMs: exp * 1000 };
  } catch {
    throw new TokenRefused("This is no token.");
  }
}

export async function startRealtimeRig(options: RigOptions = {}): Promise<RealtimeRig> {
  const { database = new MemoryDatabase(), nowMs = Date.now } = options;
  const clock = options.clock ?? createClock({ nowMs });
  const logged: string[] = [];
  const revoked = new Set<string>();
  const beforeAuthenticate: RealtimeRig["beforeAuthenticate"] = { hook: null };
  const clients = new Set<ConvexClient>();
  const sockets = new Set<Duplex>();
  const realtime = createRealtime({
    functions: {
      queries: { ...ITEM_FUNCTIONS.queries, ...options.functions?.queries },
      mutations: { ...ITEM_FUNCTIONS.mutations, ...options.functions?.mutations },
      actions: { ...ITEM_FUNCTIONS.actions, ...options.functions?.actions },
    },
    store: database.store(),
    authenticate: async (token) => {
      await beforeAuthenticate.hook?.();
      if (revoked.has(token)) throw new TokenRefused("This token was revoked.");
      return readToken(token);
    },
    clock,
    limits: { sweepMs: 20, ...options.limits },
    log: { warn: (_, message) => void logged.push(message), error: (_, message) => void logged.push(message) },
    nowMs,
  });
  database.onCommit((keys) => {
    if (!options.noticeDelayMs) realtime.invalidate(keys);
    else setTimeout(() => realtime.invalidate(keys), options.noticeDelayMs());
  });
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket, head) => realtime.accept(request, socket, head));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      cutConnections();
    });
  };
  return {
    url,
    port,
    database,
    realtime,
    clock,
    logged,
    revoked,
    beforeAuthenticate,
    cutConnections,
    client: ({ log = { lines: [] }, tap = createTap(), through = url, ...clientOptions } = {}) => {
      const write = (...parts: unknown[]) => void log.lines.push(parts.map(String).join(" "));
      const logger = { log: write, warn: write, error: write, logVerbose: () => {} };
      const client = new ConvexClient(through, {
        logger,
        webSocketConstructor: tappedSocket(tap),
        authRefreshTokenLeewaySeconds: 2,
        ...clientOptions,
      });
      clients.add(client);
      return client;
    },
    kill: stop,
    close: async () => {
      await Promise.all([...clients].map((client) => client.close()));
      await realtime.close();
      await stop();
    },
  };
}
