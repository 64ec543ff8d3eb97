import type { Identity } from "./functions.ts";

/** A connection from the scope's view. */
export interface Member<I extends Identity> {
  /** Null if not signed in. */
  readonly identity: I | null;
  /** False while results may not be sent: on hold, congested or closed. */
  readonly isServable: boolean;
  /** Results computed before this time are too old for it. */
  readonly freshFromTs: bigint;
  entries(): Iterable<QueryEntry<I>>;
  /** Sends the results of a round. Returns true if all results were sent. */
  deliver(ts: bigint): boolean;
  /** The scope failed. Closes the connection, so that the client reconnects. */
  abandon(): void;
}

/** A query and its result, shared by all connections of a scope. */
export class QueryEntry<I extends Identity> {
  /** The encoded result. Null before the first one. Equal results are the same string. */
  result: string | null = null;
  /** Time of the round that computed it. */
  computedTs = 0n;
  /** The keys that the result depends on. */
  keys: ReadonlySet<string> = new Set();
  readonly subscribers = new Set<Member<I>>();
  /** Consecutive unexpected failures. */
  failures = 0;
  retryTimer: NodeJS.Timeout | null = null;

  readonly scope: { invalidate(entry: QueryEntry<I>): void };
  readonly id: string;
  readonly path: string;
  readonly argsJson: string;

  constructor(scope: QueryEntry<I>["scope"], { id, path, argsJson }: { id: string; path: string; argsJson: string }) {
    this.scope = scope;
    this.id = id;
    this.path = path;
    this.argsJson = argsJson;
  }
}
