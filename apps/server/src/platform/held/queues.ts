import type { HeldKind } from "@callwright/contract";
import type { HeldWork } from "./held-work.ts";

interface Queue {
  kind: HeldKind;
  /**
   * `all`: the server adds these jobs by itself, and all of them wait. `backup`: people start them; new ones run, and those from before the restore
   * wait.
   */
  holds: "all" | "backup";
}

/**
 * Every queue of jobs, with what a restore holds of it. Null: its jobs run. They reach nobody outside, and destroy nothing that is still wanted.
 * A queue has to be here: the functions that start workers take these names only.
 */
export const QUEUES = {
  "call-analysis": { kind: "jobs", holds: "all" },
  "call-artifacts": { kind: "jobs", holds: "all" },
  "call-export": { kind: "mails", holds: "backup" },
  "call-traces": { kind: "jobs", holds: "all" },
  // It destroys what admins have decided to destroy before the restore: nobody may be called or heard before that.
  erasure: null,
  "file-reading": null,
  housekeeping: null,
  "knowledge-embedding": { kind: "jobs", holds: "backup" },
  "knowledge-embedding-again": { kind: "jobs", holds: "all" },
  "nightly-run": { kind: "jobs", holds: "all" },
  "output-run": { kind: "jobs", holds: "backup" },
  purge: { kind: "purge", holds: "all" },
  retention: { kind: "purge", holds: "all" },
  "scheduled-call": { kind: "scheduledCalls", holds: "all" },
  "test-run": { kind: "jobs", holds: "backup" },
  "webhook-delivery": { kind: "webhooks", holds: "all" },
  "webhook-retry": { kind: "webhooks", holds: "all" },
  "website-reading": { kind: "jobs", holds: "backup" },
} as const satisfies Record<string, Queue | null>;
export type QueueName = keyof typeof QUEUES;

const queueOf = (name: QueueName): Queue | null => QUEUES[name];

/** Begins to take the jobs of a queue, when it may. */
export async function beginQueue(held: HeldWork, name: QueueName, begin: () => Promise<void>): Promise<void> {
  const queue = queueOf(name);
  if (queue?.holds === "all") await held.whenResumed(queue.kind, begin);
  else await begin();
}

/** Adds jobs for rows without one, such as those of a backup, as soon as that is permitted. */
export async function adoptRows(held: HeldWork, name: QueueName, adopt: () => Promise<void>): Promise<void> {
  const queue = queueOf(name);
  if (queue) await held.whenResumed(queue.kind, adopt);
  else await adopt();
}
