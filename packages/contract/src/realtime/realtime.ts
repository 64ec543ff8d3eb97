import { z } from "zod";
import { CALL_TYPES } from "../call/call.ts";
import { CallControl } from "../call/call-control.ts";
import { CreateNote, Note } from "../call/call-note.ts";
import { CALL_STATUSES } from "../call/call-status.ts";
import { PartialLine } from "../call/partial-line.ts";
import { Turn } from "../call/turn.ts";
import type { ToolRun } from "../message/history.ts";
import { CHANGE_RESOURCES } from "../nouns.ts";
import { AnsweringTerminal, TerminalAnswer, TerminalQuestion } from "../webhook/webhook.ts";
import { Id } from "../wire/entity.ts";
import { LIVE_CALLS_MAX } from "../wire/limits.ts";
import type { Role } from "../wire/route.ts";

/** ISO 8601. */
const Instant = z.string();

/**
 * The latest changes of one resource. `revision` grows by one for each changed id. `ids` are the newest changed ids, oldest first.
 * A client at revision `r` reloads the last `revision - r` ids, or everything if `ids` has fewer. A node that starts or loses the
 * database continues at a revision that no client can have, so that clients reload everything.
 */
export const Change = z.object({
  resource: z.enum(CHANGE_RESOURCES),
  revision: z.number().int(),
  ids: z.array(Id),
});
export type Change = z.infer<typeof Change>;

/** A call in the live list. Only fixed keys, because the protocol cannot send every key a user may choose. */
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
  /** US dollars. Null until known. */
  cost: z.number().nullable(),
});
export type LiveCall = z.infer<typeof LiveCall>;

/** A call that runs, with what was said last. */
export const OngoingCall = LiveCall.extend({
  customerName: z.string().nullable(),
  /** Number or SIP address. */
  customerNumber: z.string().nullable(),
  phoneNumberId: Id.nullable(),
  campaignId: Id.nullable(),
  /** The last sentence of each side, the latest last. */
  lines: z.array(z.object({ role: z.enum(["user", "assistant"]), text: z.string(), isPartial: z.boolean() })),
  /** The caller's last words ask for a person, by simple rules for English, German, French and Spanish. */
  asksForPerson: z.boolean(),
  /** Name of the person who has taken the call over. */
  takenBy: z.string().nullable(),
  /** The wait of the last turn. Null before there is one. */
  responseMs: z.number().nullable(),
});
export type OngoingCall = z.infer<typeof OngoingCall>;

const ShownToolRun = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  answer: z.object({ result: z.string(), failed: z.boolean(), durationMs: z.number().optional() }).nullable(),
}) satisfies z.ZodType<ToolRun>;

/** One line of a call's conversation in `calls:transcript`. `isPartial`: still being spoken. */
export const LiveLine = z.object({
  role: z.enum(["user", "assistant", "system", "tool", "function"]),
  text: z.string(),
  /** Milliseconds on the call's clock. */
  startMs: z.number(),
  isPartial: z.boolean(),
  isInterrupted: z.boolean(),
  /** The line is a tool call; its text is the answer. */
  tool: ShownToolRun.optional(),
});
export type LiveLine = z.infer<typeof LiveLine>;

/** The fields that filter the live list of calls. */
const FilterField = LiveCall.keyof();
export type LiveCallFilterField = z.infer<typeof FilterField>;
const FilterValue = z.union([z.string(), z.number(), z.null()]);
type FilterValue = z.infer<typeof FilterValue>;

/** Filter of the live list. At most `REALTIME_QUERY_OPERATORS_MAX` operators; each value of an `in` counts as one. */
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
  /** HTTP status. Null without a response, for code, and for a tool of a connected service. */
  status: z.number().int().nullable(),
  /** Whether code, or the tool of a connected service, failed. */
  failed: z.boolean().optional(),
  /** The response body, truncated at 64 kB. */
  body: z.string(),
  /** The id of the tool call in the request, which an answer repeats. Absent where no tool call was sent. */
  callId: z.string().optional(),
  durationMs: z.number(),
  /** Where the time of the last request went. Without connection if one was open. */
  times: z
    .object({
      connectMs: z.number().optional(),
      secureMs: z.number().optional(),
      serverMs: z.number(),
      readMs: z.number(),
    })
    .optional(),
});
export type ToolTestResult = z.infer<typeof ToolTestResult>;

/** How a conversation reads a tool's answer. */
export const ToolReading = z.object({
  /** The text for the model. */
  result: z.string(),
  failed: z.boolean(),
  /** What is spoken. Null: the model answers. `isHint`: not spoken, a hint to the model. */
  message: z.object({ text: z.string(), isHint: z.boolean(), endsCall: z.boolean() }).nullable(),
  /** Values taken from the answer, as JSON. */
  variablesJson: z.string(),
});
export type ToolReading = z.infer<typeof ToolReading>;

