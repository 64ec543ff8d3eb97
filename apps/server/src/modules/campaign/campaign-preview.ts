import { type CampaignPreview, type CreateAssistant, PlatformError, type Price, RETRY_DEFAULTS } from "@callwright/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resolveTarget } from "../assistant/resolve-target.ts";
import { assistantsOf } from "../assistant/team/assistants-of.ts";
import { listPrices } from "../cost/price-store.ts";
import { listedNumbers } from "../do-not-call/store.ts";
import { squad } from "../squad/tables.ts";
import { phoneNumber } from "../telephony/tables.ts";
import { workflow } from "../workflow/tables.ts";
import { targetOf } from "./campaign-changes.ts";
import { findCampaign, type StoredCampaign } from "./campaign-store.ts";
import { readContacts } from "./contact-store.ts";
import { timeZonesOf } from "./dial-contact.ts";
import { nextOpening } from "./time-window.ts";

type Context = Pick<ServerContext, "db" | "now" | "secrets">;

/** Fails with `not-found`. */
export async function previewCampaign(context: Context, { orgId }: OrgCaller, id: string): Promise<CampaignPreview> {
  const campaign = found(await findCampaign(context, orgId, id), "Campaign");
  const { retryPlan, schedulePlan } = campaign.config;
  const now = context.now();
  const startsAt = schedulePlan && Date.parse(schedulePlan.earliestAt) > now.getTime() ? new Date(schedulePlan.earliestAt) : now;
  const people = await countPeople(context, campaign, startsAt);
  const called = people.atOnce + people.later;
  const retries = retryPlan ? (retryPlan.maxRetries ?? RETRY_DEFAULTS.maxRetries) : 0;
  const numbers = await findNumbers(context.db, campaign);
  const assistants = await findAssistants(context, campaign);
  const agent = await agentOf(context.db, campaign, assistants);
  return {
    ...people,
    startsAt: startsAt.toISOString(),
    maxCalls: called * (1 + retries),
    ...(agent && { agent }),
    numbers: numbers.map(({ shown }) => shown),
    isPriced: isPriced(await listPrices(context.db, orgId), assistants, numbers),
  };
}

async function countPeople(context: Context, campaign: StoredCampaign, startsAt: Date) {
  const { timeWindow } = campaign.config;
  const openings = new Map<string, Date | undefined>();
  const opensFor = (timeZones: readonly string[]) => {
    const key = timeZones.join(" ");
    if (timeWindow && !openings.has(key)) openings.set(key, nextOpening(timeWindow, timeZones, startsAt));
    return timeWindow ? openings.get(key) : startsAt;
  };
  const counts = { people: 0, doNotCall: 0, atOnce: 0, later: 0, never: 0 };
  let first: Date | undefined;
  for await (const rows of readContacts(context, campaign.id)) {
    const waiting = rows.filter(({ status }) => status === "pending");
    const numbers = waiting.map(({ number }) => number);
    const listed = await listedNumbers(context, campaign.orgId, numbers);
    counts.people += waiting.length;
    for (const contact of waiting) {
      const opens = opensFor(timeZonesOf(contact));
      if (listed.has(contact.number)) counts.doNotCall += 1;
      else if (!opens) counts.never += 1;
      else if (opens <= startsAt) counts.atOnce += 1;
      else {
        counts.later += 1;
        if (!first || opens < first) first = opens;
      }
    }
  }
  return { ...counts, ...(first && { opensAt: first.toISOString() }) };
}

interface CallingNumber {
  shown: string;
  provider: string | null;
}

async function findNumbers(db: Database, { orgId, config }: StoredCampaign): Promise<CallingNumber[]> {
  const named = [config.phoneNumberId, ...(config.dialPlan ?? []).map(({ phoneNumberId }) => phoneNumberId)];
  const ids = [...new Set(named.flatMap((id) => id?.toLowerCase() ?? []))];
  const field = (name: string) => sql<string | null>`${phoneNumber.config} ->> ${sql.raw(`'${name}'`)}`;
  const rows = await db
    .select({ id: phoneNumber.id, number: field("number"), name: field("name"), provider: field("provider") })
    .from(phoneNumber)
    .where(and(eq(phoneNumber.orgId, orgId), inArray(phoneNumber.id, ids)));
  return rows.map(({ id, number, name, provider }) => ({ shown: number ?? name ?? id, provider }));
}

/** Those of the agents that may talk. None: nobody was chosen, or what was chosen cannot run. */
async function findAssistants(context: Context, campaign: StoredCampaign): Promise<CreateAssistant[]> {
  try {
    return assistantsOf(await resolveTarget(context, campaign.orgId, "call", targetOf(campaign)));
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

async function agentOf(
  db: Database,
  { orgId, config: { assistantId, squadId, workflowId } }: StoredCampaign,
  [assistant]: readonly CreateAssistant[],
): Promise<CampaignPreview["agent"]> {
  if (assistantId !== undefined) return { kind: "assistant", ...(assistant?.name !== undefined && { name: assistant.name }) };
  const [kind, table, id] =
    squadId === undefined ? (["workflow", workflow, workflowId] as const) : (["squad", squad, squadId] as const);
  if (id === undefined) return undefined;
  const [row] = await db
    .select({ name: sql<string | null>`${table.config} ->> 'name'` })
    .from(table)
    .where(and(eq(table.orgId, orgId), eq(table.id, id.toLowerCase())));
  return { kind, ...(row?.name != null && { name: row.name }) };
}

/** What runs on this server costs nothing, whatever prices say. */
const FREE: ReadonlySet<string> = new Set(["callwright", "simulated"]);

/** Has a provider of the calls a price above zero? */
function isPriced(prices: readonly Price[], assistants: readonly CreateAssistant[], numbers: readonly CallingNumber[]): boolean {
  const used = [
    ...assistants.flatMap(({ model, voice, transcriber }) => [
      ["model", model?.provider],
      ["voice", voice?.provider],
      ["transcriber", transcriber?.provider],
    ]),
    ...numbers.map(({ provider }) => ["telephone", provider]),
  ];
  return prices.some(
    ({ part, provider, usd }) =>
      usd > 0 && !FREE.has(provider) && used.some(([usedPart, by]) => usedPart === part && by === provider),
  );
}
