import { ENDED_REASONS, PlatformError } from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { sealerOf } from "../../../platform/secrets/sealed-text.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { requireOrgRoom } from "../runtime/admit-call.ts";
import type { CallReports } from "../runtime/call-reports.ts";
import { appendEvents, type CallRow } from "../runtime/lifecycle-store.ts";
import { measureCall } from "../runtime/measure-call.ts";
import { type CallingContext, callingNumberOf, placeWithNumber } from "./calling-number.ts";
import { asOrganization } from "./incoming-call.ts";
import { latestStartMs } from "./schedule-call.ts";
import {
  findScheduled,
  isOverdue,
  markScheduledEnded,
  type ScheduledCall,
  type ScheduledEnding,
  type ScheduledRequest,
  sealPlaceOf,
} from "./scheduled-store.ts";

interface EndContext {
  db: Database;
  messages: ServerMessages;
  reports: CallReports;
  now: () => Date;
}

export interface StartScheduledContext extends CallingContext, EndContext, Pick<ServerContext, "held"> {}

const WAIT_MS = 10_000;
const MIN_WAIT_MS = 1_000;
/** The call of a restored organization may start this late. */
const ORG_WAIT_MS = 600_000;
/** A job may begin this long after the call's time. */
const START_GRACE_MS = 60_000;
const UNREADABLE = "Its stored request cannot be read. SECRET of the server may have changed since it was scheduled.";
/** Refusals that may end by themselves. */
const NO_ROOM: ReadonlySet<string> = new Set(["at-capacity", "call-host-unavailable", "rate-limited"]);

/**
 * Starts a call whose time has come.
 *
 * ```
 *   scheduled ── there is room ──▶ queued ── no host takes it ──▶ scheduled
 *       ├─ no room yet: tried again until it is too late
 *       └─ canceled, deleted, too late, no longer possible ──▶ ended
 * ```
 * Answers after how many milliseconds to try again. No effect on a call that is no longer scheduled, or that was
 * overdue when the operator of a restored server resumed scheduled calls.
 */
export async function startScheduledCall(context: StartScheduledContext, scheduled: ScheduledCall): Promise<number | undefined> {
  const found = await findScheduled(context.db, scheduled);
  if (!found) return undefined;
  const { row, plan, isOrgDeleted } = found;
  if (isOverdue(row, plan, context.held.resumedAt("scheduledCalls"))) return undefined;
  const latestMs = latestStartMs(plan);
  const give = (endedReason: string, endedMessage?: string) => giveUp(context, row, { endedReason, endedMessage });
  const nowMs = context.now().getTime();
  if (nowMs > latestMs + START_GRACE_MS)
    return give(ENDED_REASONS.scheduledCallExpired, `It could not start before ${new Date(latestMs).toISOString()}.`);
  // The organization may be restored.
  if (isOrgDeleted) return Math.min(ORG_WAIT_MS, latestMs + START_GRACE_MS - nowMs + MIN_WAIT_MS);
  const request = openRequest(context, row);
  if (!request) return give(ENDED_REASONS.resourcesInvalid, UNREADABLE);
  const { target, named, customer } = request;
  const caller = asOrganization(row.orgId);
  try {
    const calling = await callingNumberOf(context, caller, named);
    // Before the line counts the call: tries without room must not use up the calls per minute.
    await requireOrgRoom(context, row.orgId);
    await placeWithNumber(context, caller, target, calling, { customer, schedulePlan: plan, id: row.id, wasScheduled: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // It was canceled meanwhile.
    if (error.code === "call-over") return undefined;
    const said = error.problems?.join("; ") ?? error.message;
    if (!NO_ROOM.has(error.code)) return give(ENDED_REASONS.resourcesInvalid, said);
    const leftMs = latestMs - context.now().getTime();
    const isFull = error.code === "at-capacity";
    if (leftMs <= 0) return give(isFull ? ENDED_REASONS.noConcurrencyLeft : ENDED_REASONS.scheduledCallExpired, said);
    const waitMs = error.retryAfterSeconds === undefined ? WAIT_MS : error.retryAfterSeconds * 1_000;
    return Math.max(MIN_WAIT_MS, Math.min(waitMs, leftMs));
  }
}

/** Undefined when it does not open. */
function openRequest({ secrets }: StartScheduledContext, { id, scheduledRequest }: CallRow): ScheduledRequest | undefined {
  try {
    return JSON.parse(sealerOf(secrets).open(scheduledRequest ?? "", sealPlaceOf(id)));
  } catch {
    return undefined;
  }
}

async function giveUp(context: StartScheduledContext, row: CallRow, { endedReason, endedMessage }: ScheduledEnding) {
  const { db, messages, reports } = context;
  const said = privacyOf(row.details.compliance) ? undefined : endedMessage;
  await db.transaction((tx) => endScheduledCall({ ...context, db: tx }, row, { endedReason, endedMessage: said }));
  messages.wake();
  reports.wake();
  return undefined;
}

/** Ends a call that has not started, in the transaction `db`. False for a call that is not scheduled. */
export async function endScheduledCall(
  { db, messages, reports, now }: EndContext,
  { orgId, id }: ScheduledCall,
  ending: ScheduledEnding,
): Promise<boolean> {
  const at = now();
  if (!(await markScheduledEnded(db, { orgId, id }, ending, at))) return false;
  const { endedReason, endedMessage: message } = ending;
  const payload = { endedReason, ...(message !== undefined && { message }) };
  const event = { seq: 0, atMs: 0, type: "call.ended" as const, payload };
  await messages.happened(db, await appendEvents(db, [{ callId: id, orgId, event }]));
  await measureCall(db, id);
  await reports.callEnded(db, id, at);
  return true;
}
