import type { Value } from "convex/values";

/** The identity of a connection. */
export interface Identity {
  /** Connections with the same scope share query results: same path and arguments, same result. */
  scope: string;
  /** The owner of mutations. A replayed mutation is only answered to the same subject. */
  subject: string;
  /** Epoch milliseconds. After it, the connection must authenticate again. */
  expiresAtMs: number;
}

export interface QueryContext<I extends Identity, Snapshot> {
  /** Null if not signed in. Can be any identity of the scope, so a result may only depend on the scope. */
  identity: I | null;
  /** A snapshot of the database, shared by all queries of a round. */
  snapshot: Snapshot;
  /** The result depends on this key. */
  dependOn(key: string): void;
}

export interface MutationContext<I extends Identity, Transaction> {
  identity: I | null;
  /** The transaction for all writes, which also records that the mutation ran. */
  transaction: Transaction;
}

export interface ActionContext<I extends Identity> {
  identity: I | null;
  /** Aborted when the connection closes or the action times out. */
  signal: AbortSignal;
}

/** A function throws a `FunctionError` for expected failures. The caller does not see other errors. */
export interface Functions<I extends Identity, Snapshot, Transaction> {
  queries: Readonly<Record<string, (context: QueryContext<I, Snapshot>, args: Value) => Promise<Value>>>;
  mutations: Readonly<Record<string, (context: MutationContext<I, Transaction>, args: Value) => Promise<Value>>>;
  actions: Readonly<Record<string, (context: ActionContext<I>, args: Value) => Promise<Value>>>;
}

/** The database behind the functions. */
export interface Store<Snapshot, Transaction> {
  /**
   * Runs `work` on one snapshot, taken after this call. Queries run in it one after
   * another. `work` never throws.
   */
  readSnapshot(work: (snapshot: Snapshot) => Promise<void>): Promise<void>;
  /**
   * Runs `work` in a transaction that also stores the result by session id and request. A stored request does not run
   * again, on any node. `beforeCommit` is called after the work, before its effect is visible, and returns the commit time.
   * Throws what `work` throws, after a rollback. If `work` timed out and still runs, it can no longer write.
   * It may be called again for a request whose commit failed, to see whether the
   * first one succeeded.
   */
  mutateOnce(request: MutationRequest<Transaction>): Promise<MutationOutcome>;
}

export interface MutationRequest<Transaction> {
  sessionId: string;
  requestId: number;
  /** Empty if not signed in. A stored request of another subject is rejected with a `FunctionError`. */
  subject: string;
  work(transaction: Transaction): Promise<Value>;
  beforeCommit(): bigint;
}

export interface MutationOutcome {
  /** Time of the commit. */
  ts: bigint;
  result: Value;
  isReplay: boolean;
}
