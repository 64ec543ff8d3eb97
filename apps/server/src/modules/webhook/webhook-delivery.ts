import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Logger } from "../../platform/config/logger.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { HeldWork } from "../../platform/held/held-work.ts";
import { adoptRows } from "../../platform/held/queues.ts";
import { lastingQueue, startWokenWorkers } from "../../platform/jobs/woken-workers.ts";
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

const QUEUE = "webhook-delivery";
const RETRY_QUEUE = "webhook-retry";
/** Lanes that a node delivers at a time, besides those of slow servers; and how many of one organization all nodes deliver. */
const LANES = { workers: 40, perGroup: 10 };
const RETRIES = { workers: 8, perGroup: 2 };
/** After this time a lane gets another job, which lets those of other organizations go first. */
const LANE_MAX_MS = 600_000;
/** Messages of a lane that are read together. */
const READ_TOGETHER = 10;
/** Longer than a lane's last message may take after that. */
const EXPIRE_SECONDS = 1_800;
/** Tries of a job when the database fails. A server that fails is no failure of a job. */
const JOB_TRIES = 1_000;

type Retry = Pick<DeliveryRow, "orgId" | "id">;

interface WebhookDeliveryOptions extends Omit<DeliveryContext, "compose" | "retry"> {
  boss: PgBoss;
  held: HeldWork;
  log: Logger;
  /** When an attempt turns out to be slow. Default: `WEBHOOK_SLOW_AFTER_MS`. */
  slowAfterMs?: number;
  /** For messages that are sent now: each conversation is read once. */
  createComposer(): ComposeMessage;
}

export interface WebhookDelivery extends DeliveryQueue {
  /** Sends a message out of turn, once. A failure is tried again as always. False: it has no server any more. */
  deliverNow(delivery: DeliveryRow): Promise<boolean>;
  /** Ends the running attempts. Their messages are sent again. */
  abort(): void;
}

/**
 * Delivers server messages. The first attempts of a lane run one after the other; retries have a queue of their own, so that they delay
 * nothing. Organizations share the workers: a lane comes after those of organizations with fewer messages waiting. A lane that waits for a slow
 * server leaves its worker, and stays the job of this node: when the node ends, another one sends the message again.
 */
export async function startWebhookDelivery({
  boss,
  held,
  log,
  createComposer,
  slowAfterMs,
  ...options
}: WebhookDeliveryOptions): Promise<WebhookDelivery> {
  const { db, now } = options;
  const stop = new AbortController();
  const slow = new SlowServers(slowAfterMs);
  const shared = lastingQueue({ tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS });
  // Jobs with one key run one at a time, on all nodes together.
  await boss.createQueue(QUEUE, { ...shared, policy: "key_strict_fifo" });
  await boss.createQueue(RETRY_QUEUE, shared);

  const add: DeliveryQueue["add"] = async (tx, lanes) => {
    for (const { orgId, lane } of lanes) {
      const fairness = { group: { id: orgId }, priority: -(await countWaiting(tx, orgId)) };
      await boss.send(QUEUE, { orgId, lane }, { singletonKey: lane, ...fairness, db: fromDrizzle(tx, sql) });
    }
  };

  const inTurnOf =
    (signal: AbortSignal, leave: () => void): InTurn =>
    (message, send) =>
      slow.attempt({ ...message, signal, leave }, send);

  async function deliverLane({ orgId, lane }: Lane, signal: AbortSignal, leave: () => void): Promise<void> {
    const endsAtMs = now().getTime() + LANE_MAX_MS;
    const list = () => listNextWaiting(db, lane, READ_TOGETHER);
    for (let waiting = await list(); waiting.length > 0; waiting = await list()) {
      if (now().getTime() > endsAtMs) return db.transaction((tx) => add(tx, [{ orgId, lane }]));
      const sending = { signal, inTurn: inTurnOf(signal, leave) };
      await deliverInOrder({ ...options, compose: createComposer(), retry }, waiting, sending);
    }
  }

  async function deliverAgain({ orgId, id }: Retry, signal: AbortSignal, leave: () => void): Promise<void> {
    const delivery = await findDelivery(db, orgId, id);
    // A person may have sent it again with success.
    const sending = { kind: "retry" as const, signal, inTurn: inTurnOf(signal, leave) };
    if (delivery?.status === "retrying") await deliver({ ...options, compose: createComposer(), retry }, delivery, sending);
  }

  const kit = { boss, held, log, signal: stop.signal };
  const lanes = await startWokenWorkers<Lane>({ ...kit, ...LANES, queue: QUEUE, run: deliverLane });
  const retries = await startWokenWorkers<Retry>({ ...kit, ...RETRIES, queue: RETRY_QUEUE, run: deliverAgain });

  async function retry(tx: Database, { orgId, id }: Retry, at: Date): Promise<void> {
    const when = { startAfter: at, singletonKey: id, group: { id: orgId } };
    await boss.send(RETRY_QUEUE, { orgId, id }, { ...when, db: fromDrizzle(tx, sql) });
    // Without this it begins up to a poll later.
    setTimeout(retries.wake, Math.max(0, at.getTime() - now().getTime()) + 50).unref();
  }

  // Messages of a backup have no jobs.
  await adoptRows(held, QUEUE, async () => {
    for (const lane of await listWaitingLanes(db)) await db.transaction((tx) => add(tx, [lane]));
    for (const { nextAttemptAt, ...delivery } of await listRetrying(db)) {
      const known = await boss.findJobs(RETRY_QUEUE, { key: delivery.id });
      if (!known.some(({ state }) => state !== "completed")) await retry(db, delivery, nextAttemptAt ?? now());
    }
    lanes.wake();
  });
  const deliverNow = (delivery: DeliveryRow) => {
    const kind = delivery.attempts === 0 ? "first" : "retry";
    return deliver({ ...options, compose: createComposer(), retry }, delivery, { kind, signal: stop.signal });
  };
  return { add, deliverNow, wake: lanes.wake, abort: () => stop.abort() };
}
