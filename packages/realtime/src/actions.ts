import { timeLimit } from "@callwright/contract";
import { describeFailure, encodeValue, FunctionError } from "./failure.ts";
import type { Functions, Identity } from "./functions.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { ActionFrame, ServerFrame } from "./protocol.ts";
import { findFunction, type RealtimeLog, readArgs } from "./query-runner.ts";

export interface ActionContexts<I extends Identity> {
  functions: Functions<I, never, never>;
  limits: RealtimeLimits;
  log: RealtimeLog;
}

type ActionOutcome = Extract<ServerFrame, { type: "ActionResponse" }>["outcome"];

/** The concurrent actions of one connection. When the connection breaks, the client reports its running actions as failed. */
export class Actions<I extends Identity> {
  readonly #contexts: ActionContexts<I>;
  readonly #answer: (requestId: number, outcome: ActionOutcome) => void;
  readonly #closing = new AbortController();
  #running = 0;

  constructor(contexts: ActionContexts<I>, answer: (requestId: number, outcome: ActionOutcome) => void) {
    this.#contexts = contexts;
    this.#answer = answer;
  }

  /** Never throws. */
  async run(frame: ActionFrame, identity: I | null): Promise<void> {
    const answer = (outcome: ActionOutcome) => this.#answer(frame.requestId, outcome);
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
      throw new FunctionError(
        "too-many-actions",
        `${limits.concurrentActions} actions are already running. Wait until one finishes.`,
      );
    if (componentPath) throw new FunctionError("unknown-function", "Components are not supported.");
    const action = findFunction("action", functions.actions, udfPath);
    return encodeValue(await this.#inTime((signal) => action({ identity, signal }, readArgs(args[0]))), limits);
  }

  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { actionMs } = this.#contexts.limits;
    const signal = AbortSignal.any([this.#closing.signal, timeLimit(actionMs)]);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () =>
        reject(
          new FunctionError("action-timeout", `The action timed out after ${actionMs / 1000} s. It may still have completed.`),
        ),
      );
    });
    // Async even if it throws at once, so that `aborted` always has a handler.
    const done = (async () => work(signal))();
    return await Promise.race([done, aborted]);
  }

  close(): void {
    this.#closing.abort();
  }
}
