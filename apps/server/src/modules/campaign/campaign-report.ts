import { type CampaignContact, CSV_BOM, csvRow, type OutputResult } from "@callwright/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { Download } from "../../platform/http/download.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { call } from "../call/tables.ts";
import { campaigns } from "./campaigns.ts";
import { toContact } from "./contact-service.ts";
import { readContacts, variableNames } from "./contact-store.ts";

/** What a contact has of these columns by itself. */
const CONTACT_COLUMNS = [
  "row",
  "number",
  "name",
  "status",
  "outcome",
  "reason",
  "attempts",
  "lastCalledAt",
  "callIds",
  "cost",
] as const;
/** Of its last call. Seconds for `duration`. */
const CALL_COLUMNS = ["duration", "success", "summary"] as const;

/** The report: a row for each contact, in their order. */
export async function exportCampaign(context: ResourceContext, caller: OrgCaller, id: string): Promise<Download> {
  const { name } = await campaigns.get(context, caller, id);
  const variables = await variableNames(context.db, id);
  const outputs = await outputNames(context.db, caller.orgId, id);
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
  return new Download({
    mediaType: "text/csv; charset=utf-8",
    fileName: `campaign-${plain}.csv`,
    chunks: chunks(context, id, { variables, outputs }),
  });
}

async function* chunks(
  context: ResourceContext,
  id: string,
  { variables, outputs }: { variables: readonly string[]; outputs: readonly string[] },
): AsyncGenerator<string> {
  const more = [...outputs.map((name) => `outputs.${name}`), ...variables.map((name) => `variables.${name}`)];
  yield CSV_BOM + csvRow([...CONTACT_COLUMNS, ...CALL_COLUMNS, ...more]);
  for await (const rows of readContacts(context, id)) {
    const ids = rows.flatMap(({ callId }) => callId ?? []);
    const calls = await findCalls(context.db, ids);
    yield rows
      .map(toContact)
      .map((contact) => {
        const called = calls.get(contact.callId ?? "");
        const values = [called?.seconds, called?.success, called?.summary, ...outputs.map((name) => called?.outputs.get(name))];
        return csvRow([...contactCells(contact), ...values, ...variables.map((each) => contact.variables[each])]);
      })
      .join("");
  }
}

function contactCells({ position, number, name, status, outcome, reason, attempts, cost, log }: CampaignContact): unknown[] {
  const calls = log.filter(({ what }) => what === "called");
  const callIds = calls.map(({ callId }) => callId).join(" ");
  return [position, number, name, status, outcome, reason, attempts, calls.at(-1)?.at, callIds, cost];
}

const outputsOfCall = sql<Record<string, OutputResult> | null>`${call.details} #> '{artifact,structuredOutputs}'`;

/** The names of the structured outputs that some call of the campaign has, in alphabetical order. */
async function outputNames(db: Database, orgId: string, campaignId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct output ->> 'name' as name from ${call}, jsonb_each(${outputsOfCall}) as made(key, output)
    where ${and(eq(call.orgId, orgId), sql`${call.details} ->> 'campaignId' = ${campaignId}`)}
    order by name`);
  return rows.map(({ name }) => name);
}

async function findCalls(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .select({
      id: call.id,
      startedAt: call.startedAt,
      endedAt: call.endedAt,
      success: sql<string | null>`${call.details} #>> '{analysis,successEvaluation}'`,
      summary: sql<string | null>`${call.details} #>> '{analysis,summary}'`,
      outputs: outputsOfCall,
    })
    .from(call)
    .where(inArray(call.id, [...ids]));
  return new Map(
    rows.map(({ id, startedAt, endedAt, success, summary, outputs }) => {
      const seconds = startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / 1000 : undefined;
      const results = new Map(Object.values(outputs ?? {}).map(({ name, result }) => [name, result]));
      return [id, { seconds, success, summary, outputs: results }];
    }),
  );
}
