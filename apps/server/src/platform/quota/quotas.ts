import { type OrgQuota, PlatformError, QUOTAS, type QuotaName } from "@callwright/contract";
import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { organization } from "../auth/tables.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { orgUsage } from "./tables.ts";

/**
 * The use of quotas is counted in rows of `org_usage`, one for each quota and its day or month. Calls and server messages are counted when they
 * start, minutes when a call ends, each in the transaction that stores it. Triggers count files and recordings (`count_storage`) and stored
 * configurations (`count_configuration`). So a request reads a few short rows, however much the organization has stored, and all nodes use the same
 * counts.
 */
interface QuotaContext {
  db: Database;
  config: Pick<Config, "orgQuotas">;
  now: () => Date;
}

type Limits = Partial<Record<QuotaName, number>>;
/** Null is no limit. */
type OwnQuotas = Partial<Record<QuotaName, number | null>>;

interface Kind {
  /** The amount of `org_usage.amount` that is one unit of the limit. */
  unit: number;
  /** UTC, `2026-11-27` or `2026-11`. Empty: it is not counted by time. */
  period(day: Date): string;
  resetsAt?(day: Date): Date;
  /** `limit` in words. */
  what(limit: string): string;
}

const perDay = {
  unit: 1,
  period: (day: Date) => day.toISOString().slice(0, "2026-11-27".length),
  resetsAt: (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1)),
};

const perMonth = {
  unit: 1,
  period: (day: Date) => day.toISOString().slice(0, "2026-11".length),
  resetsAt: (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)),
};

const stored = { unit: 1, period: () => "" };

const KINDS: Record<QuotaName, Kind> = {
  storageGb: { ...stored, unit: 1e9, what: (limit) => `${limit} GB of files and recordings` },
  files: { ...stored, what: (limit) => `${limit} files` },
  configurationMb: { ...stored, unit: 1e6, what: (limit) => `${limit} million characters of configuration` },
  callsPerDay: { ...perDay, what: (limit) => `${limit} calls a day` },
  minutesPerMonth: { ...perMonth, what: (limit) => `${limit} minutes of calls a month` },
  webhooksPerDay: { ...perDay, what: (limit) => `${limit} server messages a day` },
};

/** The organization's usage and limits. */
export async function findQuotas(context: QuotaContext, orgId: string): Promise<OrgQuota[]> {
  const limits = await findLimits(context, orgId);
  const used = await readUsage(context, orgId);
  const at = context.now();
  return QUOTAS.map((name) => {
    const { unit, resetsAt } = KINDS[name];
    const limit = limits[name];
    return {
      name,
      used: (used.get(name) ?? 0) / unit,
      ...(limit !== undefined && { limit }),
      ...(resetsAt && { resetsAt: resetsAt(at).toISOString() }),
    };
  });
}

/**
 * Counts a call that starts. In the transaction that stores the call, which locks the organization. `isRecorded`: it needs storage. Fails with
 * `quota-reached` or `quota-full`, for visitors with `assistant-paused`.
 */
export async function countCall(
  context: QuotaContext,
  { orgId, isRecorded, isVisitor }: { orgId: string; isRecorded: boolean; isVisitor: boolean },
): Promise<void> {
  const limits = await findLimits(context, orgId);
  const used = await readUsage(context, orgId);
  const names: QuotaName[] = ["callsPerDay", "minutesPerMonth", ...(isRecorded ? ["storageGb" as const] : [])];
  for (const name of names) {
    const limit = limits[name];
    if (limit === undefined || (used.get(name) ?? 0) < limit * KINDS[name].unit) continue;
    throw isVisitor ? new PlatformError("assistant-paused") : refusal(name, limit, context.now());
  }
  await addUsage(context, orgId, "callsPerDay", 1);
}

/** Fails with `quota-full` where a file is too much. In a transaction that locks the files of the organization. */
export async function requireFileQuota(context: QuotaContext, orgId: string, bytes: number): Promise<void> {
  const limits = await findLimits(context, orgId);
  const used = await readUsage(context, orgId);
  const more = { storageGb: bytes, files: 1 };
  for (const name of ["files", "storageGb"] as const) {
    const limit = limits[name];
    if (limit !== undefined && (used.get(name) ?? 0) + more[name] > limit * KINDS[name].unit)
      throw refusal(name, limit, context.now());
  }
}

