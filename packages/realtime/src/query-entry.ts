import type { Identity } from "./functions.ts";

/** A connection, as its scope sees it. */
export interface Member<I extends Identity> {
  /** Null: nobody has signed in. */
  readonly identity: I | null;
  /** False while nothing may be sent to it: it is held back, has not read what it was sent, or is closed. */
  readonly isServable: boolean;
  /** Results that were computed before this time are not new enough for it. */
  readonly freshFromTs: bigint;
  entries(): Iterable<QueryEntry<I>>;
  /** Sends what a round of this time has brought. True when nothing is owed to it any more. */
  deliver(ts: bigint): boolean;
  /** Its scope cannot go on: the client has to come back. */
  abandon(): void;
}

/** A query and its result, shared by everybody of a scope who asks the same. */
export class QueryEntry<I extends Identity> {
  /** The result as it is sent; null before the first. Equal results are the same string. */
  result: string | null = null;
  /** Of the round that computed it. */
  computedTs = 0n;
  /** What the result depends on. */
  keys: ReadonlySet<string> = new Set();
  readonly subscribers = new Set<Member<I>>();
  /** Unexpected failures in a row. */
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
