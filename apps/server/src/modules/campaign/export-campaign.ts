import { csvRow } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { Download } from "../../platform/http/download.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { campaigns } from "./campaigns.ts";
import { toContact } from "./contact-service.ts";
import { readContacts, variableNames } from "./contact-store.ts";

const COLUMNS = [
  ...["row", "number", "name", "status", "outcome", "reason", "attempts", "lastCalledAt", "callIds", "cost"],
] as const;

/** The report: a row for each contact, in their order. */
export async function exportCampaign(context: ResourceContext, caller: OrgCaller, id: string): Promise<Download> {
  const { name } = await campaigns.get(context, caller, id);
  const variables = await variableNames(context.db, id);
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
  return new Download({
    mediaType: "text/csv; charset=utf-8",
    fileName: `campaign-${plain}.csv`,
    chunks: chunks(context, id, variables),
  });
}

async function* chunks(context: ResourceContext, id: string, variables: readonly string[]): AsyncGenerator<string> {
  yield csvRow([...COLUMNS, ...variables.map((name) => `variables.${name}`)]);
  for await (const rows of readContacts(context, id))
    yield rows
      .map(toContact)
      .map(({ position, number, name, status, outcome, reason, attempts, cost, log, variables: values }) => {
        const calls = log.filter(({ what }) => what === "called");
        const callIds = calls.map(({ callId }) => callId).join(" ");
        const fixed = [position, number, name, status, outcome, reason, attempts, calls.at(-1)?.at, callIds, cost];
        return csvRow([...fixed, ...variables.map((each) => values[each])]);
      })
      .join("");
}
