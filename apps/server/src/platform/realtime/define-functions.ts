import {
  type ChangeResource,
  PlatformError,
  REALTIME_FUNCTIONS,
  type RealtimeFunctions,
  type RealtimePath,
  type Role,
  roleAtLeast,
} from "@callwright/contract";
import { FunctionError, type Functions, type QueryContext, type Value } from "@callwright/realtime";
import type { z } from "zod";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import type { OrgCaller } from "../http/caller.ts";
import { toPlatformError } from "../http/error-response.ts";
import { parseWhole } from "../http/parse-whole.ts";
import { requireStorable } from "../http/request-body.ts";
import type { RealtimeIdentity } from "./identity.ts";
import { type WatchedResource, watchedKeys } from "./keys.ts";
import type { Snapshot, Transaction } from "./store.ts";

type ArgsOf<Path extends RealtimePath> = z.output<RealtimeFunctions[Path]["args"]>;
type ResultOf<Path extends RealtimePath> = z.input<RealtimeFunctions[Path]["result"]>;

/** The arguments of a query's handler. Queries of one organization and role share their answer, so it must not depend on the caller in other ways. */
export interface QueryRequest<Path extends RealtimePath> {
  args: ArgsOf<Path>;
  orgId: string;
  role: Role;
  /** A snapshot of one moment, shared by all queries that run together. */
  db: Database;
  /** The answer is outdated when a resource of this type changes in the organization, or the one with this id. */
  dependOn(resource: WatchedResource, id?: string): void;
}

export interface ChangeRequest<Path extends RealtimePath> {
  args: ArgsOf<Path>;
  caller: OrgCaller;
  /** The transaction of the mutation. If this one fails, the mutation may run again in another one. */
  db: Database;
  /** Runs once after the commit, and never for a repeated request. */
  afterCommit(work: () => void): void;
}

export interface ActionRequest<Path extends RealtimePath> {
  args: ArgsOf<Path>;
  caller: OrgCaller;
  /** Aborted when the caller is gone, or the action takes too long. */
  signal: AbortSignal;
}

type RequestOf<Path extends RealtimePath> = {
  query: QueryRequest<Path>;
  mutation: ChangeRequest<Path>;
  action: ActionRequest<Path>;
}[RealtimeFunctions[Path]["kind"]];

/**
 * The handlers of functions, by their path in the contract. The kit has checked the caller's role and the arguments. The code of a `PlatformError`
 * reaches the caller; other errors do not.
 */
export type RealtimeHandlers = { [Path in RealtimePath]: (request: RequestOf<Path>) => Promise<ResultOf<Path>> };

type Handler = (request: unknown) => Promise<unknown>;
type Table<Kind extends keyof Functions<RealtimeIdentity, Snapshot, Transaction>> = Functions<
  RealtimeIdentity,
  Snapshot,
  Transaction
>[Kind];

/** Makes functions that check their caller and arguments by the contract. Paths without a handler do not exist. */
export function defineFunctions(handlers: Partial<RealtimeHandlers>): Functions<RealtimeIdentity, Snapshot, Transaction> {
  const ofKind = <Made>(kind: string, make: (path: RealtimePath, handle: Handler) => Made) =>
    Object.fromEntries(
      (Object.entries(handlers) as [RealtimePath, Handler][])
        .filter(([path]) => REALTIME_FUNCTIONS[path].kind === kind)
        .map(([path, handle]) => [path, make(path, handle)]),
    );
  const queries: Table<"queries"> = ofKind("query", (path, handle) => (context, args) => {
    const { snapshot, identity } = context;
    return run(
      path,
      identity,
      args,
      ({ orgId, role }, parsed) => handle({ args: parsed, orgId, role, db: snapshot.db, dependOn: dependencies(context, orgId) }),
      snapshot.leave,
    );
  });
  const mutations: Table<"mutations"> = ofKind(
    "mutation",
    (path, handle) =>
      ({ identity, transaction }, args) =>
        run(path, identity, args, (caller, parsed) => handle({ args: parsed, caller, ...transaction })),
  );
  const actions: Table<"actions"> = ofKind(
    "action",
    (path, handle) =>
      ({ identity, signal }, args) =>
        run(path, identity, args, (caller, parsed) => handle({ args: parsed, caller, signal })),
  );
  return { queries, mutations, actions };
}

function dependencies(context: QueryContext<RealtimeIdentity, Snapshot>, orgId: string): QueryRequest<RealtimePath>["dependOn"] {
  return (resource, id) => watchedKeys(resource as ChangeResource, orgId, id).forEach(context.dependOn);
}

async function run(
  path: RealtimePath,
  identity: RealtimeIdentity | null,
  args: Value,
  work: (caller: OrgCaller, args: unknown) => Promise<unknown>,
  onUnexpected: () => void = () => {},
): Promise<Value> {
  try {
    const { role: needed, args: schema } = REALTIME_FUNCTIONS[path];
    if (!identity) throw new PlatformError("unauthorized");
    const { caller } = identity;
    if (!roleAtLeast(caller.role, needed)) throw new PlatformError("forbidden", { role: caller.role, needed });
    requireStorable(args);
    return (await work(caller, parseWhole<unknown>(schema, args))) as Value;
  } catch (thrown) {
    if (thrown instanceof FunctionError) throw thrown;
    const error = toPlatformError(thrown);
    if (error !== thrown) onUnexpected();
    if (error.code === "internal") throw new Error(`The function ${path} failed.`, { cause: loggableCause(thrown) });
    throw new FunctionError(error.code, error.problems?.join("; ") ?? error.message);
  }
}
