/**
 * The frames of the sync protocol of `convex` 1.48.0: text frames with one JSON object each, distinguished by `type`.
 * `wire.test.ts` fails when the package's definition changes.
 */
import type { JSONValue } from "convex/values";
import { z } from "zod";

/** Path: `ws://host/<prefix>/api/<version of the client>/sync`. */
export const SYNC_PATH = /^(?:\/.*)?\/api\/([^/]+)\/sync$/;
/** The first client version that supports every frame below. */
export const CLIENT_VERSION_MIN = [1, 28] as const;

/** Close codes. The client always reconnects, with a delay that depends on the reason. */
export const CLOSE = {
  /** After an AuthError. The client fetches a new token and reconnects at once. */
  token: { code: 1000, reason: "" },
  /** The client violated the protocol, so its state differs from the server's. */
  protocol: { code: 1002, reason: "ProtocolError" },
  /** Connected without sending anything. */
  silent: { code: 1008, reason: "NothingSaid" },
  /** Connected for too long without authenticating. */
  unauthenticated: { code: 1008, reason: "NotAuthenticated" },
  /** An internal error, or the database is unavailable. A new connection is better than a wrong frame. */
  internal: { code: 1011, reason: "InternalServerError" },
  restart: { code: 1012, reason: "" },
  /** The client waits three times as long before it reconnects. */
  overload: { code: 1013, reason: "TooManyConcurrentRequests" },
  timeout: { code: 1013, reason: "SystemTimeoutError" },
} as const;
export type Close = (typeof CLOSE)[keyof typeof CLOSE];

/** Base64 of eight bytes, little-endian. */
export function encodeTs(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

const Ts = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 8) return bytes.readBigUInt64LE();
  context.addIssue("not eight bytes in base64");
  return z.NEVER;
});

const Version = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const RequestId = z.number().int().min(0).max(0xffff_ffff);
/** One object, or none. The function validates it. */
const Args = z.array(z.unknown()).max(1);
const UdfPath = z.string().min(1).max(1024);

const Connect = z.object({
  type: z.literal("Connect"),
  sessionId: z.uuid(),
  /** 0 on a client's first connection, sometimes also on its second. */
  connectionCount: z.number().default(0),
  maxObservedTimestamp: Ts.optional(),
  /** The client's clock, in milliseconds; absent before 1.27. */
  clientTs: z.number().optional(),
});

const Authenticate = z.discriminatedUnion("tokenType", [
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.literal("User"),
    baseVersion: Version,
    value: z.string().max(65_536),
  }),
  z.object({ type: z.literal("Authenticate"), tokenType: z.literal("None"), baseVersion: Version }),
  /** For the hosted service's dashboard. Not supported here. */
  z.object({ type: z.literal("Authenticate"), tokenType: z.literal("Admin"), baseVersion: Version }),
]);

const QueryModification = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Add"),
    queryId: RequestId,
    udfPath: UdfPath,
    args: Args,
    componentPath: z.string().nullish(),
  }),
  z.object({ type: z.literal("Remove"), queryId: RequestId }),
]);

const ModifyQuerySet = z.object({
  type: z.literal("ModifyQuerySet"),
  baseVersion: Version,
  newVersion: Version,
  modifications: z.array(QueryModification),
});

const request = { requestId: RequestId, udfPath: UdfPath, args: Args, componentPath: z.string().nullish() };
const Mutation = z.object({ type: z.literal("Mutation"), ...request });
const Action = z.object({ type: z.literal("Action"), ...request });
/** Telemetry of the client. */
const Event = z.object({ type: z.literal("Event") });

const ClientFrame = z.discriminatedUnion("type", [Connect, Authenticate, ModifyQuerySet, Mutation, Action, Event]);
export type ClientFrame = z.infer<typeof ClientFrame>;
export type ConnectFrame = z.infer<typeof Connect>;
export type AuthenticateFrame = z.infer<typeof Authenticate>;
export type ModifyQuerySetFrame = z.infer<typeof ModifyQuerySet>;
export type MutationFrame = z.infer<typeof Mutation>;
export type ActionFrame = z.infer<typeof Action>;

