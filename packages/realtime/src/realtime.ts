import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Clock } from "./clock.ts";
import { Connection } from "./connection.ts";
import { DependencyIndex } from "./dependency-index.ts";
import type { Functions, Identity, Store } from "./functions.ts";
import { REALTIME_LIMITS, type RealtimeLimits } from "./limits.ts";
import { CLIENT_VERSION_MIN, CLOSE, SYNC_PATH } from "./protocol.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { RealtimeLog } from "./query-runner.ts";
import { Scope } from "./scope.ts";
import { Session } from "./session.ts";
import type { SessionContext } from "./session-context.ts";
import { TransitionEncoder } from "./transition-encoder.ts";

export interface RealtimeOptions<I extends Identity, Snapshot, Transaction> {
  functions: Functions<I, Snapshot, Transaction>;
  store: Store<Snapshot, Transaction>;
  /** Who a token is. Throws `TokenRefused` for one that opens nothing; anything else it throws is a fault of ours, and the client comes back. */
  authenticate(token: string): Promise<I>;
  /** See `createClock`. */
  clock: Clock;
  log: RealtimeLog;
  /** Default `REALTIME_LIMITS`. */
  limits?: Partial<RealtimeLimits>;
  /** Epoch milliseconds, for the end of tokens. Default the machine's clock. */
  nowMs?: () => number;
}

export interface RealtimeStats {
  connections: number;
  scopes: number;
  /** Different questions that are kept answered. */
  queries: number;
  /** Since the start. */
  transitions: number;
}

/** The server side of the sync protocol. */
export interface Realtime<I extends Identity> {
  /**
   * Takes over a connection that asks to become a websocket. Its Origin has been checked. A path other than that of the protocol is answered
   * with 404.
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Whatever depends on one of these is answered again. */
  invalidate(keys: Iterable<string>): void;
  /** Does what somebody watches depend on this? */
  isWatched(key: string): boolean;
  /** For when it is not known what has changed. */
  invalidateAll(): void;
  /** Checks the tokens of these identities again, before anything more is answered to them. */
  recheck(isAffected: (identity: I) => boolean): void;
  stats(): RealtimeStats;
  /** Lets running mutations end, and tells everybody to come back (1012). Resolves when every socket is closed. */
  close(): Promise<void>;
}

/** A socket that does not answer the close is cut off after this. */
const CLOSE_ANSWER_MS = 1_000;

export function createRealtime<I extends Identity, Snapshot, Transaction>(
  options: RealtimeOptions<I, Snapshot, Transaction>,
): Realtime<I> {
  return new RealtimeServer(options);
}

class RealtimeServer<I extends Identity, Snapshot, Transaction> implements Realtime<I> {
  readonly #context: SessionContext<I, Snapshot, Transaction>;
  readonly #sockets: WebSocketServer;
  readonly #sessions = new Set<Session<I, Snapshot, Transaction>>();
  /** By the name of the scope; null for whoever has not signed in. */
  readonly #scopes = new Map<string | null, Scope<I, Snapshot>>();
  readonly #index = new DependencyIndex<QueryEntry<I>>();
  readonly #oldVersions = new Set<string>();
  readonly #sweep: NodeJS.Timeout;
  #transitions = 0;
  #isClosed = false;
  #onEmpty: (() => void) | null = null;

