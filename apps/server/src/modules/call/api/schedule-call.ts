import {
  invalid,
  SCHEDULE_AHEAD_MAX_DAYS,
  SCHEDULE_WINDOW_MS,
  SCHEDULED_CALLS_MAX,
  type SchedulePlan,
} from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { openRow, sealHeaders } from "../../../platform/secrets/sealed-headers.ts";
import { sealerOf } from "../../../platform/secrets/sealed-text.ts";
import { resolveTarget, type TargetBody } from "../../assistant/resolve-target.ts";
import type { CallRow } from "../runtime/lifecycle-store.ts";
import { storedFieldsOf } from "../runtime/private-row.ts";
import { hashRoomSecret, newRoomSecret } from "../runtime/room-secret.ts";
import { call } from "../tables.ts";
import type { CallingNumber, NamedNumber } from "./calling-number.ts";
import { ofCustomer, type PlaceContext, type PlacedCall, phoneDetails, requireDialable, transientDetails } from "./phone-call.ts";
import * as store from "./scheduled-store.ts";
import { type ScheduledCall, type ScheduledRequest, sealPlaceOf } from "./scheduled-store.ts";
import { callFields, callKeys, withMetadata } from "./start-call.ts";

export interface ScheduleContext extends PlaceContext {
  /** The jobs that start scheduled calls. */
  scheduled: Pick<JobQueue<ScheduledCall>, "add" | "wake">;
}

interface LaterCall extends Pick<PlacedCall, "customer" | "name"> {
  calling: CallingNumber;
  named: NamedNumber;
  schedulePlan: SchedulePlan;
}

const DAY_MS = 86_400_000;

/** The latest time at which the call may start. */
export function latestStartMs({ earliestAt, latestAt }: SchedulePlan): number {
  return latestAt === undefined ? Date.parse(earliestAt) + SCHEDULE_WINDOW_MS : Date.parse(latestAt);
}

/** Fails with `validation-failed`. */
export function requireSchedulable(plan: SchedulePlan, now: Date): void {
  const latestMs = latestStartMs(plan);
  if (latestMs <= now.getTime())
    throw invalid(
      plan.latestAt === undefined
        ? "schedulePlan.earliestAt is too long ago: without latestAt, the call starts within an hour of it"
        : "schedulePlan.latestAt must be in the future",
    );
  const [field, timeMs] = plan.latestAt === undefined ? ["earliestAt", Date.parse(plan.earliestAt)] : ["latestAt", latestMs];
  if (timeMs > now.getTime() + SCHEDULE_AHEAD_MAX_DAYS * DAY_MS)
    throw invalid(`schedulePlan.${field} must be within ${SCHEDULE_AHEAD_MAX_DAYS} days`);
}

/**
 * Stores a call that starts later, and its job. Checks now everything that could refuse it; the start checks again with the assistant that is
 * published then. Fails with `validation-failed`, or as `resolveTarget` and `callKeys` do.
 */
export async function scheduleCall(
  context: ScheduleContext,
  caller: OrgCaller,
  target: TargetBody,
  { calling: { number, transient }, named, customer, name, schedulePlan }: LaterCall,
): Promise<CallRow> {
  const { db, newId, now, secrets, scheduled } = context;
  const { orgId } = caller;
  await requireDialable(context, caller, { number, customer }, true);
  const { body, person } = ofCustomer(target, customer);
  const resolved = await resolveTarget(context, orgId, "call", body);
  await callKeys(context, caller, resolved);
  const [id, at] = [newId(), now()];
  const details = {
    ...(transient ? transientDetails(number, person) : phoneDetails(number, person)),
    schedulePlan,
    ...withMetadata(target),
  };
  const fields = callFields(resolved, { type: "outboundPhoneCall", name, details });
  const request: ScheduledRequest = { target: store.targetOf(target), named, customer };
  const row = {
    ...storedFieldsOf({ assistant: resolved.assistant, fields }),
    id,
    orgId,
    createdAt: at,
    updatedAt: at,
    status: "scheduled" as const,
    // It has neither a room nor a host yet.
    roomSecretHash: hashRoomSecret(newRoomSecret()),
    nodeId: "",
    leaseExpiresAt: at,
    scheduledRequest: sealerOf(secrets).seal(JSON.stringify(request), sealPlaceOf(id)),
  };
  const stored = await db.transaction(async (tx) => {
    const inserted = await store.insertScheduled(tx, sealHeaders(context, call, id, row), SCHEDULED_CALLS_MAX);
    if (inserted) await scheduled.add(tx, { orgId, id }, new Date(schedulePlan.earliestAt));
    return inserted;
  });
  if (!stored)
    throw invalid(`schedulePlan: an organization has at most ${SCHEDULED_CALLS_MAX.toLocaleString("en")} scheduled calls`);
  return openRow(context, call, stored);
}
