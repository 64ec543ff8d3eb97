import type { ConvexClient } from "convex/browser";
import { type FunctionReference, makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";

type Args = Record<string, Value>;
type OptimisticUpdate = Parameters<ConvexClient["mutation"]>[2];

/** A query's path for the client. */
export const query = (path: string) => makeFunctionReference<"query">(path) as FunctionReference<"query">;

export interface Watched {
  /** All shown values, in order. */
  values: Value[];
  errors: Error[];
  stop(): void;
}

/** The sequence of values that a page with this query shows. */
export function watch(client: ConvexClient, path: string, args: Args = {}): Watched {
  const values: Value[] = [];
  const errors: Error[] = [];
  const stop = client.onUpdate(
    query(path),
    args,
    (value) => void values.push(value),
    (error) => void errors.push(error),
  );
  return { values, errors, stop: () => stop() };
}

export function mutate(client: ConvexClient, path: string, args: Args = {}, options?: OptimisticUpdate): Promise<Value> {
  return client.mutation(makeFunctionReference<"mutation">(path), args, options);
}

/** Adds an item that the list shows before the server stores it. */
export function addOptimistically(client: ConvexClient, list: string, text: string): Promise<Value> {
  return mutate(
    client,
    "items:add",
    { list, text },
    {
      optimisticUpdate: (local) => {
        const shown = local.getQuery(query("items:list"), { list }) as Value[] | undefined;
        if (shown) local.setQuery(query("items:list"), { list }, [...shown, `${text}?`]);
      },
    },
  );
}

export function act(client: ConvexClient, path: string, args: Args = {}): Promise<Value> {
  return client.action(makeFunctionReference<"action">(path), args);
}

export interface Gate {
  /** Resolves once the gate is open. */
  passed: Promise<void>;
  /** Whether a client has joined the room. */
  isReached: boolean;
  wait(): Promise<void>;
  open(): void;
}

/** A gate that a test closes and opens. */
export function createGate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate: Gate = {
    passed,
    isReached: false,
    wait: async () => {
      gate.isReached = true;
      await passed;
    },
    open,
  };
  return gate;
}
