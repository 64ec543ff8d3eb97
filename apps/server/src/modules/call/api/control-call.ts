import {
  ASSISTANT_DEFAULTS,
  CALL_EARLY_ORDERS_MAX,
  type CallControl,
  type CallSupervisor,
  invalid,
  isSameSupervisor,
  PlatformError,
} from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { AuditTarget } from "../../../platform/http/audit-writes.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { nameCaller } from "../../../platform/http/caller-name.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { countOrders, insertCommand, sealCommand } from "../runtime/command-store.ts";
import { claimTakeOver, findHolders, releaseTakeOver, renewTakeOver } from "../runtime/take-over-store.ts";
import { type CallRow, findCall } from "./store.ts";

/**
 * Sends an order into a running call: the node that hosts it carries it out once the transaction `db` has committed. Fails with
 * `not-found`, `call-over`, `call-control-disabled`, `call-orders-full`, `call-not-in-progress`, `call-taken` or `call-not-taken`. Answers the
 * call.
 */
export async function controlCall(
  context: Pick<ServerContext, "now" | "newId" | "secrets"> & { db: Database },
  caller: OrgCaller,
  callId: string,
  message: CallControl,
): Promise<CallRow> {
  const { db, now, newId, secrets } = context;
  const row = found(await findCall(context, caller.orgId, callId), "Call");
  if (row.status === "ended") throw new PlatformError("call-over");
  if (row.status === "scheduled")
    throw new PlatformError("call-scheduled", { id: row.id, earliestAt: row.details.schedulePlan?.earliestAt ?? "later" });
  if (!mayBeSteered(row)) throw new PlatformError("call-control-disabled");
  const sentBy = await nameCaller(db, caller);
  const isHolder = message.type !== "end-call" && (await takeOver(context, row, sentBy, message));
  const rule = privacyOf(row.details.compliance);
  // Commands wait in the database until the node of the call takes them. Words that a person types during a take-over are encrypted there.
  if (rule && !isHolder && (message.type === "say" || message.type === "add-message"))
    throw invalid(`type must not be ${message.type}: words for a ${rule} call would be stored on their way to it`);
  if (row.startedAt === null && message.type !== "end-call") await requireRoom(db, callId);
  const command = { id: newId(), callId, message, sentBy, createdAt: now() };
  await insertCommand(db, caller.orgId, rule ? sealCommand(secrets, command) : command);
  return row;
}

/** Only one person at a time has a call. True: the sender has it. */
async function takeOver(
  { db, now }: Pick<ServerContext, "now"> & { db: Database },
  { id: callId, orgId, status, type }: CallRow,
  by: CallSupervisor,
  message: CallControl,
): Promise<boolean> {
  const holder = (await findHolders(db, orgId, [callId], now())).get(callId);
  const isHolder = holder !== undefined && isSameSupervisor(holder, by);
  if (holder && !isHolder) throw new PlatformError("call-taken", { name: holder.name });
  switch (message.type) {
    case "take-over": {
      if (status !== "in-progress") throw new PlatformError("call-not-in-progress", { status });
      if (await claimTakeOver(db, orgId, { callId, by, now: now() })) return true;
      throw new PlatformError("call-taken", { name: "Somebody else" });
    }
    case "renew-take-over":
      if (await renewTakeOver(db, orgId, callId, by, now())) return true;
      throw new PlatformError("call-not-taken");
    case "give-back":
      if (await releaseTakeOver(db, orgId, callId, by)) return true;
      throw new PlatformError("call-not-taken");
    case "transfer":
      if (status !== "in-progress") throw new PlatformError("call-not-in-progress", { status });
      if (!type.endsWith("PhoneCall")) throw invalid("type must not be transfer: only a call by telephone can be transferred");
      return isHolder;
    default:
      return isHolder;
  }
}

/** A command that arrives before the caller has joined waits in the call's host. */
async function requireRoom(db: Database, callId: string): Promise<void> {
  const max = CALL_EARLY_ORDERS_MAX;
  if ((await countOrders(db, callId)) >= max) throw new PlatformError("call-orders-full", { max });
}

/** The call's name in the audit log, which leaves out renewals. */
export function auditTarget({ id, name }: Pick<CallRow, "id" | "name">, message?: Pick<CallControl, "type">): AuditTarget {
  return { id, ...(name === null ? {} : { name }), isLeftOut: message?.type === "renew-take-over" };
}

/** Does the call's assistant let supervisors listen in to its calls? */
export function mayBeHeard({ assistant }: Pick<CallRow, "assistant">): boolean {
  return assistant.monitorPlan?.listenEnabled ?? ASSISTANT_DEFAULTS.monitorPlan.listenEnabled;
}

/** Does the call's assistant let supervisors steer its calls? */
export function mayBeSteered({ assistant }: Pick<CallRow, "assistant">): boolean {
  return assistant.monitorPlan?.controlEnabled ?? ASSISTANT_DEFAULTS.monitorPlan.controlEnabled;
}
