import { PlatformError, type Spending } from "@callwright/contract";
import { and, eq, sql } from "drizzle-orm";
import { organization } from "../../platform/auth/tables.ts";
import type { Database } from "../../platform/db/connect.ts";
import { orgSpending } from "./tables.ts";

/** `2026-11`, in UTC. */
const monthOf = (day: Date) => day.toISOString().slice(0, "2026-11".length);

/** Adds to the organization's spending of the month. Organizations without costs have no row. */
export async function addSpending(tx: Database, orgId: string, usd: number, now: Date): Promise<void> {
  if (usd === 0) return;
  await tx
    .insert(orgSpending)
    .values({ orgId, month: monthOf(now), usd })
    .onConflictDoUpdate({
      target: [orgSpending.orgId, orgSpending.month],
      set: { usd: sql`${orgSpending.usd} + excluded.usd` },
    });
}

/** The organization's spending of this month, and its limit. */
export async function findSpending(db: Database, orgId: string, now: Date): Promise<Spending> {
  const month = monthOf(now);
  const [found] = await db
    .select({ fields: organization.fields, usd: orgSpending.usd })
    .from(organization)
    .leftJoin(orgSpending, and(eq(orgSpending.orgId, organization.id), eq(orgSpending.month, month)))
    .where(eq(organization.id, orgId));
  const { billingLimit, monthlyBudget } = found?.fields ?? {};
  const limits = [billingLimit, monthlyBudget].filter((limit) => limit !== undefined);
  return { month, usd: found?.usd ?? 0, ...(limits.length > 0 && { limit: Math.min(...limits) }) };
}

/** Fails with `budget-spent`, for visitors with `assistant-paused`, when the month's limit is reached. */
export async function requireBudget(
  db: Database,
  { orgId, tag }: { orgId: string; tag: "private" | "public" },
  now: Date,
): Promise<void> {
  const { usd, limit, month } = await findSpending(db, orgId, now);
  if (limit === undefined || usd < limit) return;
  if (tag === "public") throw new PlatformError("assistant-paused");
  throw new PlatformError("budget-spent", { limit: limit.toFixed(2), spent: usd.toFixed(2), month });
}
