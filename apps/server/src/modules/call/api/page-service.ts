import type { Call, CallPageQuery } from "@callwright/contract";
import { readPageParts } from "../../../platform/db/page-parts.ts";
import { type Page, toPage } from "../../../platform/db/page-start.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { CallMetadataRow } from "../runtime/lifecycle-store.ts";
import { toCallMetadata } from "./entity.ts";
import { callPageStart, countCalls, readCallMetadata } from "./page-store.ts";
import { type CallContext, readCallsWithArtifacts } from "./service.ts";

export type PageContext = Pick<CallContext, "db" | "links" | "secrets">;

/** Fails with `page-too-large`. */
export async function listCallPage(context: PageContext, { orgId }: OrgCaller, query: CallPageQuery): Promise<Page<Call>> {
  const page = await readPage(context, orgId, query);
  const { results: ids, metadata } = toPage(
    query,
    page,
    ({ id }) => id,
    ({ sortValue }) => sortValue,
  );
  return { results: await readPageParts(ids, (part) => readCallsWithArtifacts(context, orgId, part)), metadata };
}

/** Fails with `page-too-large`. */
export async function listCallMetadata(context: PageContext, { orgId }: OrgCaller, query: CallPageQuery): Promise<Page<Call>> {
  return toPage(query, await readPage(context, orgId, query), toCallMetadata, ({ sortValue }) => sortValue);
}

/** Rows without their assistants, and one row more than the page if another row exists. */
async function readPage(
  context: PageContext,
  orgId: string,
  query: CallPageQuery,
): Promise<{ rows: (CallMetadataRow & { sortValue: number })[]; total: number }> {
  const start = callPageStart(query, query.limit);
  const rows = await readCallMetadata(context, orgId, query, { ...start, limit: query.limit });
  return { rows, total: await countCalls(context.db, orgId, query) };
}