/**
 * Fails with `quota-full` if a stored configuration would exceed the quota. `before`: the one that it replaces. A change that stores no more than
 * before is always accepted.
 */
export async function requireConfigurationQuota(
  { db, config, now }: QuotaContext,
  orgId: string,
  configuration: object,
  before?: object,
): Promise<void> {
  const added = charactersOf(configuration) - (before ? charactersOf(before) : 0);
  if (added <= 0) return;
  const [found] = await db
    .select({ quotas: organization.quotas, used: orgUsage.amount })
    .from(organization)
    .leftJoin(orgUsage, and(eq(orgUsage.orgId, organization.id), eq(orgUsage.name, "configurationMb"), eq(orgUsage.period, "")))
    .where(eq(organization.id, orgId));
  const { configurationMb: limit } = limitsOf(config, found?.quotas);
  if (limit !== undefined && (found?.used ?? 0) + added > limit * KINDS.configurationMb.unit)
    throw refusal("configurationMb", limit, now());
}

const charactersOf = (configuration: object): number => JSON.stringify(configuration).length;

/** Counts a server message. Returns why it may not be sent. */
export async function countServerMessage(context: QuotaContext, orgId: string): Promise<string | undefined> {
  const { webhooksPerDay: limit } = await findLimits(context, orgId);
  if (limit === undefined) {
    await addUsage(context, orgId, "webhooksPerDay", 1);
    return undefined;
  }
  const isCounted = limit > 0 && (await addUsage(context, orgId, "webhooksPerDay", 1, limit));
  return isCounted ? undefined : refusal("webhooksPerDay", limit, context.now()).message;
}

/** Adds to the organization's usage if that is below `limit`; otherwise returns false. */
export async function addUsage(
  { db, now }: Pick<QuotaContext, "db" | "now">,
  orgId: string,
  name: QuotaName,
  amount: number,
  limit?: number,
): Promise<boolean> {
  const added = await db
    .insert(orgUsage)
    .values({ orgId, name, period: KINDS[name].period(now()), amount })
    .onConflictDoUpdate({
      target: [orgUsage.orgId, orgUsage.name, orgUsage.period],
      set: { amount: sql`${orgUsage.amount} + excluded.amount` },
      setWhere: limit === undefined ? undefined : lt(orgUsage.amount, limit),
    })
    .returning({ name: orgUsage.name });
  return added.length > 0;
}

/** Deletes the counts of days and months that are over since `before`. */
export async function forgetOldUsage(db: Database, before: Date): Promise<void> {
  await db.delete(orgUsage).where(and(ne(orgUsage.period, ""), lt(orgUsage.period, perMonth.period(before))));
}

/** In the units of the limits' names. The operator's limits for the organization come first; null means no limit. */
async function findLimits({ db, config }: QuotaContext, orgId: string): Promise<Limits> {
  const [found] = await db.select({ quotas: organization.quotas }).from(organization).where(eq(organization.id, orgId));
  return limitsOf(config, found?.quotas);
}

function limitsOf({ orgQuotas }: QuotaContext["config"], own: OwnQuotas | null | undefined): Limits {
  const entries = Object.entries({ ...orgQuotas, ...own });
  return Object.fromEntries(entries.filter(([, limit]) => limit !== null && limit !== undefined));
}

async function readUsage({ db, now }: QuotaContext, orgId: string): Promise<Map<QuotaName, number>> {
  const at = now();
  const periods = [...new Set(QUOTAS.map((name) => KINDS[name].period(at)))];
  const rows = await db
    .select({ name: orgUsage.name, period: orgUsage.period, amount: orgUsage.amount })
    .from(orgUsage)
    .where(and(eq(orgUsage.orgId, orgId), inArray(orgUsage.period, periods)));
  return new Map(rows.map(({ name, amount }) => [name, amount]));
}

function refusal(name: QuotaName, limit: number, now: Date): PlatformError {
  const { what, resetsAt } = KINDS[name];
  const parts = { name, what: what(limit.toLocaleString("en-US")) };
  if (!resetsAt) return new PlatformError("quota-full", parts);
  const until = resetsAt(now);
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  return new PlatformError("quota-reached", { ...parts, resetsAt: until.toISOString(), retryAfterSeconds });
}
