import { ASSISTANT_DEFAULTS, CALL_EARLY_ORDERS_MAX, type CallControl, invalid, PlatformError } from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { AuditTarget } from "../../../platform/http/audit-writes.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { nameCaller } from "../../../platform/http/caller-name.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { countOrders, insertCommand } from "../runtime/command-store.ts";
import { type CallRow, findCall } from "./store.ts";

/**
 * Sends an order into a running call: the node that hosts it carries it out once the transaction `db` has committed. Fails with
 * `not-found`, `call-over`, `call-control-disabled` or `call-orders-full`. Answers the call.
 */
export async function controlCall(
  context: Pick<ServerContext, "now" | "newId" | "secrets"> & { db: Database },
  caller: OrgCaller,
  callId: string,
  message: CallControl,
): Promise<CallRow> {
  const { db, now, newId } = context;
  const row = found(await findCall(context, caller.orgId, callId), "Call");
  if (row.status === "ended") throw new PlatformError("call-over");
  if (row.status === "scheduled")
    throw new PlatformError("call-scheduled", { id: row.id, earliestAt: row.details.schedulePlan?.earliestAt ?? "later" });
  if (!mayBeSteered(row)) throw new PlatformError("call-control-disabled");
  const rule = privacyOf(row.details.compliance);
  // Commands wait in the database until the node of the call takes them.
  if (rule && (message.type === "say" || message.type === "add-message"))
    throw invalid(`type must not be ${message.type}: words for a ${rule} call would be stored on their way to it`);
  if (row.startedAt === null && message.type !== "end-call") await requireRoom(db, callId);
  const command = { id: newId(), callId, message, sentBy: await nameCaller(db, caller), createdAt: now() };
  await insertCommand(db, caller.orgId, command);
  return row;
}

/** A command that arrives before the caller has joined waits in the call's host. */
async function requireRoom(db: Database, callId: string): Promise<void> {
  const max = CALL_EARLY_ORDERS_MAX;
  if ((await countOrders(db, callId)) >= max) throw new PlatformError("call-orders-full", { max });
}

/** The call's name in the audit log. */
export function auditTarget({ id, name }: Pick<CallRow, "id" | "name">): AuditTarget {
  return { id, ...(name === null ? {} : { name }) };
}

/** Does the call's assistant let supervisors listen in to its calls? */
export function mayBeHeard({ assistant }: Pick<CallRow, "assistant">): boolean {
  return assistant.monitorPlan?.listenEnabled ?? ASSISTANT_DEFAULTS.monitorPlan.listenEnabled;
}

/** Does the call's assistant let supervisors steer its calls? */
export function mayBeSteered({ assistant }: Pick<CallRow, "assistant">): boolean {
  return assistant.monitorPlan?.controlEnabled ?? ASSISTANT_DEFAULTS.monitorPlan.controlEnabled;
}
