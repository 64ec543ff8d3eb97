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

/** The connection that the mutations came by. */
export interface MutationHost<I extends Identity> {
  readonly sessionId: string;
  /** Whoever had signed in when the mutation came, with a token that is still good; undefined when it is not, and the client has been told. */
  refreshIdentity(identity: I | null): I | null | undefined;
  /** No transition is sent until as many releases. */
  hold(): void;
  release(): void;
  /** The answer to a mutation. Everything that it did is to be seen by the next transition. */
  answer(requestId: number, outcome: { result: Value; ts: bigint } | Failure): void;
  /** Nobody knows whether the last mutation was done: the client has to come back and ask again. */
  abandon(): void;
}

const ATTEMPTS = 2;
/** After a mutation's own time is up, for the rollback. */
const STORE_GRACE_MS = 10_000;

interface Waiting<I extends Identity> {
  frame: MutationFrame;
  identity: I | null;
  /** Ends the hold of a mutation that may have been done on an earlier connection. */
  release(): void;
}

/** The mutations of one connection: one at a time, in the order they came. */
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

  /** The store does not come back. */
  get isStuck(): boolean {
    const { monotonicMs, limits } = this.#contexts;
    return this.#runningSinceMs !== null && monotonicMs() - this.#runningSinceMs > limits.mutationMs + STORE_GRACE_MS;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** `mayBeReplay`: it came before the connection's first transition, so it may have been done before, and its effect is not to be shown before its answer. */
  push(frame: MutationFrame, identity: I | null, mayBeReplay: boolean): void {
    this.#waiting.push({ frame, identity, release: mayBeReplay ? this.#holdForReplay() : () => {} });
    this.#running ??= this.#work();
  }

  /** What has not begun is dropped, the client sends it again. Resolves when what has begun has ended. */
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
    const attempt = new MutationAttempt(this.#contexts, this.#host, { frame, identity, onWork: release });
    try {
      await attempt.run();
    } finally {
      attempt.end();
    }
  }
}

interface Asked<I extends Identity> {
  frame: MutationFrame;
  identity: I | null;
  /** The store has not seen it before. */
  onWork(): void;
}

/** One mutation on its way through the store. */
class MutationAttempt<I extends Identity, Transaction> {
  readonly #contexts: MutationContexts<I, Transaction>;
  readonly #host: MutationHost<I>;
  readonly #asked: Asked<I>;
  #isHolding = false;
  /** Since the last call of the store. */
  #hasWorked = false;
  #isCommitting = false;

  constructor(contexts: MutationContexts<I, Transaction>, host: MutationHost<I>, asked: Asked<I>) {
    this.#contexts = contexts;
    this.#host = host;
    this.#asked = asked;
  }

  /**
   * A failure is told only when it is certain that nothing was done. Otherwise (the commit failed, or the store could not even say
   * whether it knows this request) asking once more says which it is.
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
        // The change may be noticed before the commit is answered, and must not be shown to this client before its answer.
        if (!this.#isHolding) this.#host.hold();
        this.#isHolding = true;
        return clock.tick();
      },
    });
  }

  async #work(transaction: Transaction): Promise<Value> {
    const { functions, limits } = this.#contexts;
    const { frame, identity, onWork } = this.#asked;
    this.#hasWorked = true;
    onWork();
    if (frame.componentPath) throw new FunctionError("unknown-function", "There are no components here.");
    const mutation = findFunction("mutation", functions.mutations, frame.udfPath);
    const result = await mutation({ identity, transaction }, readArgs(frame.args[0]));
    // Before the commit: what cannot be answered is not done.
    encodeValue(result, limits);
    return result;
  }

  async #inTime(work: Promise<Value>): Promise<Value> {
    const { mutationMs } = this.#contexts.limits;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          new FunctionError("mutation-timeout", `This took longer than ${mutationMs / 1000} s and was not done. Try again.`),
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
