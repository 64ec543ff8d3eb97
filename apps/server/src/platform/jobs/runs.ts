import type { Database } from "../db/connect.ts";
import type { QueueName } from "../held/queues.ts";
import { type JobContext, type JobQueue, startJobs } from "./job-queue.ts";

/** How often a run looks whether it was canceled. */
const CANCEL_POLL_MS = 1_000;

/** A run that a person started. It has a job until it has ended. */
export interface Run {
  orgId: string;
  id: string;
}

interface RunsSpec {
  queue: QueueName;
  /** Longer than a run may take. */
  expireInSeconds: number;
  /** `stately`: a run that goes on may get another job, which follows on the one that ends. Default `exclusive`. */
  policy?: "exclusive" | "stately";
  /** Goes on where an earlier job ended. The signal also ends a run that was canceled. */
  carryOut(run: Run, signal: AbortSignal): Promise<void>;
  /** False for a run that has ended, or was canceled. */
  isOpen(run: Run): Promise<boolean>;
  /** The runs that have not ended. */
  listOpen(): Promise<Run[]>;
}

/** Gives jobs to runs. */
export interface RunQueue {
  /** Adds a job in the transaction of `tx`. */
  add(tx: Database, run: Run): Promise<void>;
  wake(): void;
}

/** Carries out runs of one kind: one of an organization at a time, two on this node. */
export function startRuns(
  context: JobContext,
  { queue, expireInSeconds, policy = "exclusive", listOpen, ...work }: RunsSpec,
): Promise<JobQueue<Run>> {
  return startJobs<Run>(context, {
    queue,
    policy,
    expireInSeconds,
    workers: { workers: 2, perGroup: 1, lasting: 8 },
    keyOf: ({ id }) => id,
    run: (run, signal) => carryOutUntilCanceled(work, run, signal),
    recover: listOpen,
  });
}

async function carryOutUntilCanceled(
  { carryOut, isOpen }: Pick<RunsSpec, "carryOut" | "isOpen">,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const canceled = new AbortController();
  const look = () =>
    isOpen(run).then(
      (open) => open || canceled.abort(),
      // The next look may find the database again.
      () => undefined,
    );
  const watch = setInterval(() => void look(), CANCEL_POLL_MS);
  try {
    await carryOut(run, AbortSignal.any([signal, canceled.signal]));
  } catch (error) {
    if (!canceled.signal.aborted || signal.aborted) throw error;
  } finally {
    clearInterval(watch);
  }
}
