import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Sound } from "../../../media/wave.ts";
import { ProviderError } from "../../../model/provider-error.ts";
import { WorkQueue } from "../../../process/work-queue.ts";
import { workerEntry } from "../../../process/worker-entry.ts";

/** A sentence takes a tenth of a second; a worker that is busy this long is stuck, and is replaced. */
const JOB_TIMEOUT_MS = 20_000;
/** Leaves a core to the thread that carries the sound. One worker served ten calls. */
const WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));

/** A worker's task: one text in one voice. */
export interface FliteJob {
  voiceId: string;
  text: string;
  /** Times the usual speed. Default 1. */
  speed?: number | undefined;
}

/** Mono 16-bit samples, or why there are none. */
export type FliteAnswer = Sound | { error: string };

/**
 * ```
 *   idle ── job ──▶ busy ── answer ──▶ idle
 *     └── died ──┐    └── died, stuck ──▶ gone   its job fails; the next job starts another worker
 *                ▼
 *              gone
 * ```
 */
interface FliteWorker {
  thread: Worker;
  /** Aborts when the thread has ended. */
  ended: AbortController;
}

const idle = new Set<FliteWorker>();
const queue = new WorkQueue<Sound>(WORKERS);

/** Starts a worker, so that the first sentence does not wait for it. */
export function warmFlitePool(): void {
  if (queue.isIdle && idle.size === 0) idle.add(startWorker());
}

/**
 * Synthesizes one text in a worker thread, in the order of calls. Fails with a retryable `ProviderError`, or with the signal's reason when the
 * signal aborts; a waiting job is then not begun.
 */
export function synthesiseInWorker(voiceId: string, text: string, signal: AbortSignal, speed?: number): Promise<Sound> {
  return queue.add(() => synthesiseNow({ voiceId, text, speed }), signal);
}

async function synthesiseNow(job: FliteJob): Promise<Sound> {
  const [worker = startWorker()] = idle;
  const { thread, ended } = worker;
  idle.delete(worker);
  thread.ref();
  const deadline = setTimeout(() => void thread.terminate(), JOB_TIMEOUT_MS);
  try {
    thread.postMessage(job);
    const [answer] = (await once(thread, "message", { signal: ended.signal })) as [FliteAnswer];
    if (!ended.signal.aborted) idle.add(worker);
    if ("error" in answer) throw failure(answer.error);
    return answer;
  } catch (error) {
    throw error instanceof ProviderError ? error : failure("the voice's thread ended", ended.signal.reason ?? error);
  } finally {
    clearTimeout(deadline);
    thread.unref();
  }
}

function startWorker(): FliteWorker {
  const thread = new Worker(workerEntry("flite-worker", import.meta.url));
  const worker: FliteWorker = { thread, ended: new AbortController() };
  // An idle pool keeps no process alive.
  thread.unref();
  thread.on("error", (error) => worker.ended.abort(error));
  thread.on("exit", () => {
    idle.delete(worker);
    worker.ended.abort();
  });
  return worker;
}

function failure(message: string, cause?: unknown): ProviderError {
  return new ProviderError(`The offline voice failed: ${message}.`, {
    provider: "callwright",
    part: "voice",
    retryable: true,
    cause,
  });
}
