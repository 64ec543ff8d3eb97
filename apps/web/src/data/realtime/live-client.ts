import type { LiveError } from "./live-error.ts";
import type { LiveActionPath, LiveArgs, LiveMutationPath, LiveQueryPath, LiveResult } from "./live-types.ts";

/** The state of a query. Both are absent before the first result. */
export interface LiveAnswer<Result> {
  data: Result | undefined;
  error: LiveError | undefined;
}

/** A query with its arguments, with or without listeners. */
export interface LiveQuery<Result> {
  /** The same object until the state changes. */
  answer(): LiveAnswer<Result>;
  /** Subscribes at the server while there are listeners, and calls them for every new result. */
  onUpdate(listener: () => void): () => void;
}

/** Optimistic results of queries. They are rolled back when the mutation has finished or failed. */
export interface LiveStore {
  /** Undefined if the query has no listeners. */
  get<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>): LiveResult<Path> | undefined;
  set<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>, result: LiveResult<Path>): void;
}

/** Shows the expected result of a mutation at once. Creates new objects, mutates none. */
export type OptimisticUpdate<Path extends LiveMutationPath> = (store: LiveStore, args: LiveArgs<Path>) => void;

export interface LiveConnection {
  isConnected: boolean;
  /** How often it has been connected. */
  count: number;
  /** Epoch milliseconds; undefined while no mutation waits for its answer. */
  oldestMutationMs: number | undefined;
}

/** A client of the realtime backend, for one user in one organization. */
export interface LiveClient {
  query<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>): LiveQuery<LiveResult<Path>>;
  /** Waits for a connection. Runs once, even if the connection is lost meanwhile. Rejects with a `LiveError`. */
  mutate<Path extends LiveMutationPath>(
    path: Path,
    args: LiveArgs<Path>,
    optimistic?: OptimisticUpdate<Path>,
  ): Promise<LiveResult<Path>>;
  /** Rejects with a `LiveError`, also when the connection is lost meanwhile. */
  act<Path extends LiveActionPath>(path: Path, args: LiveArgs<Path>): Promise<LiveResult<Path>>;
  /** Subscribes to a query that is probably shown next, for `REALTIME_PREWARM_MS`. */
  prewarm<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>): void;
  connection(): LiveConnection;
  onConnection(listener: () => void): () => void;
  /** Reconnects without waiting; does nothing while connected. */
  reconnect(): void;
  /** Pending requests fail with `connection-lost`. */
  close(): void;
}

export interface LiveClientOptions {
  /** Absolute address of the server. */
  address: string;
  /** Null: no user is signed in. */
  fetchToken: (request: { forceRefreshToken: boolean }) => Promise<string | null>;
  /** The server refused every token. */
  onRefused: () => void;
}
