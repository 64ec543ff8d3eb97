import type { Database } from "../../platform/db/connect.ts";
import { type JobContext, type JobQueue, startJobs } from "../../platform/jobs/job-queue.ts";
import { type ComposeMessage, type DeliveryContext, deliver, deliverInOrder, type InTurn } from "./deliver.ts";
import {
  countWaiting,
  type DeliveryRow,
  findDelivery,
  listNextWaiting,
  listRetrying,
  listWaitingLanes,
} from "./delivery-store.ts";
import type { DeliveryQueue, Lane } from "./server-messages.ts";
import { SlowServers } from "./slow-servers.ts";

/** Maximum lanes that a node delivers at a time, besides those of slow servers; and of one organization on all nodes together. */
const LANES = { workers: 40, perGroup: 10 };
const RETRIES = { workers: 8, perGroup: 2 };
/** After this time, a lane gets another job, so that lanes of other organizations come first. */
const LANE_MAX_MS = 600_000;
/** Messages of a lane that are read together. */
const READ_TOGETHER = 10;
/** Longer than a lane's last message can take after that. */
const EXPIRE_SECONDS = 1_800;
/** Tries of a job when the database fails. A server that fails is no failure of a job. */
const JOB_TRIES = 1_000;

type Retry = Pick<DeliveryRow, "orgId" | "id">;

interface WebhookDeliveryOptions extends Omit<DeliveryContext, "compose" | "retry">, Omit<JobContext, keyof DeliveryContext> {
  /** When an attempt turns out to be slow. Default: `WEBHOOK_SLOW_AFTER_MS`. */
  slowAfterMs?: number;
  /** Composes messages that are sent now: each conversation is read once. */
  createComposer(): ComposeMessage;
}

export interface DeliveryWorkers extends DeliveryQueue {
  /** Sends a message out of turn, once. A failure is retried as usual. False: its server was removed. */
  deliverNow(delivery: DeliveryRow): Promise<boolean>;
  /** Ends the running attempts. Their messages are sent again. */
  abort(): void;
}

/**
 * Delivers server messages. The first attempts of a lane run one after the other; retries have a separate queue, so that they delay nothing.
 * Organizations share the workers: lanes of organizations with fewer waiting messages come first. A lane that waits for a slow server leaves its
 * worker but stays this node's job: if the node dies, another node sends the message again.
 */
export async function startWebhookDelivery(options: WebhookDeliveryOptions): Promise<DeliveryWorkers> {
  const { db, now, createComposer } = options;
  const stop = new AbortController();
  const slow = new SlowServers(options.slowAfterMs);
  const shared = { tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS };

  const inTurnOf =
    (signal: AbortSignal, leave: () => void): InTurn =>
    (message, send) =>
      slow.attempt({ ...message, signal, leave }, send);

  async function deliverLane({ orgId, lane }: Lane, signal: AbortSignal, leave: () => void): Promise<void> {
    const endsAtMs = now().getTime() + LANE_MAX_MS;
    const list = () => listNextWaiting(db, lane, READ_TOGETHER);
    for (let waiting = await list(); waiting.length > 0; waiting = await list()) {
      if (now().getTime() > endsAtMs) return (await lanes).add(db, { orgId, lane });
      const sending = { signal, inTurn: inTurnOf(signal, leave) };
      await deliverInOrder({ ...options, compose: createComposer(), retry }, waiting, sending);
    }
  }

  async function deliverAgain({ orgId, id }: Retry, signal: AbortSignal, leave: () => void): Promise<void> {
    const delivery = await findDelivery(db, orgId, id);
    // A person may have sent it again successfully.
    const sending = { kind: "retry" as const, signal, inTurn: inTurnOf(signal, leave) };
    if (delivery?.status === "retrying") await deliver({ ...options, compose: createComposer(), retry }, delivery, sending);
  }

  async function retry(tx: Database, { orgId, id }: Retry, at: Date): Promise<void> {
    const queue = await retries;
    await queue.add(tx, { orgId, id }, at);
    // Otherwise, the job begins up to one poll later.
    setTimeout(queue.wake, Math.max(0, at.getTime() - now().getTime()) + 50).unref();
  }

  const retries: Promise<JobQueue<Retry>> = startJobs<Retry>(options, {
    ...shared,
    queue: "webhook-retry",
    policy: "standard",
    workers: RETRIES,
    keyOf: ({ id }) => id,
    run: deliverAgain,
    recover: async () =>
      (await listRetrying(db)).map(({ orgId, id, nextAttemptAt }) => ({ orgId, id, at: nextAttemptAt ?? undefined })),
  });
  const again = await retries;
  const lanes: Promise<JobQueue<Lane>> = startJobs<Lane>(options, {
    ...shared,
    queue: "webhook-delivery",
    policy: "key_strict_fifo",
    workers: LANES,
    keyOf: ({ lane }) => lane,
    countWaiting,
    run: deliverLane,
    recover: () => listWaitingLanes(db),
  });
  const firsts = await lanes;
  const deliverNow = (delivery: DeliveryRow) => {
    const kind = delivery.attempts === 0 ? "first" : "retry";
    return deliver({ ...options, compose: createComposer(), retry }, delivery, { kind, signal: stop.signal });
  };
  return {
    async add(tx, waiting) {
      for (const lane of waiting) await firsts.add(tx, lane);
    },
    deliverNow,
    wake: firsts.wake,
    abort() {
      stop.abort();
      firsts.abort();
      again.abort();
    },
  };
}
