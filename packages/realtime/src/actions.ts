import { describeFailure, encodeValue, FunctionError } from "./failure.ts";
import type { Functions, Identity } from "./functions.ts";
import type { RealtimeLimits } from "./limits.ts";
import { type ActionFrame, encodeFrame, type ServerFrame } from "./protocol.ts";
import { findFunction, type RealtimeLog, readArgs } from "./query-runner.ts";

export interface ActionContexts<I extends Identity> {
  functions: Functions<I, never, never>;
  limits: RealtimeLimits;
  log: RealtimeLog;
}

/** The actions of one connection, side by side. Its client calls those that are running lost when the connection is. */
export class Actions<I extends Identity> {
  readonly #contexts: ActionContexts<I>;
  readonly #send: (text: string) => void;
  readonly #closing = new AbortController();
  #running = 0;

  constructor(contexts: ActionContexts<I>, send: (text: string) => void) {
    this.#contexts = contexts;
    this.#send = send;
  }

  /** Never throws. */
  async run(frame: ActionFrame, identity: I | null): Promise<void> {
    const answer = (outcome: Extract<ServerFrame, { type: "ActionResponse" }>["outcome"]) =>
      this.#send(encodeFrame({ type: "ActionResponse", requestId: frame.requestId, outcome }));
    this.#running++;
    try {
      answer({ result: (await this.#result(frame, identity)).json });
    } catch (error) {
      const { failure, isExpected } = describeFailure(error);
      if (!isExpected) this.#contexts.log.error({ err: error, path: frame.udfPath }, "an action failed");
      answer(failure);
    } finally {
      this.#running--;
    }
  }

  async #result({ udfPath, componentPath, args }: ActionFrame, identity: I | null) {
    const { functions, limits } = this.#contexts;
    if (this.#running > limits.concurrentActions)
      throw new FunctionError("too-many-actions", `${limits.concurrentActions} actions are running. Wait for one of them.`);
    if (componentPath) throw new FunctionError("unknown-function", "There are no components here.");
    const action = findFunction("action", functions.actions, udfPath);
    return encodeValue(await this.#inTime((signal) => action({ identity, signal }, readArgs(args[0]))), limits);
  }

  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { actionMs } = this.#contexts.limits;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(actionMs)]);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () =>
        reject(
          new FunctionError("action-timeout", `This took longer than ${actionMs / 1000} s. Whether it was done is not known.`),
        ),
      );
    });
    return await Promise.race([work(signal), aborted]);
  }

  close(): void {
    this.#closing.abort();
  }
}
