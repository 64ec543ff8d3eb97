import { QUOTA_MAX, QUOTAS, type QuotaName } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { organization } from "../../platform/auth/tables.ts";
import type { Config } from "../../platform/config/config.ts";
import { StartError } from "../../platform/config/start-error.ts";
import type { Database } from "../../platform/db/connect.ts";
import { findQuotas } from "../../platform/quota/quotas.ts";

type OwnQuotas = Partial<Record<QuotaName, number | null>>;

interface Context {
  db: Database;
  config: Pick<Config, "orgQuotas">;
  now: () => Date;
}

const USAGE = `Say which organization, and what to set:
  npm run quota -- <organization id>
  npm run quota -- <organization id> callsPerDay=500 storageGb=none files=default
Quotas: ${QUOTAS.join(", ")}. none is no limit, default the limit of all organizations.
`;

/** Sets quotas of an organization, which apply from the next request on. Returns all its quotas as text. Fails with a `StartError`. */
export async function setQuotas(context: Context, [orgId, ...settings]: readonly string[]): Promise<string> {
  if (orgId === undefined) throw new StartError(USAGE);
  const { db } = context;
  const changes = settings.map(readSetting);
  await db.transaction(async (tx) => {
    const [org] = await tx
      .select({ quotas: organization.quotas })
      .from(organization)
      .where(eq(organization.id, orgId))
      .for("update");
    if (!org) throw new StartError(`There is no organization ${orgId}. Its id is in the dashboard under Settings, Organization.`);
    if (changes.length === 0) return;
    const own: OwnQuotas = { ...org.quotas };
    for (const { name, limit } of changes)
      if (limit === undefined) delete own[name];
      else own[name] = limit;
    await tx.update(organization).set({ quotas: own }).where(eq(organization.id, orgId));
  });
  const quotas = await findQuotas(context, orgId);
  return quotas
    .map(({ name, used, limit }) => `${name}: ${round(used)} used, ${limit === undefined ? "no limit" : `limit ${limit}`}\n`)
    .join("");
}

const round = (used: number) => Math.round(used * 1000) / 1000;

/** `limit` is undefined for the default, and null for none. */
function readSetting(setting: string): { name: QuotaName; limit: number | null | undefined } {
  const [given, value = ""] = setting.split("=");
  const name = QUOTAS.find((each) => each === given);
  if (!name) throw new StartError(`Unknown quota ${given}. ${USAGE}`);
  if (value === "none") return { name, limit: null };
  if (value === "default") return { name, limit: undefined };
  const limit = Number(value);
  if (value === "" || !Number.isInteger(limit) || limit < 0 || limit > QUOTA_MAX)
    throw new StartError(`${name} must be a whole number from 0 to ${QUOTA_MAX}, none or default.`);
  return { name, limit };
}
