import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type SecurityFilterPlan, timeLimit } from "@callwright/contract";
import { WorkQueue } from "../process/work-queue.ts";
import { workerEntry } from "../process/worker-entry.ts";
import type { PatternMatch } from "./linear-regex.ts";
import type { FilteredText } from "./security-filter.ts";
import type { TextAnswer, TextJob, TextResults } from "./text-job.ts";
import { budgetExceeded, OverBudget } from "./work-budget.ts";

export interface TextThreadsOptions {
  /** Concurrent jobs. */
  threads: number;
  /** Budget of one job. */
  steps: number;
  /** A job that takes longer is ended with its thread. The start of a thread does not count. */
  timeoutMs: number;
  /** An idle thread ends after this time. */
  idleMs: number;
}

/** Heap limit of one thread. A job that needs more exceeds its budget. */
const HEAP_MAX_MEGABYTES = 128;

const NEVER = new AbortController().signal;

interface TextThread {
  worker: Worker;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Threads that apply patterns to foreign text. A thread starts with the first job that needs it.
 *
 * ```
 *   starting ── ready ──▶ busy
 *   idle ── job ──▶ busy ── answer ──▶ idle ── idleMs ──▶ ended
 *                    └── timeoutMs, out of memory ──▶ ended   the job is over its budget
 * ```
 */
export class TextThreads {
  readonly #options: TextThreadsOptions;
  readonly #idle = new Set<TextThread>();
  readonly #queue: WorkQueue<TextResults[keyof TextResults]>;

  constructor(options: TextThreadsOptions) {
    this.#options = options;
    this.#queue = new WorkQueue(options.threads);
  }

  /** Filters texts with one budget for all. Rejects with `OverBudget` when the thread had to be ended. */
  filter(plan: SecurityFilterPlan, texts: readonly string[]): Promise<FilteredText[]> {
    return this.#run({ type: "filter", plan, texts, steps: this.#options.steps });
  }

  /** The first matches of a pattern. Rejects with `OverBudget`. */
  find(pattern: string, text: string, max: number): Promise<PatternMatch[]> {
    return this.#run({ type: "find", pattern, text, max, steps: this.#options.steps });
  }

  /** Ends the idle threads. Running jobs go on. */
  close(): void {
    for (const thread of this.#idle) this.#end(thread);
  }

  async #run<Type extends TextJob["type"]>(job: TextJob & { type: Type }): Promise<TextResults[Type]> {
    return (await this.#queue.add(() => this.#answerOf(job), NEVER)) as TextResults[Type];
  }

  async #answerOf(job: TextJob): Promise<TextResults[keyof TextResults]> {
    const thread = this.#takeIdle() ?? (await this.#start());
    const { worker } = thread;
    const { timeoutMs, idleMs } = this.#options;
    const timeout = timeLimit(timeoutMs);
    worker.postMessage(job);
    let answer: TextAnswer;
    try {
      // Rejects with an error of the worker, too.
      [answer] = (await once(worker, "message", { signal: timeout })) as [TextAnswer];
    } catch (error) {
      this.#end(thread);
      if (timeout.aborted) throw new OverBudget(`${timeoutMs} ms`);
      if (isOutOfMemory(error)) throw new OverBudget(`${HEAP_MAX_MEGABYTES} MB`);
      throw error;
    }
    worker.unref();
    this.#idle.add(thread);
    thread.idle = setTimeout(() => this.#end(thread), idleMs).unref();
    if ("error" in answer) throw new Error(answer.error);
    if ("overBudget" in answer) throw new OverBudget(answer.overBudget);
    for (const exceeded of answer.exceeded) budgetExceeded.publish(exceeded);
    return answer.result;
  }

  #takeIdle(): TextThread | undefined {
    const [thread] = this.#idle;
    if (!thread) return undefined;
    this.#idle.delete(thread);
    clearTimeout(thread.idle);
    thread.worker.ref();
    return thread;
  }

  async #start(): Promise<TextThread> {
    const worker = new Worker(workerEntry("text-worker", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MEGABYTES },
    });
    const thread: TextThread = { worker, idle: undefined };
    worker.on("error", () => this.#idle.delete(thread));
    await once(worker, "message");
    return thread;
  }

  #end(thread: TextThread): void {
    clearTimeout(thread.idle);
    this.#idle.delete(thread);
    void thread.worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
