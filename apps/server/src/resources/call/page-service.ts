import type { Call, CallPageQuery } from "@callwright/contract";
import { readPageParts } from "../../db/page-parts.ts";
import { type Page, toPage } from "../../db/page-start.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { toCallMetadata } from "./entity.ts";
import { callPageStart, countCalls, readCallMetadata, readCalls, sortValue } from "./page-store.ts";
import { type CallContext, withArtifacts } from "./service.ts";

export type PageContext = Pick<CallContext, "db" | "links" | "secrets">;

export async function listCallPage(context: PageContext, { orgId }: OrgCaller, query: CallPageQuery): Promise<Page<Call>> {
  const { rows, total } = await readPage(readCalls, context, orgId, query);
  const calls = await readPageParts(rows.slice(0, query.limit), (part) => withArtifacts(context, orgId, part));
  const byId = new Map(calls.map((call) => [call.id, call]));
  return toPage(query, { rows, total }, (row) => byId.get(row.id) ?? toCallMetadata(row), sortValue(query));
}

export async function listCallMetadata(context: PageContext, { orgId }: OrgCaller, query: CallPageQuery): Promise<Page<Call>> {
  return toPage(query, await readPage(readCallMetadata, context, orgId, query), toCallMetadata, sortValue(query));
}

/** One row more than the page has, if there is one. */
async function readPage<Row>(
  read: (context: PageContext, orgId: string, query: CallPageQuery, page: Parameters<typeof readCalls>[3]) => Promise<Row[]>,
  context: PageContext,
  orgId: string,
  query: CallPageQuery,
): Promise<{ rows: Row[]; total: number }> {
  const start = callPageStart(query, query.limit);
  const rows = await read(context, orgId, query, { ...start, limit: query.limit + 1 });
  return { rows, total: await countCalls(context.db, orgId, query) };
}
