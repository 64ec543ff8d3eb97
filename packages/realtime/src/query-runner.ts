import { type JSONValue, jsonToConvex, type Value } from "convex/values";
import { describeFailure, encodeValue, FunctionError, type ResultSizes } from "./failure.ts";
import type { Functions, Identity } from "./functions.ts";
import { encodeResult } from "./protocol.ts";

/** Where a pino logger fits in. Arguments and results never reach it. */
export interface RealtimeLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The function of this path, and no property that every object has. */
export function findFunction<F>(kind: string, table: Readonly<Record<string, F>>, path: string): F {
  const found = Object.hasOwn(table, path) ? table[path] : undefined;
  if (!found) throw new FunctionError("unknown-function", `There is no ${kind} '${path}'.`);
  return found;
}

/** What a client sent as a function's arguments: an object. */
export function readArgs(args: unknown): Value {
  try {
    return jsonToConvex((args ?? {}) as JSONValue);
  } catch {
    throw new FunctionError(
      "arguments-invalid",
      "The arguments cannot be read: a value or a field's name is not of the protocol.",
    );
  }
}

export interface QueryRun {
  /** As it is sent. */
  result: string;
  keys: ReadonlySet<string>;
  /** It may be better the next time. */
  isUnexpectedFailure: boolean;
}

/** Answers one query. Never throws. */
export async function runQuery<I extends Identity, Snapshot>(
  { path, argsJson }: { path: string; argsJson: string },
  { identity, snapshot }: { identity: I | null; snapshot: Snapshot },
  { functions, log, sizes }: { functions: Functions<I, Snapshot, never>; log: RealtimeLog; sizes: ResultSizes },
): Promise<QueryRun> {
  const keys = new Set<string>();
  try {
    const query = findFunction("query", functions.queries, path);
    const context = { identity, snapshot, dependOn: (key: string) => void keys.add(key) };
    const { text, largeBytes } = encodeValue(await query(context, readArgs(JSON.parse(argsJson))), sizes);
    if (largeBytes !== null)
      log.warn({ path, bytes: largeBytes }, "a query's result is large, and is sent as a whole at each change");
    return { result: encodeResult({ valueText: text }), keys, isUnexpectedFailure: false };
  } catch (error) {
    const { failure, isExpected } = describeFailure(error);
    if (!isExpected) log.error({ err: error, path }, "a query failed");
    return { result: encodeResult(failure), keys, isUnexpectedFailure: !isExpected };
  }
}
