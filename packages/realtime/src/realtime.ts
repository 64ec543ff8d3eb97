import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Clock } from "./clock.ts";
import { Connection } from "./connection.ts";
import { DependencyIndex } from "./dependency-index.ts";
import type { Functions, Identity, Store } from "./functions.ts";
import { callByHttp, type HttpCall, type HttpCallAnswer } from "./http-call.ts";
import { REALTIME_LIMITS, type RealtimeLimits } from "./limits.ts";
import { Peer } from "./peer.ts";
import type { PeerContext } from "./peer-context.ts";
import { CLIENT_VERSION_MIN, CLOSE, SYNC_PATH } from "./protocol.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { RealtimeLog } from "./query-runner.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { Scope } from "./scope.ts";
import { TransitionEncoder } from "./transition-encoder.ts";
import { createUpgrade } from "./upgrade.ts";

export interface RealtimeOptions<I extends Identity, Snapshot, Transaction> {
  functions: Functions<I, Snapshot, Transaction>;
  store: Store<Snapshot, Transaction>;
  /** The identity of a token. Throws `TokenRefused` for an invalid token. Other errors are server faults, after which the client reconnects. */
  authenticate(token: string): Promise<I>;
  /** See `createClock`. */
  clock: Clock;
  log: RealtimeLog;
  /** Default `REALTIME_LIMITS`. */
  limits?: Partial<RealtimeLimits>;
  /** Epoch milliseconds, for the end of tokens. Default the machine's clock. */
  nowMs?: () => number;
}

/** The server side of the sync protocol. */
export type Realtime<I extends Identity> = Pick<RealtimeServer<I, never, never>, keyof RealtimeServer<I, never, never>>;

/** A socket that does not answer the close is terminated after this. */
const CLOSE_ANSWER_MS = 1_000;

export function createRealtime<I extends Identity, Snapshot, Transaction>(
  options: RealtimeOptions<I, Snapshot, Transaction>,
): Realtime<I> {
  return new RealtimeServer(options);
}

