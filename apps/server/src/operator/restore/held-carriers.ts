import { CARRIER_PROVIDERS, HELD_ITEMS_MAX, PlatformError } from "@callwright/contract";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { asOrganization } from "../../modules/call/api/incoming-call.ts";
import { phoneNumbers } from "../../modules/telephony/numbers/service.ts";
import { bringHere } from "../../modules/telephony/numbers/setup.ts";
import type { PhoneLines } from "../../modules/telephony/phone-lines.ts";
import { phoneNumber } from "../../modules/telephony/tables.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { GONE, type KindWork } from "./kind-work.ts";

interface Context extends ResourceContext {
  lines: PhoneLines;
}

const provider = sql<string>`${phoneNumber.config} ->> 'provider'`;
const isOfCarrier = and(isNull(phoneNumber.deletedAt), inArray(provider, CARRIER_PROVIDERS));

/**
 * Numbers whose calls may go to the server that made the backup. After the resume, trunks are registered and admins may connect numbers; the operator
 * connects each number whose earlier address would be lost.
 */
export function heldCarriers(context: Context): KindWork {
  const { db, lines } = context;

  async function whereItLeads(orgId: string, id: string): Promise<string> {
    const number = await phoneNumbers.get(context, asOrganization(orgId), id);
    const steps = (await lines.setupOf(number)?.check(id)) ?? [];
    const problem = steps.find(({ state, message }) => state === "failed" && message !== undefined)?.message;
    const here = steps.find((step) => step.id === "answersHere");
    return here?.message ?? (here?.state === "ready" ? "The number's calls come here already." : (problem ?? ""));
  }

  return {
    async summary() {
      return { held: await db.$count(phoneNumber, isOfCarrier), ahead: 0, overdue: 0 };
    },
    async items() {
      const rows = await db
        .select({
          id: phoneNumber.id,
          orgId: phoneNumber.orgId,
          org: organization.name,
          number: sql<string | null>`${phoneNumber.config} ->> 'number'`,
        })
        .from(phoneNumber)
        .innerJoin(organization, eq(organization.id, phoneNumber.orgId))
        .where(isOfCarrier)
        .orderBy(asc(phoneNumber.createdAt))
        .limit(HELD_ITEMS_MAX);
      const items = [];
      for (const { id, orgId, org, number } of rows) {
        const detail = await whereItLeads(orgId, id).catch(sentenceOf);
        items.push({ id, org, name: number ?? id, detail });
      }
      return items;
    },
    async send(id) {
      const [row] = await db
        .select({ orgId: phoneNumber.orgId })
        .from(phoneNumber)
        .where(and(eq(phoneNumber.id, id), isOfCarrier));
      if (!row) return GONE;
      await bringHere(context, asOrganization(row.orgId), id);
      return undefined;
    },
  };
}

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof PlatformError)) throw error;
  return error.problems?.join("; ") ?? error.message;
};
