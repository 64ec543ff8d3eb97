import type { Value } from "convex/values";

/** Who a connection speaks for. */
export interface Identity {
  /** Queries of one scope share their results: same path, same arguments, same scope, same answer. */
  scope: string;
  /** Whose mutations these are: a replayed one is only answered to whom it was answered before. */
  subject: string;
  /** Epoch milliseconds. From then on the connection is told to authenticate again. */
  expiresAtMs: number;
}

export interface QueryContext<I extends Identity, Snapshot> {
  /** Null: nobody has signed in. Anybody of the scope: an answer must not depend on more of it than the scope does. */
  identity: I | null;
  /** The database as it is at one moment, the same for all queries that run together. */
  snapshot: Snapshot;
  /** The result is no longer true when this key is invalidated. */
  dependOn(key: string): void;
}

export interface MutationContext<I extends Identity, Transaction> {
  identity: I | null;
  /** Everything the mutation writes is written in here, together with the note that it has been done. */
  transaction: Transaction;
}

export interface ActionContext<I extends Identity> {
  identity: I | null;
  /** Aborted when the connection closes, or the action takes too long. */
  signal: AbortSignal;
}

/** A function says why it fails by a `FunctionError`; of anything else its caller learns nothing. */
export interface Functions<I extends Identity, Snapshot, Transaction> {
  queries: Readonly<Record<string, (context: QueryContext<I, Snapshot>, args: Value) => Promise<Value>>>;
  mutations: Readonly<Record<string, (context: MutationContext<I, Transaction>, args: Value) => Promise<Value>>>;
  actions: Readonly<Record<string, (context: ActionContext<I>, args: Value) => Promise<Value>>>;
}

/** Where the functions read and write. */
export interface Store<Snapshot, Transaction> {
  /**
   * Runs `work` on one snapshot; what is read in it is of one moment, not before the call of this function. Queries run one after the
   * other in it. `work` itself never throws.
   */
  readSnapshot(work: (snapshot: Snapshot) => Promise<void>): Promise<void>;
  /**
   * Runs `work` in a transaction that also stores, under session and request, what it answers; a request that was stored before is not run
   * again, at any node. `beforeCommit` is called when the work is done, before anybody can see its effect; it answers the time of the commit.
   * Throws what `work` throws, after everything was rolled back; what goes on in `work` by then (it took too long) can write nothing any more.
   * It may be called again for a request whose commit failed: whether the
   * first one was done after all is seen then.
   */
  mutateOnce(request: MutationRequest<Transaction>): Promise<MutationOutcome>;
}

export interface MutationRequest<Transaction> {
  sessionId: string;
  requestId: number;
  /** Empty when nobody has signed in. A stored request of another subject is refused with a `FunctionError`. */
  subject: string;
  work(transaction: Transaction): Promise<Value>;
  beforeCommit(): bigint;
}

export interface MutationOutcome {
  /** Of the commit. */
  ts: bigint;
  result: Value;
  isReplay: boolean;
}
