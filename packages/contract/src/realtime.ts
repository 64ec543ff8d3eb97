import { z } from "zod";
import { CALL_TYPES } from "./call.ts";
import { CallControl } from "./call-control.ts";
import { CreateNote, Note } from "./call-note.ts";
import { CALL_STATUSES } from "./call-status.ts";
import { Id } from "./entity.ts";
import { LIVE_CALLS_MAX } from "./limits.ts";
import type { Role } from "./route.ts";
import { Turn } from "./turn.ts";

/** ISO 8601. */
const Instant = z.string();

/** What a change notice names: a kind of thing that lists and pages show. */
export const CHANGE_RESOURCES = [
  "assistant",
  "assistant-draft",
  "call",
  "call-note",
  "campaign",
  "chat",
  "credential",
  "file",
  "invitation",
  "key-set",
  "knowledge-base",
  "member",
  "org",
  "phone-number",
  "provider-resource",
  "session",
  "squad",
  "structured-output",
  "template",
  "test-suite",
  "test-suite-run",
  "test-suite-test",
  "token",
  "tool",
  "workflow",
] as const;
export type ChangeResource = (typeof CHANGE_RESOURCES)[number];

/**
 * What changed last of one resource. `revision` grows by one for every id that changes, and `ids` are the newest of them, oldest first:
 * who knew revision `r` has to read the last `revision - r` ids again, and everything when there are fewer. A node that starts, or that
 * has lost sight of the database, goes on from a revision that nobody can have known, so that everything is read again.
 */
export const Change = z.object({
  resource: z.enum(CHANGE_RESOURCES),
  revision: z.number().int(),
  ids: z.array(Id),
});
export type Change = z.infer<typeof Change>;

/** A call as a live list shows it: our own words only, because a key that somebody chose may not be sendable. */
export const LiveCall = z.object({
  id: Id,
  name: z.string().nullable(),
  type: z.enum(CALL_TYPES),
  status: z.enum(CALL_STATUSES),
  assistantId: Id.nullable(),
  assistantName: z.string().nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endedReason: z.string().nullable(),
  /** US dollars; null before it is known. */
  cost: z.number().nullable(),
});
export type LiveCall = z.infer<typeof LiveCall>;

/** One line of a call's conversation. `isPartial`: still being said. */
export const LiveLine = z.object({
  role: z.enum(["user", "assistant", "system", "tool", "function"]),
  text: z.string(),
  /** Milliseconds on the call's clock. */
  startMs: z.number(),
  isPartial: z.boolean(),
  isInterrupted: z.boolean(),
});
export type LiveLine = z.infer<typeof LiveLine>;

/** What the live list of calls can be filtered by. */
export const LIVE_CALL_FILTER_FIELDS = [
  "name",
  "type",
  "status",
  "assistantId",
  "assistantName",
  "createdAt",
  "startedAt",
  "endedAt",
  "endedReason",
  "cost",
] as const satisfies readonly (keyof LiveCall)[];
type LiveCallFilterField = (typeof LIVE_CALL_FILTER_FIELDS)[number];

const FilterField = z.enum(LIVE_CALL_FILTER_FIELDS);
const FilterValue = z.union([z.string(), z.number(), z.null()]);
type FilterValue = z.infer<typeof FilterValue>;

/** Which calls a live list shows. At most `REALTIME_QUERY_OPERATORS_MAX` operators, each value of an `in` counting as one. */
export type LiveCallFilter =
  | { op: "and" | "or"; filters: LiveCallFilter[] }
  | { op: "not"; filter: LiveCallFilter }
  | { op: "eq" | "neq" | "lt" | "lte" | "gt" | "gte"; field: LiveCallFilterField; value: FilterValue }
  | { op: "in"; field: LiveCallFilterField; values: FilterValue[] };

export const LiveCallFilter: z.ZodType<LiveCallFilter> = z.lazy(() =>
  z.discriminatedUnion("op", [
    z.strictObject({ op: z.enum(["and", "or"]), filters: z.array(LiveCallFilter) }),
    z.strictObject({ op: z.literal("not"), filter: LiveCallFilter }),
    z.strictObject({ op: z.enum(["eq", "neq", "lt", "lte", "gt", "gte"]), field: FilterField, value: FilterValue }),
    z.strictObject({ op: z.literal("in"), field: FilterField, values: z.array(FilterValue) }),
  ]),
);

export const ToolTestResult = z.object({
  /** HTTP status; null when no answer came. */
  status: z.number().int().nullable(),
  /** As it came, cut at 64 kB. */
  body: z.string(),
  durationMs: z.number(),
});
export type ToolTestResult = z.infer<typeof ToolTestResult>;

interface RealtimeFunction {
  kind: "query" | "mutation" | "action";
  /** Least role in the organisation. */
  role: Role;
  args: z.ZodType;
  result: z.ZodType;
}

function defineFunctions<const Table extends Record<string, RealtimeFunction>>(table: Table): Table {
  return table;
}

/**
 * The functions of the realtime backend, by path. The organisation is always that of the token. Whatever they write can be read and
 * written over REST too.
 */
export const REALTIME_FUNCTIONS = defineFunctions({
  "changes:latest": { kind: "query", role: "viewer", args: z.strictObject({}), result: z.array(Change) },
  /** The newest calls first. */
  "calls:list": {
    kind: "query",
    role: "viewer",
    args: z.strictObject({
      assistantId: Id.optional(),
      status: z.enum(CALL_STATUSES).optional(),
      filter: LiveCallFilter.optional(),
      limit: z.number().int().min(1).max(LIVE_CALLS_MAX).default(50),
    }),
    result: z.array(LiveCall),
  },
  /** Null when there is no such call, or no longer. */
  "calls:get": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: LiveCall.nullable() },
  /** The last `tail` lines, oldest first. */
  "calls:transcript": {
    kind: "query",
    role: "viewer",
    args: z.strictObject({ id: Id, tail: z.number().int().min(1).max(500).default(100) }),
    result: z.array(LiveLine),
  },
  /** Every turn with its milestones, see `turnSegments`. */
  "calls:latency": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: z.array(Turn) },
  /** `seq` of a call's newest event, -1 before the first: whoever knows fewer reads the rest over REST (`afterSeq`). */
  "calls:lastEvent": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: z.number().int() },
  "calls:control": {
    kind: "mutation",
    role: "editor",
    args: z.strictObject({ id: Id, message: CallControl }),
    result: z.null(),
  },
  "notes:add": {
    kind: "mutation",
    role: "editor",
    args: z.strictObject({ callId: Id, text: CreateNote.shape.text }),
    result: Note,
  },
  /** Sends a tool's request with these arguments, as a call would. */
  "tools:test": {
    kind: "action",
    role: "editor",
    args: z.strictObject({ id: Id, argumentsJson: z.string().max(100_000) }),
    result: ToolTestResult,
  },
  /** A sample of a voice: a WAV file. */
  "voices:preview": {
    kind: "action",
    role: "viewer",
    args: z.strictObject({ provider: z.string(), voiceId: z.string() }),
    result: z.object({ mediaType: z.string(), audio: z.instanceof(ArrayBuffer) }),
  },
});
export type RealtimeFunctions = typeof REALTIME_FUNCTIONS;
export type RealtimePath = keyof RealtimeFunctions;

/** What a function's failure tells its caller, as the data of the client's `ConvexError`. */
export const RealtimeFailure = z.object({ code: z.string(), message: z.string() });
export type RealtimeFailure = z.infer<typeof RealtimeFailure>;
