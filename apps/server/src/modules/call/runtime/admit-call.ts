import { PlatformError } from "@callwright/contract";
import type { ServerContext } from "../../../platform/platform.ts";
import { countCall } from "../../../platform/quota/quotas.ts";
import { openRow, sealHeaders } from "../../../platform/secrets/sealed-headers.ts";
import { call as callsTable } from "../tables.ts";
import type { CallRequest } from "./call-request.ts";
import { type CallRow, insertQueued, type NewCallRow } from "./lifecycle-store.ts";
import { orgCallLimit, orgConcurrency } from "./org-places.ts";

const RETRY_AFTER_SECONDS = 10;
const LIMIT_SCOPES = { token: "of this token", visitor: "of your address" };

/** Stores a queued call, if the limits of concurrent calls and the quotas allow it. Fails with `at-capacity`, as `countCall`, or as `claim` does. */
export async function admitCall(
  context: ServerContext,
  newRow: NewCallRow,
  { claim, wasScheduled, isRecorded }: Pick<CallRequest, "claim" | "wasScheduled"> & { isRecorded: boolean },
): Promise<CallRow> {
  const { config, db } = context;
  const { orgId } = newRow;
  const { limit: org, limitedBy } = await orgCallLimit(context, orgId);
  const limits = {
    org,
    token: config.publicTokenConcurrentCalls,
    visitor: config.visitorConcurrentCalls,
  };
  const row = await insertQueued(db, sealHeaders(context, callsTable, newRow.id, newRow), limits, {
    wasScheduled,
    claim: async (tx, callId) => {
      await countCall({ ...context, db: tx }, { orgId, isRecorded, isVisitor: newRow.tokenId != null });
      await claim?.(tx, callId);
    },
  });
  if (typeof row !== "string") return openRow(context, callsTable, row);
  refuse(limits[row], row === "org" ? ofOrg(limitedBy) : LIMIT_SCOPES[row]);
}

/** Fails with `at-capacity`. It holds nothing: `admitCall` decides. */
export async function requireOrgRoom(context: Pick<ServerContext, "config" | "db">, orgId: string): Promise<void> {
  const { limit, limitedBy, inUse } = await orgConcurrency(context, orgId);
  if (inUse >= limit) refuse(limit, ofOrg(limitedBy));
}

const ofOrg = (limitedBy: string) => `of this organization (${limitedBy})`;

function refuse(limit: number, scope: string): never {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  throw new PlatformError("at-capacity", { limit, scope, retryAfterSeconds }, { retryAfterSeconds });
}