  constructor({ nowMs = Date.now, limits: chosen, ...options }: RealtimeOptions<I, Snapshot, Transaction>) {
    const limits = { ...REALTIME_LIMITS, ...chosen };
    this.#context = {
      ...options,
      limits,
      transitions: new TransitionEncoder(limits.chunkCharacters),
      nowMs,
      monotonicMs: () => performance.now(),
      scopeOf: (identity) => this.#scopeOf(identity),
      onScopeLeft: (scope) => this.#forgetIfEmpty(scope),
      onTransition: () => {
        this.#transitions++;
      },
    };
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.frameBytes,
      perMessageDeflate: {
        // Lists pack as well in 96 kB of a connection's memory as in the 256 kB of zlib's defaults.
        serverMaxWindowBits: 13,
        zlibDeflateOptions: { level: 3, memLevel: 7 },
        // The memory to unpack is kept for every connection that has ever sent something packed. Browsers pack whatever they send, others
        // then only what is long. It is little memory, because what clients send is small.
        clientNoContextTakeover: true,
        clientMaxWindowBits: 10,
        zlibInflateOptions: { chunkSize: 1_024 },
      },
    });
    this.#sweep = setInterval(() => this.#sweepAll(), limits.sweepMs);
    this.#sweep.unref();
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [, version] = SYNC_PATH.exec((request.url ?? "").replace(/\?.*$/, "")) ?? [];
    if (version === undefined) refuse(socket, "404 Not Found");
    else if (this.#isClosed) refuse(socket, "503 Service Unavailable");
    else {
      this.#noteVersion(version);
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket));
    }
  }

  #open(webSocket: WebSocket): void {
    if (this.#sessions.size >= this.#context.limits.connections) {
      // Only by the close code can its client learn why.
      webSocket.on("error", () => {});
      webSocket.close(CLOSE.overload.code, CLOSE.overload.reason);
      return;
    }
    const { limits, monotonicMs } = this.#context;
    const session: Session<I, Snapshot, Transaction> = new Session(this.#context, (opened) => {
      const events = {
        onText: (text: string) => opened.onText(text),
        onBinary: () => opened.close(CLOSE.protocol),
        onDrain: () => opened.onDrain(),
        onClose: () => this.#onSessionClosed(opened),
      };
      return new Connection(webSocket, events, limits, monotonicMs);
    });
    this.#sessions.add(session);
  }

  #onSessionClosed(session: Session<I, Snapshot, Transaction>): void {
    session.onClose();
    this.#sessions.delete(session);
    if (this.#sessions.size === 0) this.#onEmpty?.();
  }

  #noteVersion(version: string): void {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const [knownMajor, knownMinor] = CLIENT_VERSION_MIN;
    const isKnown = major > knownMajor || (major === knownMajor && minor >= knownMinor);
    // It is served all the same. Of all that may be written there, only so much is remembered.
    if (isKnown || this.#oldVersions.has(version) || this.#oldVersions.size >= 20) return;
    this.#oldVersions.add(version);
    this.#context.log.warn({ version: version.slice(0, 40) }, "a realtime client is older than what is tested");
  }

  #scopeOf(identity: I | null): Scope<I, Snapshot> {
    const name = identity?.scope ?? null;
    let scope = this.#scopes.get(name);
    if (!scope) {
      scope = new Scope({ ...this.#context, index: this.#index });
      this.#scopes.set(name, scope);
    }
    return scope;
  }

  #forgetIfEmpty(scope: Scope<I, Snapshot>): void {
    if (scope.isEmpty) this.#forget(scope);
  }

  #forget(scope: Scope<I, Snapshot>): void {
    for (const [name, known] of this.#scopes) if (known === scope) this.#scopes.delete(name);
  }

  invalidate(keys: Iterable<string>): void {
    this.#index.invalidate(keys, (entry) => entry.scope.invalidate(entry));
  }

  isWatched(key: string): boolean {
    return this.#index.isWatched(key);
  }

  invalidateAll(): void {
    this.#index.invalidateEverything();
    for (const scope of this.#scopes.values()) scope.invalidateAll();
  }

  recheck(isAffected: (identity: I) => boolean): void {
    for (const session of this.#sessions) if (session.identity && isAffected(session.identity)) session.recheck();
  }

  stats(): RealtimeStats {
    const scopes = [...this.#scopes.values()];
    return {
      connections: this.#sessions.size,
      scopes: scopes.length,
      queries: scopes.reduce((sum, { queryCount }) => sum + queryCount, 0),
      transitions: this.#transitions,
    };
  }

  #sweepAll(): void {
    for (const scope of [...this.#scopes.values()]) {
      if (scope.roundAgeMs < this.#context.limits.stuckMs) continue;
      this.#context.log.error({}, "a round does not end, its connections are closed");
      // Whoever comes back gets another one.
      this.#forget(scope);
      scope.abandon();
    }
    for (const session of this.#sessions) session.sweep();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { shutdownMs } = this.#context.limits;
    const everyoneIsTold = Promise.all([...this.#sessions].map((session) => session.shutDown()));
    await Promise.race([everyoneIsTold, new Promise((resolve) => setTimeout(resolve, shutdownMs).unref())]);
    for (const session of this.#sessions) session.close(CLOSE.restart);
    await this.#untilEmpty();
    clearInterval(this.#sweep);
  }

  async #untilEmpty(): Promise<void> {
    if (this.#sessions.size === 0) return;
    const cutOff = setTimeout(() => {
      for (const session of this.#sessions) session.terminate();
    }, CLOSE_ANSWER_MS);
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    clearTimeout(cutOff);
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
