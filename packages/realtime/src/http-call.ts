import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { Actions } from "./actions.ts";
import { describeFailure, encodeValue } from "./failure.ts";
import type { Functions, Identity, Store } from "./functions.ts";
import { type MutationContexts, MutationQueue } from "./mutation-queue.ts";
import type { Failure } from "./protocol.ts";
import { runQuery, writeArgs } from "./query-runner.ts";

export const HTTP_CALL_KINDS = ["query", "mutation", "action"] as const;
type HttpCallKind = (typeof HTTP_CALL_KINDS)[number];

/** One function call by `ConvexHttpClient` of the client's package. */
export interface HttpCall {
  kind: HttpCallKind;
  path: string;
  /** In the client's JSON form of values. */
  args: unknown;
  /** Ends an action. */
  signal: AbortSignal;
}

/** The answer in that client's form. The client prints log lines, so there are none. */
export type HttpCallAnswer =
  | { status: "success"; value: JSONValue; logLines: [] }
  | { status: "error"; errorMessage: string; errorData?: unknown; logLines: [] };

interface HttpCallContexts<I extends Identity, Snapshot, Transaction> extends MutationContexts<I, Transaction> {
  functions: Functions<I, Snapshot, Transaction>;
  store: Store<Snapshot, Transaction>;
}

/** Runs a function once, without a connection. Fails when it is not known whether a mutation was done, or the database cannot be read. */
export async function callByHttp<I extends Identity, Snapshot, Transaction>(
  contexts: HttpCallContexts<I, Snapshot, Transaction>,
  call: HttpCall,
  identity: I | null,
): Promise<HttpCallAnswer> {
  try {
    // Refused here, before the work of each kind reads it.
    writeArgs(call.args);
    if (call.kind === "query") return await query(contexts, call, identity);
    return call.kind === "mutation" ? await mutate(contexts, call, identity) : await act(contexts, call, identity);
  } catch (error) {
    const { failure, isExpected } = describeFailure(error);
    if (!isExpected) throw error;
    return failed(failure);
  }
}

async function query<I extends Identity, Snapshot, Transaction>(
  { functions, store, log, limits }: HttpCallContexts<I, Snapshot, Transaction>,
  { path, args }: HttpCall,
  identity: I | null,
): Promise<HttpCallAnswer> {
  let result = "";
  await store.readSnapshot(async (snapshot) => {
    const asked = { path, argsJson: writeArgs(args) };
    ({ result } = await runQuery(asked, { identity, snapshot }, { functions, log, sizes: limits }));
  });
  // A modification without its beginning.
  const { value, errorMessage, errorData } = JSON.parse(`{${result}`);
  return errorMessage === undefined ? succeeded(value) : failed({ message: errorMessage, data: errorData });
}

function mutate<I extends Identity, Snapshot, Transaction>(
  contexts: HttpCallContexts<I, Snapshot, Transaction>,
  { path, args }: HttpCall,
  identity: I | null,
): Promise<HttpCallAnswer> {
  return new Promise((resolve, reject) => {
    const queue = new MutationQueue<I, Transaction>(contexts, {
      sessionId: randomUUID(),
      refreshIdentity: (current) => current,
      // A single call has no subscription to put on hold.
      hold: () => {},
      release: () => {},
      answer: (_, outcome) =>
        resolve("result" in outcome ? succeeded(encodeValue(outcome.result, contexts.limits).json) : failed(outcome)),
      abandon: () => reject(new Error("it is not known whether a mutation was done")),
    });
    queue.push({ type: "Mutation", requestId: 0, udfPath: path, args: [args] }, identity, false);
  });
}

function act<I extends Identity, Snapshot, Transaction>(
  contexts: HttpCallContexts<I, Snapshot, Transaction>,
  { path, args, signal }: HttpCall,
  identity: I | null,
): Promise<HttpCallAnswer> {
  return new Promise((resolve) => {
    const actions = new Actions<I>(contexts, (_, outcome) =>
      resolve("result" in outcome ? succeeded(outcome.result) : failed(outcome)),
    );
    signal.addEventListener("abort", () => actions.close());
    void actions.run({ type: "Action", requestId: 0, udfPath: path, args: [args] }, identity);
  });
}

const succeeded = (value: JSONValue): HttpCallAnswer => ({ status: "success", value, logLines: [] });
const failed = ({ message, data }: Failure): HttpCallAnswer => ({
  status: "error",
  errorMessage: message,
  logLines: [],
  ...(data !== undefined && { errorData: data }),
});
