import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ProviderError } from "../../../model/provider-error.ts";
import { workerEntry } from "../../../process/worker-entry.ts";
import type { Sound } from "../../../media/wave.ts";
import type { FliteAnswer, FliteJob } from "./worker-messages.ts";

/** A sentence takes a tenth of a second; a worker that is busy this long is stuck, and is replaced. */
const JOB_TIMEOUT_MS = 20_000;
/** Leaves a core to the thread that carries the sound. One worker served ten calls. */
const WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));

interface Waiting {
  job: FliteJob;
  resolve: (sound: Sound) => void;
  reject: (error: unknown) => void;
}

/**
 * ```
 *   idle ── job ──▶ busy ── answer ──▶ idle
 *     └── died ──┐    └── died, stuck ──▶ gone   its job fails; the next job starts another worker
 *                ▼
 *              gone
 * ```
 */
interface PoolWorker {
  thread: Worker;
  current: Waiting | undefined;
  deadline: NodeJS.Timeout | undefined;
}

const workers = new Set<PoolWorker>();
const queue: Waiting[] = [];
let lastId = 0;

/** Starts a worker, so that the first sentence does not wait for it. */
export function warmFlitePool(): void {
  if (workers.size === 0) startWorker();
}

/**
 * Synthesizes one text in a worker thread, in the order of calls. Fails with a retryable `ProviderError`, or with the signal's reason when the
 * signal aborts; a waiting job is then not begun.
 */
export function synthesiseInWorker(voiceId: string, text: string, signal: AbortSignal): Promise<Sound> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const giveUp = () => {
      const index = queue.indexOf(waiting);
      if (index !== -1) queue.splice(index, 1);
      reject(signal.reason);
    };
    const waiting: Waiting = {
      job: { id: ++lastId, voiceId, text },
      resolve: (sound) => {
        signal.removeEventListener("abort", giveUp);
        resolve(sound);
      },
      reject: (error) => {
        signal.removeEventListener("abort", giveUp);
        reject(error);
      },
    };
    signal.addEventListener("abort", giveUp);
    queue.push(waiting);
    assignJobs();
  });
}

function assignJobs(): void {
  while (queue.length > 0) {
    const worker = idleWorker();
    const waiting = worker && queue.shift();
    if (!waiting) return;
    worker.current = waiting;
    worker.thread.ref();
    worker.deadline = setTimeout(() => void worker.thread.terminate(), JOB_TIMEOUT_MS);
    worker.thread.postMessage(waiting.job);
  }
}

function idleWorker(): PoolWorker | undefined {
  for (const worker of workers) if (!worker.current) return worker;
  return workers.size < WORKERS ? startWorker() : undefined;
}

function startWorker(): PoolWorker {
  const worker: PoolWorker = {
    thread: new Worker(workerEntry("flite-worker", import.meta.url)),
    current: undefined,
    deadline: undefined,
  };
  // An idle pool keeps no process alive.
  worker.thread.unref();
  worker.thread.on("message", (answer: FliteAnswer) => {
    const waiting = finishJob(worker);
    if ("error" in answer) waiting?.reject(failure(answer.error));
    else waiting?.resolve({ samples: answer.samples, sampleRate: answer.sampleRate });
    assignJobs();
  });
  let cause: unknown;
  worker.thread.on("error", (error) => {
    cause = error;
  });
  worker.thread.on("exit", () => {
    workers.delete(worker);
    finishJob(worker)?.reject(failure("the voice's thread ended", cause));
    assignJobs();
  });
  workers.add(worker);
  return worker;
}

function finishJob(worker: PoolWorker): Waiting | undefined {
  const waiting = worker.current;
  clearTimeout(worker.deadline);
  worker.current = undefined;
  worker.thread.unref();
  return waiting;
}

function failure(message: string, cause?: unknown): ProviderError {
  return new ProviderError(`The offline voice failed: ${message}.`, {
    provider: "callwright",
    part: "voice",
    retryable: true,
    cause,
  });
}
