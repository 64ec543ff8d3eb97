import { type OrgConcurrency, PlatformError } from "@callwright/contract";
import { findOrg } from "../../../platform/auth/stores/orgs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { countCall } from "../../../platform/quota/quotas.ts";
import { openRow, sealHeaders } from "../../../platform/secrets/sealed-headers.ts";
import { call as callsTable } from "../tables.ts";
import type { CallRequest } from "./call-request.ts";
import { type CallRow, countOpen, insertQueued, type NewCallRow } from "./lifecycle-store.ts";

type LimitContext = Pick<ServerContext, "config" | "db">;

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
  // A visitor has no business with the settings of the organization.
  const scope = row === "org" ? (newRow.tokenId == null ? ofOrg(limitedBy) : "of this organization") : LIMIT_SCOPES[row];
  refuse(limits[row], scope);
}

/** Fails with `at-capacity`. It reserves nothing: `admitCall` decides. */
export async function requireOrgRoom(context: LimitContext, orgId: string): Promise<void> {
  const { limit, limitedBy, inUse } = await orgConcurrency(context, orgId);
  if (inUse >= limit) refuse(limit, ofOrg(limitedBy));
}

const ofOrg = (limitedBy: string) => `of this organization (${limitedBy})`;

function refuse(limit: number, scope: string): never {
  throw new PlatformError("at-capacity", { limit, scope, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** How many calls an organization may have at the same time: the lower one of its own limit and the server's. */
export async function orgCallLimit(
  { config, db }: LimitContext,
  orgId: string,
): Promise<Pick<OrgConcurrency, "limit" | "limitedBy">> {
  const { orgConcurrentCalls } = config;
  const own = (await findOrg(db, orgId))?.fields.concurrencyLimit;
  return own !== undefined && own <= orgConcurrentCalls
    ? { limit: own, limitedBy: "concurrencyLimit" }
    : { limit: orgConcurrentCalls, limitedBy: "ORG_CONCURRENT_CALLS" };
}

/** The limit, and the calls that run now or wait for their caller. */
export async function orgConcurrency(context: LimitContext, orgId: string): Promise<OrgConcurrency> {
  return { ...(await orgCallLimit(context, orgId)), inUse: await countOpen(context.db, orgId) };
}
