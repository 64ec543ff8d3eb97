import { JSON_MAX_DEPTH } from "@callwright/contract";
import { type JSONValue, jsonToConvex, type Value } from "convex/values";
import { describeFailure, encodeValue, FunctionError, type ResultSizes } from "./failure.ts";
import type { Functions, Identity } from "./functions.ts";
import { encodeResult } from "./protocol.ts";

/** A pino logger fits. Arguments and results are never logged. */
export interface RealtimeLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The function at this path. Ignores inherited properties. */
export function findFunction<F>(kind: string, table: Readonly<Record<string, F>>, path: string): F {
  const found = Object.hasOwn(table, path) ? table[path] : undefined;
  if (!found) throw new FunctionError("unknown-function", `Unknown ${kind} '${path}'.`);
  return found;
}

/** The JSON text of a client's arguments. Throws a `FunctionError` for deep nesting, before recursive code reads them. */
export function writeArgs(args: unknown): string {
  requireShallow(args);
  return JSON.stringify(args ?? {});
}

function requireShallow(args: unknown): void {
  let level = [args].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= JSON_MAX_DEPTH)
      throw new FunctionError("arguments-invalid", `The arguments must not be nested deeper than ${JSON_MAX_DEPTH} levels.`);
    level = level.flatMap((value) => Object.values(value)).filter(isContainer);
  }
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Decodes a client's arguments, which must be an object. */
export function readArgs(args: unknown): Value {
  requireShallow(args);
  try {
    return jsonToConvex((args ?? {}) as JSONValue);
  } catch {
    throw new FunctionError(
      "arguments-invalid",
      "The arguments cannot be read: a value or a field name is not valid in the protocol.",
    );
  }
}

export interface QueryRun {
  /** The encoded result. */
  result: string;
  keys: ReadonlySet<string>;
  /** A retry may succeed. */
  isUnexpectedFailure: boolean;
}

/** Runs one query. Never throws. */
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
