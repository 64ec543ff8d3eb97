import type { Value } from "convex/values";
import type { Clock } from "./clock.ts";
import { describeFailure, encodeValue, FunctionError } from "./failure.ts";
import type { Functions, Identity, MutationOutcome, Store } from "./functions.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { Failure, MutationFrame } from "./protocol.ts";
import { findFunction, type RealtimeLog, readArgs } from "./query-runner.ts";

export interface MutationContexts<I extends Identity, Transaction> {
  functions: Functions<I, never, Transaction>;
  store: Pick<Store<never, Transaction>, "mutateOnce">;
  clock: Clock;
  limits: RealtimeLimits;
  log: RealtimeLog;
  monotonicMs: () => number;
}

/** The connection of the mutations. */
export interface MutationHost<I extends Identity> {
  readonly sessionId: string;
  /** The identity at the time of the mutation, if its token is still valid. Undefined if not; the client was informed. */
  refreshIdentity(identity: I | null): I | null | undefined;
  /** Stops transitions until the same number of `release` calls. */
  hold(): void;
  release(): void;
  /** Answers a mutation. The next transition must show its effect. */
  answer(requestId: number, outcome: { result: Value; ts: bigint } | Failure): void;
  /** It is unknown whether the last mutation ran. The client must reconnect and ask again. */
  abandon(): void;
}

const ATTEMPTS = 2;
/** Extra time for the rollback after a mutation's timeout. */
const STORE_GRACE_MS = 10_000;

interface Waiting<I extends Identity> {
  frame: MutationFrame;
  identity: I | null;
  /** Releases the hold of a mutation that may have run on an earlier connection. */
  release(): void;
}

/** The mutations of one connection, one at a time and in order. */
export class MutationQueue<I extends Identity, Transaction> {
  readonly #contexts: MutationContexts<I, Transaction>;
  readonly #host: MutationHost<I>;
  readonly #waiting: Waiting<I>[] = [];
  #running: Promise<void> | null = null;
  #runningSinceMs: number | null = null;
  #isClosed = false;

  constructor(contexts: MutationContexts<I, Transaction>, host: MutationHost<I>) {
    this.#contexts = contexts;
    this.#host = host;
  }

  /** The store does not respond. */
  get isStuck(): boolean {
    const { monotonicMs, limits } = this.#contexts;
    return this.#runningSinceMs !== null && monotonicMs() - this.#runningSinceMs > limits.mutationMs + STORE_GRACE_MS;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** `mayBeReplay`: it arrived before the first transition, so it may have run before. Its effect must not be shown before its answer. */
  push(frame: MutationFrame, identity: I | null, mayBeReplay: boolean): void {
    this.#waiting.push({ frame, identity, release: mayBeReplay ? this.#holdForReplay() : () => {} });
    this.#running ??= this.#work().catch((error: unknown) => {
      this.#contexts.log.error({ err: error }, "a mutation could not be answered, its connection is closed");
      this.#host.abandon();
    });
  }

  /** Drops mutations that have not started, which the client sends again. Resolves when the running one has finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { release } of this.#waiting.splice(0)) release();
    await this.#running;
  }

  #holdForReplay(): () => void {
    let isHeld = true;
    this.#host.hold();
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      this.#host.release();
    };
    const timer = setTimeout(release, this.#contexts.limits.replayHoldMs);
    return release;
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next && !this.#isClosed; next = this.#waiting.shift()) {
      this.#runningSinceMs = this.#contexts.monotonicMs();
      await this.#run(next);
      this.#runningSinceMs = null;
      next.release();
    }
    this.#running = null;
  }

  async #run({ frame, identity: arrivedWith, release }: Waiting<I>): Promise<void> {
    const identity = this.#host.refreshIdentity(arrivedWith);
    if (identity === undefined) return;
    const attempt = new MutationAttempt(this.#contexts, this.#host, { frame, identity, release });
    try {
      await attempt.run();
    } finally {
      attempt.end();
    }
  }
}

/** One run of a mutation. */
class MutationAttempt<I extends Identity, Transaction> {
  readonly #contexts: MutationContexts<I, Transaction>;
  readonly #host: MutationHost<I>;
  readonly #asked: Waiting<I>;
  #isHolding = false;
  /** State since the last call of the store. */
  #hasWorked = false;
  #isCommitting = false;

  constructor(contexts: MutationContexts<I, Transaction>, host: MutationHost<I>, asked: Waiting<I>) {
    this.#contexts = contexts;
    this.#host = host;
    this.#asked = asked;
  }

  /**
   * Reports a failure only if nothing was written. Otherwise (the commit failed, or the store could not say whether it knows the request), asks the
   * store again.
   */
  async run(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return this.#answerDone(await this.#mutate());
      } catch (error) {
        const isNothingDone = !this.#isCommitting && (this.#hasWorked || error instanceof FunctionError);
        if (isNothingDone) return this.#answerFailed(error);
        const details = { err: error, path: this.#asked.frame.udfPath, attempt };
        this.#contexts.log.warn(details, "it is not known whether a mutation was done");
      }
    }
    this.#host.abandon();
  }

  end(): void {
    if (this.#isHolding) this.#host.release();
  }

  #answerDone({ ts, result, isReplay }: MutationOutcome): void {
    if (isReplay) this.#contexts.clock.lift(ts);
    this.#host.answer(this.#asked.frame.requestId, { result, ts });
  }

  #answerFailed(error: unknown): void {
    const { failure, isExpected } = describeFailure(error);
    if (!isExpected) this.#contexts.log.error({ err: error, path: this.#asked.frame.udfPath }, "a mutation failed");
    this.#host.answer(this.#asked.frame.requestId, failure);
  }

  #mutate(): Promise<MutationOutcome> {
    const { store, clock } = this.#contexts;
    this.#hasWorked = false;
    this.#isCommitting = false;
    return store.mutateOnce({
      sessionId: this.#host.sessionId,
      requestId: this.#asked.frame.requestId,
      subject: this.#asked.identity?.subject ?? "",
      work: (transaction) => this.#inTime(this.#work(transaction)),
      beforeCommit: () => {
        this.#isCommitting = true;
        // The change notice can arrive before the commit returns, but this client must get its answer first.
        if (!this.#isHolding) this.#host.hold();
        this.#isHolding = true;
        return clock.tick();
      },
    });
  }

  async #work(transaction: Transaction): Promise<Value> {
    const { functions, limits } = this.#contexts;
    const { frame, identity, release } = this.#asked;
    this.#hasWorked = true;
    // The store did not know the request.
    release();
    if (frame.componentPath) throw new FunctionError("unknown-function", "Components are not supported.");
    const mutation = findFunction("mutation", functions.mutations, frame.udfPath);
    const result = await mutation({ identity, transaction }, readArgs(frame.args[0]));
    // Encoded before the commit, so that a result that cannot be sent rolls back.
    encodeValue(result, limits);
    return result;
  }

  async #inTime(work: Promise<Value>): Promise<Value> {
    const { mutationMs } = this.#contexts.limits;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          new FunctionError(
            "mutation-timeout",
            `The change timed out after ${mutationMs / 1000} s and was rolled back. Try again.`,
          ),
        );
      }, mutationMs);
    });
    try {
      return await Promise.race([work, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
