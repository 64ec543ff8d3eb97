import {
  type CreateStructuredOutput,
  CSV_BOM,
  csvRow,
  type OutputOfCall,
  type OutputResult,
  type PageQuery,
} from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { readFittingPage } from "../../platform/db/page-size.ts";
import { type Page, pageOrder, pageStart, startFilter, toPage } from "../../platform/db/page-start.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { Download } from "../../platform/http/download.ts";
import { found } from "../../platform/http/found.ts";
import { findResource } from "../../platform/resource-kit/resource-store.ts";
import { call } from "../call/tables.ts";
import { hasOutput } from "./run-store.ts";
import { structuredOutput } from "./tables.ts";

type Query = Pick<PageQuery, "page" | "limit" | "cursor" | "sortOrder">;

/** Rows that an export reads at a time. */
const BATCH_ROWS = 100;

interface ResultRow {
  id: string;
  createdAt: Date;
  assistantId: string | null;
  assistantName: string | null;
  output: OutputResult;
}

export async function listResults(db: Database, { orgId }: OrgCaller, id: string, query: Query): Promise<Page<OutputOfCall>> {
  const { id: key } = found(await findResource(db, orgId, { table: structuredOutput }, id.toLowerCase()), "Structured output");
  const rows = await readResults(db, orgId, key, query);
  const total = await db.$count(call, ofOutput(orgId, key));
  return toPage(query, { rows, total }, toResult);
}

/** Every result as CSV: a column for each field of the schema, or for the result as a whole. */
export async function exportResults(
  { db, now }: { db: Database; now: () => Date },
  { orgId }: OrgCaller,
  id: string,
): Promise<Download> {
  const row = found(await findResource(db, orgId, { table: structuredOutput }, id.toLowerCase()), "Structured output");
  const { schema, name } = row.config as unknown as CreateStructuredOutput;
  const fields = schema.type === "object" ? Object.keys(schema.properties ?? {}) : [];
  const fileName = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${now().toISOString().slice(0, 10)}.csv`;
  return new Download({ mediaType: "text/csv; charset=utf-8", fileName, chunks: csv(db, orgId, row.id, fields) });
}

async function* csv(db: Database, orgId: string, key: string, fields: readonly string[]): AsyncGenerator<string> {
  const own = fields.length > 0 ? fields : ["result"];
  yield CSV_BOM + csvRow(["callId", "createdAt", "assistantId", "assistantName", ...own, "error"]);
  for (let cursor: string | undefined; ; ) {
    const query = { page: 1, limit: BATCH_ROWS, sortOrder: "DESC" as const, ...(cursor !== undefined && { cursor }) };
    const rows = await readResults(db, orgId, key, query);
    const page = toPage(query, { rows, total: 0 }, toResult);
    yield page.results.map((result) => csvRow(cellsOf(result, fields))).join("");
    cursor = page.metadata.nextCursor;
    if (cursor === undefined) return;
  }
}

function cellsOf({ callId, createdAt, assistantId, assistantName, result, error }: OutputOfCall, fields: readonly string[]) {
  const values = fields.length > 0 ? fields.map((field) => (result as Record<string, unknown> | null)?.[field]) : [result];
  return [callId, createdAt, assistantId, assistantName, ...values, error];
}

const ofOutput = (orgId: string, key: string) => and(eq(call.orgId, orgId), isNull(call.deletedAt), hasOutput(key));

/** One more than the page has, if there is one. Fails with `page-too-large`. */
async function readResults(db: Database, orgId: string, key: string, query: Query): Promise<ResultRow[]> {
  const { limit, sortOrder } = query;
  const start = pageStart(query);
  const { offset } = start;
  const output = sql<OutputResult>`${call.details} #> '{artifact,structuredOutputs}' -> ${key}`;
  const where = and(ofOutput(orgId, key), startFilter(call, start, sortOrder));
  const order = pageOrder(call, sortOrder);
  const page = { table: call, where, order, limit, offset, characters: sql`length((${output})::text)` };
  return readFittingPage(db, page, (fitting) =>
    db
      .select({
        id: call.id,
        createdAt: call.createdAt,
        assistantId: call.assistantId,
        assistantName: sql<string | null>`${call.assistant} ->> 'name'`,
        output,
      })
      .from(call)
      .where(fitting)
      .orderBy(...order)
      .limit(limit + 1)
      .offset(offset),
  );
}

function toResult({ id, createdAt, assistantId, assistantName, output }: ResultRow): OutputOfCall {
  const shown = present({ callId: id, createdAt, assistantId, assistantName });
  return { ...shown, ...output, result: output.result ?? null };
}