/** Null for an invalid frame. */
export function readClientFrame(text: string): ClientFrame | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  return ClientFrame.safeParse(json).data ?? null;
}

/** How a function failed. With `data`, the client throws a `ConvexError` with it. */
export interface Failure {
  message: string;
  data?: JSONValue;
}

type Response =
  | { type: "MutationResponse"; requestId: number; outcome: { result: JSONValue; ts: bigint } | Failure }
  | { type: "ActionResponse"; requestId: number; outcome: { result: JSONValue } | Failure };

export type ServerFrame =
  | Response
  /** `isUpdate`: the token of an Authenticate frame was rejected, and `baseVersion` is from that frame. Otherwise the current token expired, and it is the current version. */
  | { type: "AuthError"; error: string; baseVersion: number; isUpdate: boolean }
  | { type: "TransitionChunk"; chunk: string; partNumber: number; totalParts: number; transitionId: string }
  | { type: "Ping" };

/** Always empty, because log lines would appear in the visitor's console. */
const LOG_LINES: readonly string[] = [];

export function encodeFrame(frame: ServerFrame): string {
  switch (frame.type) {
    case "MutationResponse":
    case "ActionResponse":
      return JSON.stringify({ type: frame.type, requestId: frame.requestId, ...responseOf(frame), logLines: LOG_LINES });
    case "AuthError": {
      const { type, error, baseVersion } = frame;
      return JSON.stringify({ type, error, baseVersion, authUpdateAttempted: frame.isUpdate });
    }
    case "TransitionChunk":
    case "Ping":
      return JSON.stringify(frame);
    default:
      return frame satisfies never;
  }
}

function responseOf({ outcome }: Response) {
  if ("message" in outcome) return { success: false, result: outcome.message, errorData: outcome.data };
  return "ts" in outcome
    ? { success: true, result: outcome.result, ts: encodeTs(outcome.ts) }
    : { success: true, result: outcome.result };
}

/** The state that a client has received: query set, identity and time. */
export interface StateVersion {
  querySet: number;
  identity: number;
  ts: bigint;
}

/** A query's result as JSON text: a modification without its query id. Shared by all clients with the same query. */
export function encodeResult(outcome: { valueText: string } | Failure): string {
  const rest = JSON.stringify({ logLines: LOG_LINES, journal: null }).slice(1);
  if ("valueText" in outcome) return `"type":"QueryUpdated","value":${outcome.valueText},${rest}`;
  const failure = JSON.stringify({ errorMessage: outcome.message, errorData: outcome.data }).slice(1, -1);
  return `"type":"QueryFailed",${failure},${rest}`;
}

export type Modification = { queryId: number; result: string } | { queryId: number; isRemoved: true };

function encodeModification(modification: Modification): string {
  if ("result" in modification) return `{"queryId":${modification.queryId},${modification.result}`;
  return `{"type":"QueryRemoved","queryId":${modification.queryId}}`;
}

export interface Transition {
  start: StateVersion;
  end: StateVersion;
  modifications: readonly Modification[];
  /** The client's clock minus the server's. Sent with a confirmed identity. */
  clientClockSkewMs: number | null;
}

const encodeVersion = ({ querySet, identity, ts }: StateVersion) =>
  `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTs(ts)}"}`;

export function encodeTransition({ start, end, modifications, clientClockSkewMs }: Transition): string {
  const skew = clientClockSkewMs === null ? "" : `,"clientClockSkew":${clientClockSkewMs}`;
  const changes = modifications.map(encodeModification).join(",");
  return `{"type":"Transition","startVersion":${encodeVersion(start)},"endVersion":${encodeVersion(end)},"modifications":[${changes}]${skew}}`;
}

/** The frames of a transition: one, or chunks if it has more than `maxCharacters`. Nothing may be sent between them. */
export function framesOfTransition(text: string, maxCharacters: number): string[] {
  if (text.length <= maxCharacters) return [text];
  const transitionId = crypto.randomUUID();
  const totalParts = Math.ceil(text.length / maxCharacters);
  return Array.from({ length: totalParts }, (_, partNumber) => {
    const chunk = text.slice(partNumber * maxCharacters, (partNumber + 1) * maxCharacters);
    return encodeFrame({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId });
  });
}
