import { createHash } from "node:crypto";
import { keepNewest, timeLimit } from "@callwright/contract";

/** A request to a provider ends after this time. */
const LIMIT_MS = 60_000;

interface Kept<Answer> {
  answer: Promise<Answer>;
  /** The time of the request. */
  at: Date;
  /** Undefined while the request runs. */
  untilMs: number | undefined;
}

interface KeptAnswersOptions<Answer> {
  now: () => Date;
  /** How long an answer is given again without asking. 0: it is not kept. A failure never is. */
  keptMs: (answer: Answer) => number;
  /** How many a node keeps. */
  max: number;
}

/** Answers of providers. For each owner one request runs at a time, shared by all callers in the meantime, and its answer is kept for a while. */
export class KeptAnswers<Answer> {
  readonly #options: KeptAnswersOptions<Answer>;
  /** Kept answers by owner, the least recently used first. */
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(options: KeptAnswersOptions<Answer>) {
    this.#options = options;
  }

  /** `owner`: whose answer it is, see `ownerOf`. `fresh`: a kept answer does not count. Fails as `ask`, and with the signal's reason. */
  async get(
    owner: string,
    ask: (signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal,
    fresh = false,
  ): Promise<{ answer: Answer; at: Date }> {
    const before = this.#kept.get(owner);
    const isRunning = before !== undefined && before.untilMs === undefined;
    const isRecent = before?.untilMs !== undefined && before.untilMs > this.#options.now().getTime();
    const kept = before && (isRunning || (isRecent && !fresh)) ? before : this.#ask(owner, ask);
    keepNewest(this.#kept, owner, kept, this.#options.max);
    return { answer: await unlessAborted(kept.answer, signal), at: kept.at };
  }

  #ask(owner: string, ask: (signal: AbortSignal) => Promise<Answer>): Kept<Answer> {
    const { now, keptMs } = this.#options;
    // Several requests may wait for this answer, so the signal of one must not end it.
    const kept: Kept<Answer> = { answer: ask(timeLimit(LIMIT_MS)), at: now(), untilMs: undefined };
    const drop = () => {
      if (this.#kept.get(owner) === kept) this.#kept.delete(owner);
    };
    kept.answer.then((answer) => {
      const ms = keptMs(answer);
      kept.untilMs = now().getTime() + ms;
      if (ms === 0) drop();
    }, drop);
    return kept;
  }
}

/** One text for all that decides an answer, keys among it. It does not reveal them. */
export const ownerOf = (parts: readonly unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

function unlessAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