/** A stored tool, or one as it is edited: `toolJson` is then its whole JSON, and secrets that it leaves out are the stored ones. */
const TestedTool = z.strictObject({
  id: Id.optional(),
  toolJson: z.string().max(200_000).optional(),
  argumentsJson: z.string().max(100_000),
});

interface RealtimeFunction {
  kind: "query" | "mutation" | "action";
  /** Minimum role in the organization. */
  role: Role;
  args: z.ZodType;
  result: z.ZodType;
}

function defineFunctions<const Table extends Record<string, RealtimeFunction>>(table: Table): Table {
  return table;
}

/**
 * The functions of the realtime backend, by path. The organization is always that of the token. Everything they write can also be
 * read and written over REST, except for terminals.
 */
export const REALTIME_FUNCTIONS = defineFunctions({
  "changes:latest": { kind: "query", role: "viewer", args: z.strictObject({}), result: z.array(Change) },
  /** The revision of the organization's server messages, for programs that copy them. See `Change`. */
  "deliveries:latest": { kind: "query", role: "editor", args: z.strictObject({}), result: z.number() },
  /** Newest first. */
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
  /** The calls that run, the newest first. */
  "calls:running": {
    kind: "query",
    role: "viewer",
    args: z.strictObject({ limit: z.number().int().min(1).max(LIVE_CALLS_MAX).default(50) }),
    result: z.array(OngoingCall),
  },
  /** `seq` of a call's newest event, -1 before the first. A client with fewer loads the rest over REST (`afterSeq`). */
  "calls:lastEvent": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: z.number().int() },
  /** The lines that are being spoken in a call. Its events have all others. */
  "calls:partialLines": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: z.array(PartialLine) },
  /** Deprecated: `calls:list` with a filter by `id`. Null if the call does not exist or was deleted. */
  "calls:get": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: LiveCall.nullable() },
  /** Deprecated: `linesOf` the call's events, and its `unfinishedLines`. The last `tail` lines, oldest first. */
  "calls:transcript": {
    kind: "query",
    role: "viewer",
    args: z.strictObject({ id: Id, tail: z.number().int().min(1).max(500).default(100) }),
    result: z.array(LiveLine),
  },
  /** Deprecated: `turnsOf` the call's events. Every turn with its milestones, see `turnSegments`. */
  "calls:latency": { kind: "query", role: "viewer", args: z.strictObject({ id: Id }), result: z.array(Turn) },
  "calls:control": {
    kind: "mutation",
    role: "editor",
    args: z.strictObject({ id: Id, message: CallControl }),
    result: z.null(),
  },
  /** The requests that wait for this terminal's answer, oldest first. */
  "terminals:questions": {
    kind: "query",
    role: "editor",
    args: z.strictObject({ terminalId: Id }),
    result: z.array(TerminalQuestion),
  },
  /** Connects a terminal, or renews it: every `TERMINAL_SEEN_EVERY_MS`. */
  "terminals:listen": { kind: "action", role: "editor", args: AnsweringTerminal, result: z.null() },
  /** The first answer counts. False: the request no longer waits. */
  "terminals:answer": {
    kind: "action",
    role: "editor",
    args: z.strictObject({ terminalId: Id, id: Id, answer: TerminalAnswer }),
    result: z.boolean(),
  },
  /** Fails its open requests. */
  "terminals:leave": { kind: "action", role: "editor", args: z.strictObject({ terminalId: Id }), result: z.null() },
  "notes:add": {
    kind: "mutation",
    role: "editor",
    args: z.strictObject({ callId: Id, text: CreateNote.shape.text }),
    result: Note,
  },
  /** Sends a tool's request with these arguments, like a call. */
  "tools:test": {
    kind: "action",
    role: "editor",
    args: TestedTool,
    result: ToolTestResult,
  },
  /** Reads an answer as a conversation would, without a request: a typed answer, or the answer to a test. */
  "tools:read": {
    kind: "action",
    role: "editor",
    args: TestedTool.extend({ status: z.number().int().min(100).max(599), body: z.string().max(100_000), callId: Id.optional() }),
    result: ToolReading,
  },
  /** A voice sample as a WAV file. */
  "voices:preview": {
    kind: "action",
    role: "viewer",
    args: z.strictObject({ provider: z.string(), voiceId: z.string() }),
    result: z.object({ mediaType: z.string(), audio: z.instanceof(ArrayBuffer) }),
  },
});
export type RealtimeFunctions = typeof REALTIME_FUNCTIONS;
export type RealtimePath = keyof RealtimeFunctions;

/** The data of the client's `ConvexError` when a function fails. */
export const RealtimeFailure = z.object({ code: z.string(), message: z.string() });
export type RealtimeFailure = z.infer<typeof RealtimeFailure>;
