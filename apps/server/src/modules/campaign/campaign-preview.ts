import { type CampaignPreview, type CreateAssistant, PlatformError, type Price, RETRY_DEFAULTS } from "@callwright/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resolveTarget, type Target } from "../assistant/resolve-target.ts";
import { assistantsOf } from "../assistant/team/assistants-of.ts";
import { agentOf, minuteOf, recordingOf } from "../call/api/preview-call.ts";
import { listPrices } from "../cost/price-store.ts";
import { listedNumbers } from "../do-not-call/store.ts";
import { phoneNumber } from "../telephony/tables.ts";
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
  const target = await findTarget(context, campaign);
  const assistants = target ? assistantsOf(target) : [];
  const agent = await agentOf(context.db, orgId, campaign.config, target);
  return {
    ...people,
    startsAt: startsAt.toISOString(),
    maxCalls: called * (1 + retries),
    ...(agent && { agent }),
    ...(target && {
      recording: recordingOf(target.assistant),
      minute: await minuteOf(
        context.db,
        orgId,
        assistants,
        numbers.map(({ provider }) => provider),
      ),
    }),
    numbers: numbers.map(({ shown }) => shown),
    isPriced: isPriced(await listPrices(context.db, orgId), assistants, numbers),
  };
}

const SHOWN_OPENINGS = 20;
const SHOWN_ZONES = 3;

async function countPeople(context: Context, campaign: StoredCampaign, startsAt: Date) {
  const { timeWindow } = campaign.config;
  const openings = new Map<string, Date | undefined>();
  const opensFor = (timeZones: readonly string[]) => {
    const key = timeZones.join(" ");
    if (timeWindow && !openings.has(key)) openings.set(key, nextOpening(timeWindow, timeZones, startsAt));
    return timeWindow ? openings.get(key) : startsAt;
  };
  const counts = { people: 0, doNotCall: 0, atOnce: 0, later: 0, never: 0 };
  const later = new Map<string, { people: number; timeZones: Set<string> }>();
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
        const at = opens.toISOString();
        const those = later.get(at) ?? { people: 0, timeZones: new Set<string>() };
        those.people += 1;
        // A country with many time zones is named by one of them.
        those.timeZones.add(timeZonesOf(contact)[0] ?? "");
        later.set(at, those);
      }
    }
  }
  const waiting = [...later]
    .sort(([one], [other]) => one.localeCompare(other))
    .slice(0, SHOWN_OPENINGS)
    .map(([at, { people, timeZones }]) => ({ at, people, timeZones: [...timeZones].filter(Boolean).slice(0, SHOWN_ZONES) }));
  const [first] = waiting;
  return { ...counts, openings: waiting, ...(first && { opensAt: first.at }) };
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

/** What the calls would be made with. Undefined: nobody was chosen, or what was chosen cannot run. */
async function findTarget(context: Context, campaign: StoredCampaign): Promise<Target | undefined> {
  try {
    return await resolveTarget(context, campaign.orgId, "call", targetOf(campaign));
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
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
