import {
  CALL_EXPORT_COLUMNS,
  type Call,
  type CallExportColumn,
  type CallExportQuery,
  csvRow,
  invalid,
} from "@callwright/contract";
import { Download } from "../../../platform/http/download.ts";
import type { PageContext } from "./page-service.ts";
import { type CallPage, callPageStart, readCalls } from "./page-store.ts";
import { withArtifacts } from "./service.ts";

/** Calls in memory at a time. A long one has a megabyte of transcript and messages. */
const BATCH_CALLS = 50;

/** All calls that the query finds, as a file. Each batch begins after the last row of the batch before, so that new calls do not shift rows. */
export function exportCalls(context: PageContext & { now: () => Date }, orgId: string, query: CallExportQuery): Download {
  if (query.limit === undefined && query.page > 1 && query.cursor === undefined)
    throw invalid("page must come with limit: without one, all calls are exported");
  const start = callPageStart(query, query.limit ?? 0);
  const batches = readBatches(context, orgId, query, start);
  const columns = exportedColumns(query);
  const name = `calls-${context.now().toISOString().slice(0, 10)}`;
  return query.format === "json"
    ? new Download({
        mediaType: "application/json; charset=utf-8",
        fileName: `${name}.json`,
        chunks: jsonChunks(batches, (call) => (columns ? callColumns(call, columns) : call)),
      })
    : new Download({
        mediaType: "text/csv; charset=utf-8",
        fileName: `${name}.csv`,
        chunks: csvChunks(batches, columns ?? ALL_COLUMNS),
      });
}

function exportedColumns({ columns }: CallExportQuery): CallExportColumn[] | undefined {
  const names = new Set(columns?.flatMap((list) => list.split(",")));
  return columns && CALL_EXPORT_COLUMNS.filter((column) => names.has(column));
}

async function* readBatches(
  context: PageContext,
  orgId: string,
  query: CallExportQuery,
  start: Omit<CallPage, "limit">,
): AsyncGenerator<Call[]> {
  let next = start;
  for (let left = query.limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
    const limit = Math.min(BATCH_CALLS, left);
    const rows = await readCalls(context, orgId, query, { ...next, limit });
    const last = rows.at(-1);
    if (!last) return;
    yield await withArtifacts(context, orgId, rows);
    if (rows.length < limit) return;
    left -= limit;
    next = { after: { value: last.sortValue, id: last.id } };
  }
}

async function* csvChunks(batches: AsyncIterable<Call[]>, columns: readonly CallExportColumn[]): AsyncGenerator<string> {
  yield csvRow(columns);
  for await (const calls of batches) yield calls.map((call) => csvRow(Object.values(callColumns(call, columns)))).join("");
}

async function* jsonChunks(batches: AsyncIterable<Call[]>, toEntry: (call: Call) => object): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const calls of batches)
    for (const call of calls) {
      yield `${separator}${JSON.stringify(toEntry(call))}`;
      separator = ",\n";
    }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Columns that are no fields of a call. Seconds for `duration`. */
const VALUES: { readonly [Column in CallExportColumn]?: (call: Call) => unknown } = {
  customerName: ({ customer }) => customer?.name,
  customerNumber: ({ customer }) => customer?.number,
  customerSipUri: ({ customer }) => customer?.sipUri,
  customerExtension: ({ customer }) => customer?.extension,
  duration: ({ startedAt, endedAt }) =>
    startedAt !== undefined && endedAt !== undefined ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : undefined,
  transcript: ({ artifact }) => artifact?.transcript,
  summary: ({ analysis }) => analysis?.summary,
  successEvaluation: ({ analysis }) => analysis?.successEvaluation,
  recordingUrl: ({ artifact }) => artifact?.recordingUrl,
};

const ALL_COLUMNS: readonly CallExportColumn[] = CALL_EXPORT_COLUMNS;

/** The values of a call for these columns. */
function callColumns(call: Call, columns: readonly CallExportColumn[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, VALUES[column]?.(call) ?? call[column]]));
}
