import type { OrgConcurrency } from "@callwright/contract";
import { and, eq, isNull } from "drizzle-orm";
import { organization } from "../../../platform/auth/tables.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { countOpen } from "./lifecycle-store.ts";

type Context = Pick<ServerContext, "config" | "db">;

/** How many calls an organization may have at the same time: the lower one of its own limit and the server's. */
export async function orgCallLimit({ config, db }: Context, orgId: string): Promise<Pick<OrgConcurrency, "limit" | "limitedBy">> {
  const { orgConcurrentCalls } = config;
  const own = await ownLimit(db, orgId);
  return own !== undefined && own <= orgConcurrentCalls
    ? { limit: own, limitedBy: "concurrencyLimit" }
    : { limit: orgConcurrentCalls, limitedBy: "ORG_CONCURRENT_CALLS" };
}

/** The limit, and the calls that run now or wait for their caller. */
export async function orgConcurrency(context: Context, orgId: string): Promise<OrgConcurrency> {
  return { ...(await orgCallLimit(context, orgId)), inUse: await countOpen(context.db, orgId) };
}

async function ownLimit(db: Database, orgId: string): Promise<number | undefined> {
  const [org] = await db
    .select({ fields: organization.fields })
    .from(organization)
    .where(and(eq(organization.id, orgId), isNull(organization.deletedAt)));
  return org?.fields.concurrencyLimit;
}
