import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { EXPORT_LIMIT_MAX } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { repeatable } from "../wire/query-value.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { Call } from "./call.ts";
import { CallFilter } from "./call-filter.ts";
import { callNoun } from "./call-noun.ts";

/** `responseMs`: calls without a response time come last. Callwright only. */
export const CALL_SORT_KEYS = ["createdAt", "duration", "cost", "responseMs"] as const;

export const CallPageQuery = z.object({
  ...PageQuery.shape,
  ...CallFilter.shape,
  sortBy: z.enum(CALL_SORT_KEYS).default("createdAt"),
});
export type CallPageQuery = z.infer<typeof CallPageQuery>;

export const CALL_EXPORT_COLUMNS = [
  "id",
  "assistantId",
  "squadId",
  "customerId",
  "customerName",
  "customerNumber",
  "customerSipUri",
  "customerExtension",
  "phoneNumberId",
  "endedReason",
  "type",
  "duration",
  "startedAt",
  "endedAt",
  "transcript",
  "summary",
  "successEvaluation",
  "recordingUrl",
  "cost",
  "phoneCallProvider",
  "phoneCallProviderId",
  "createdAt",
  "updatedAt",
] as const;
export type CallExportColumn = (typeof CALL_EXPORT_COLUMNS)[number];

const KNOWN_COLUMNS: ReadonlySet<string> = new Set(CALL_EXPORT_COLUMNS);

/** Column names, as a list or comma-separated. */
const Columns = z
  .string()
  .max(1000)
  .refine((text) => text.split(",").every((name) => KNOWN_COLUMNS.has(name)), {
    error: `must be among ${CALL_EXPORT_COLUMNS.join(", ")}`,
  });

export const CallExportQuery = z.object({
  ...CallPageQuery.shape,
  /** Default: all calls. */
  limit: z.coerce.number().int().min(0).max(EXPORT_LIMIT_MAX).optional(),
  /** Default: all columns. */
  columns: repeatable(Columns).optional(),
  /** JSON is a list of calls or, with `columns`, of objects with these fields. */
  format: z.enum(["csv", "json"]).default("csv"),
  /** `true`: a link to the export goes out by e-mail, and the response is `{ id, email }` as JSON. Default `false`: the response is the export itself. */
  async: z.enum(["true", "false"]).default("false"),
  /** Where the link to an asynchronous export goes. Default: the address of the user. Required with an API token. */
  email: z.email().max(320).optional(),
});
export type CallExportQuery = z.infer<typeof CallExportQuery>;

/** The response to an asynchronous export: where its link is sent. */
export const CallExportBegun = z.object({ id: Id, email: z.string() });

export const callPageRoutes = describeRoutes(callNoun.addresses, {
  listCallPage: {
    query: CallPageQuery,
    response: pageOf(Call),
    summary: "List calls by pages",
  },
  listCallMetadata: {
    query: CallPageQuery,
    response: pageOf(Call),
    summary: "List calls in pages, without messages, transcripts and assistants",
  },
  exportCalls: {
    query: CallExportQuery,
    response: z.string(),
    mediaType: "text/csv",
    orJson: z.union([z.array(z.looseObject({})), CallExportBegun]),
    summary: "Export calls as CSV or JSON",
  },
});