/** The server side of the sync protocol. */
class RealtimeServer<I extends Identity, Snapshot, Transaction> {
  readonly #context: PeerContext<I, Snapshot, Transaction>;
  readonly #upgrade: ReturnType<typeof createUpgrade>;
  readonly #peers = new Set<Peer<I, Snapshot, Transaction>>();
  /** Connections by address that were not signed in when last checked. */
  readonly #strangers = new Map<string, Set<Peer<I, Snapshot, Transaction>>>();
  /** By scope name. Null if not signed in. */
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
    this.#upgrade = createUpgrade(limits.frameBytes);
    this.#sweep = setInterval(() => this.#sweepAll(), limits.sweepMs);
    this.#sweep.unref();
  }

  /**
   * Handles a WebSocket upgrade whose Origin was checked. Other paths get
   * a 404. `address`: the client's, for the limit of unauthenticated connections.
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, address = request.socket.remoteAddress ?? ""): void {
    const [, version] = SYNC_PATH.exec((request.url ?? "").replace(/\?.*$/, "")) ?? [];
    if (version === undefined) refuseUpgrade(socket, "404 Not Found");
    else if (this.#isClosed) refuseUpgrade(socket, "503 Service Unavailable");
    else {
      this.#noteVersion(version);
      this.#upgrade(request, socket, head, (webSocket) => this.#open(webSocket, address));
    }
  }

  /**
   * Runs a function once, for a client that has no connection. Without a token, nobody is signed in. Fails with `TokenRefused`, or when the
   * database fails.
   */
  async call(call: HttpCall, token: string | null): Promise<HttpCallAnswer> {
    const identity = token === null ? null : await this.#context.authenticate(token);
    return callByHttp(this.#context, call, identity);
  }

  #open(webSocket: WebSocket, address: string): void {
    if (this.#peers.size >= this.#context.limits.connections || this.#hasTooManyStrangers(address)) {
      // The client can only learn the reason from the close code.
      webSocket.on("error", () => {});
      webSocket.close(CLOSE.overload.code, CLOSE.overload.reason);
      return;
    }
    const { limits, monotonicMs } = this.#context;
    const peer: Peer<I, Snapshot, Transaction> = new Peer(this.#context, (opened) => {
      const events = {
        onText: (text: string) => opened.onText(text),
        onBinary: () => opened.close(CLOSE.protocol),
        onDrain: () => opened.onDrain(),
        onClose: () => this.#onPeerClosed(opened, address),
        onFault: (cause: unknown) => opened.onFault(cause),
      };
      return new Connection(webSocket, events, limits, monotonicMs);
    });
    this.#peers.add(peer);
    const strangers = this.#strangers.get(address) ?? new Set();
    this.#strangers.set(address, strangers.add(peer));
  }

  #hasTooManyStrangers(address: string): boolean {
    const strangers = this.#strangers.get(address);
    const max = this.#context.limits.unauthenticatedPerAddress;
    if (!strangers || strangers.size < max) return false;
    for (const peer of strangers) if (peer.identity !== null) strangers.delete(peer);
    return strangers.size >= max;
  }

  #onPeerClosed(peer: Peer<I, Snapshot, Transaction>, address: string): void {
    peer.onClose();
    this.#peers.delete(peer);
    const strangers = this.#strangers.get(address);
    strangers?.delete(peer);
    if (strangers?.size === 0) this.#strangers.delete(address);
    if (this.#peers.size === 0) this.#onEmpty?.();
  }

  #noteVersion(version: string): void {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const [knownMajor, knownMinor] = CLIENT_VERSION_MIN;
    const isKnown = major > knownMajor || (major === knownMajor && minor >= knownMinor);
    // Served anyway. The set of logged versions is bounded, because clients choose the text.
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

  /** Queries that depend on one of these keys run again. */
  invalidate(keys: Iterable<string>): void {
    this.#index.invalidate(keys, (entry) => entry.scope.invalidate(entry));
  }

  /** A watched query depends on this key. */
  isWatched(key: string): boolean {
    return this.#index.isWatched(key);
  }

  /** Everything may have changed. */
  invalidateAll(): void {
    this.#index.invalidateEverything();
    for (const scope of this.#scopes.values()) scope.invalidateAll();
  }

  /** Rechecks the tokens of these identities before they get further results. */
  recheck(isAffected: (identity: I) => boolean): void {
    for (const peer of this.#peers) if (peer.identity && isAffected(peer.identity)) peer.recheck();
  }

  stats() {
    const scopes = [...this.#scopes.values()];
    return {
      connections: this.#peers.size,
      scopes: scopes.length,
      /** Distinct queries that are kept up to date. */
      queries: scopes.reduce((sum, { queryCount }) => sum + queryCount, 0),
      /** Since the server started. */
      transitions: this.#transitions,
    };
  }

  #sweepAll(): void {
    for (const scope of [...this.#scopes.values()]) {
      if (scope.roundAgeMs < this.#context.limits.stuckMs) continue;
      this.#context.log.error({}, "a round does not end, its connections are closed");
      // Reconnecting clients get a new scope.
      this.#forget(scope);
      scope.abandon();
    }
    for (const peer of this.#peers) peer.sweep();
  }

  /** Lets running mutations finish and closes all connections with 1012. Resolves when every socket is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { shutdownMs } = this.#context.limits;
    const everyoneIsTold = Promise.all([...this.#peers].map((peer) => peer.shutDown()));
    await Promise.race([everyoneIsTold, new Promise((resolve) => setTimeout(resolve, shutdownMs).unref())]);
    for (const peer of this.#peers) peer.close(CLOSE.restart);
    await this.#untilEmpty();
    clearInterval(this.#sweep);
  }

  async #untilEmpty(): Promise<void> {
    if (this.#peers.size === 0) return;
    const cutOff = setTimeout(() => {
      for (const peer of this.#peers) peer.terminate();
    }, CLOSE_ANSWER_MS);
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    clearTimeout(cutOff);
  }
}
