import { REALTIME_FUNCTIONS, type RealtimeFailure, type RealtimePath, type Role } from "@callwright/contract";
import { FunctionError, type Functions, storedValue, type Value } from "@callwright/realtime";
import type { z } from "zod";
import type { Database } from "../../db/connect.ts";
import type { RealtimeIdentity } from "../identity.ts";
import { createStore, type Snapshot, type Transaction } from "../store.ts";

type ResultOf<Path extends RealtimePath> = z.output<(typeof REALTIME_FUNCTIONS)[Path]["result"]>;

export interface FunctionsBench {
  /** The result in the contract's form, as sent. `keys`: what it depends on. */
  query<Path extends RealtimePath>(path: Path, args: Value, as?: RealtimeIdentity | null): Promise<ResultOf<Path>>;
  /** The keys of the last query. */
  keys: string[];
  mutate(
    path: RealtimePath,
    args: Value,
    request?: { as?: RealtimeIdentity; sessionId?: string; requestId?: number },
  ): Promise<Value>;
  act<Path extends RealtimePath>(path: Path, args: Value): Promise<ResultOf<Path>>;
}

/** Functions as the protocol runs them, without its connections: on snapshots and in transactions of a real database. */
export function benchOf(
  functions: Functions<RealtimeIdentity, Snapshot, Transaction>,
  db: Database,
  somebody: RealtimeIdentity,
): FunctionsBench {
  const store = createStore(db, () => new Date());
  let requests = 0;
  const there = <Made>(made: Made | undefined, path: string): Made => {
    if (!made) throw new Error(`there is no function ${path}`);
    return made;
  };
  const parsed = <Path extends RealtimePath>(path: Path, value: Value): ResultOf<Path> => {
    storedValue(value);
    return REALTIME_FUNCTIONS[path].result.parse(value) as ResultOf<Path>;
  };
  const bench: FunctionsBench = {
    keys: [],
    async query(path, args, as = somebody) {
      const keys = new Set<string>();
      let result: Value = null;
      await store.readSnapshot(async (snapshot) => {
        const run = there(functions.queries[path], path);
        result = await run({ identity: as, snapshot, dependOn: (key) => void keys.add(key) }, args);
      });
      bench.keys = [...keys];
      return parsed(path, result);
    },
    async mutate(path, args, { as = somebody, sessionId = "session", requestId = requests++ } = {}) {
      const run = there(functions.mutations[path], path);
      const { result } = await store.mutateOnce({
        sessionId,
        requestId,
        subject: as.subject,
        work: (transaction) => run({ identity: as, transaction }, args),
        beforeCommit: () => BigInt(requests),
      });
      parsed(path, result);
      return result;
    },
    async act(path, args) {
      const run = there(functions.actions[path], path);
      return parsed(path, await run({ identity: somebody, signal: new AbortController().signal }, args));
    },
  };
  return bench;
}

/** Somebody of an organization, without a person behind the id. */
export function identityOf(orgId: string, role: Role, userId: string | null = null): RealtimeIdentity {
  const caller = { kind: "org", tag: "private", orgId, role, userId, apiToken: null } as const;
  return { caller, scope: `${orgId}:${role}`, subject: `${orgId}:${userId ?? role}`, expiresAtMs: Number.MAX_SAFE_INTEGER };
}

/** What a function says about its failure. */
export function failureOf(running: Promise<unknown>): Promise<RealtimeFailure> {
  return running.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => {
      if (error instanceof FunctionError) return error.data;
      throw error;
    },
  );
}
