import type { LiveError } from "./live-error.ts";
import type { LiveActionPath, LiveArgs, LiveMutationPath, LiveQueryPath, LiveResult } from "./live-types.ts";

/** What is known of a query: neither before the first answer. */
export interface LiveAnswer<Result> {
  data: Result | undefined;
  error: LiveError | undefined;
}

/** A query with its arguments, whether somebody watches it or not. */
export interface LiveQuery<Result> {
  /** The same object until something else is known. */
  answer(): LiveAnswer<Result>;
  /** Subscribes to it at the server for as long as somebody listens; calls the listener whenever it was answered anew. */
  onUpdate(listener: () => void): () => void;
}

/** The results that queries show while a mutation is under way. They are taken back when it has been done, or has failed. */
export interface LiveStore {
  /** Undefined when nobody watches the query. */
  get<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>): LiveResult<Path> | undefined;
  set<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>, result: LiveResult<Path>): void;
}

/** Shows at once what a mutation will come to. Makes new objects and changes none. */
export type OptimisticUpdate<Path extends LiveMutationPath> = (store: LiveStore, args: LiveArgs<Path>) => void;

export interface LiveConnection {
  isConnected: boolean;
  /** How often it has been connected. */
  count: number;
  /** Epoch milliseconds; undefined while no mutation waits for its answer. */
  oldestMutationMs: number | undefined;
}

/** One client of the realtime backend: of one person, in one organisation. */
export interface LiveClient {
  query<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>): LiveQuery<LiveResult<Path>>;
  /** Waits for a connection. Done once, however often the connection is lost meanwhile. Rejects with a `LiveError`. */
  mutate<Path extends LiveMutationPath>(
    path: Path,
    args: LiveArgs<Path>,
    optimistic?: OptimisticUpdate<Path>,
  ): Promise<LiveResult<Path>>;
  /** Rejects with a `LiveError`, also when the connection is lost meanwhile. */
  act<Path extends LiveActionPath>(path: Path, args: LiveArgs<Path>): Promise<LiveResult<Path>>;
  /** Subscribes to what will soon be looked at, for `REALTIME_PREWARM_MS`. */
  prewarm<Path extends LiveQueryPath>(path: Path, args: LiveArgs<Path>): void;
  connection(): LiveConnection;
  onConnection(listener: () => void): () => void;
  /** Does not wait any longer before it connects again; nothing while it is connected. */
  reconnect(): void;
  /** Whatever waits for an answer fails with `connection-lost`. */
  close(): void;
}

export interface LiveClientOptions {
  /** Absolute address of the server. */
  address: string;
  /** Null: nobody is signed in any more. */
  fetchToken: (request: { forceRefreshToken: boolean }) => Promise<string | null>;
  /** The server takes none of the tokens. */
  onRefused: () => void;
}
