/**
 * The wire of the sync protocol, as `convex` 1.48.0 speaks it: text frames, one JSON object each, told apart by `type`.
 * `wire.test.ts` fails when that package's own description of it changes.
 */
import type { JSONValue } from "convex/values";
import { z } from "zod";

/** `ws://host/<prefix>/api/<version of the client>/sync`. */
export const SYNC_PATH = /^(?:\/.*)?\/api\/([^/]+)\/sync$/;
/** The first version whose client knows every frame below. */
export const CLIENT_VERSION_MIN = [1, 28] as const;

/** Why the server closes. The client always comes back, sooner or later by the reason's first word. */
export const CLOSE = {
  /** After an AuthError: the client asks for another token and comes back at once. */
  token: { code: 1000, reason: "" },
  /** The client broke a rule of the protocol, and what it believes is not what we believe. */
  protocol: { code: 1002, reason: "ProtocolError" },
  /** Connected, and said nothing. */
  silent: { code: 1008, reason: "NothingSaid" },
  /** One of our rules is broken, or the database is out of reach: better a new connection than a wrong frame. */
  internal: { code: 1011, reason: "InternalServerError" },
  restart: { code: 1012, reason: "" },
  /** The client waits three times as long before it comes back. */
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
/** One object, or nothing. What is in it the function checks. */
const Args = z.array(z.unknown()).max(1);
const UdfPath = z.string().min(1).max(1024);

const Connect = z.object({
  type: z.literal("Connect"),
  sessionId: z.uuid(),
  /** 0 on a client's first connection, or its second. */
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
  /** Of the hosted service's own dashboard. There is no such token here. */
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

/** Null for what no client says. */
export function readClientFrame(text: string): ClientFrame | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  return ClientFrame.safeParse(json).data ?? null;
}

/** How a function failed. With `data` the client throws a `ConvexError` that carries it. */
export interface Failure {
  message: string;
  data?: JSONValue;
}

type Response =
  | { type: "MutationResponse"; requestId: number; outcome: { result: JSONValue; ts: bigint } | Failure }
  | { type: "ActionResponse"; requestId: number; outcome: { result: JSONValue } | Failure };

export type ServerFrame =
  | Response
  /** `isUpdate`: the token of an Authenticate was refused, and `baseVersion` is that frame's; otherwise the one in use has ended, and it is the current one. */
  | { type: "AuthError"; error: string; baseVersion: number; isUpdate: boolean }
  | { type: "TransitionChunk"; chunk: string; partNumber: number; totalParts: number; transitionId: string }
  | { type: "Ping" };

/** No log lines ever: they would appear in the console of whoever looks at the page. */
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

/** What a client has been told: which of its query sets and identities, and how far in time. */
export interface StateVersion {
  querySet: number;
  identity: number;
  ts: bigint;
}

/** The text of a query's result, the same for everybody who asks the same: all of a modification but its query id. */
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
  /** The client's clock minus ours; told when an identity is confirmed, where the client reckons with it. */
  clientClockSkewMs: number | null;
}

const encodeVersion = ({ querySet, identity, ts }: StateVersion) =>
  `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTs(ts)}"}`;

export function encodeTransition({ start, end, modifications, clientClockSkewMs }: Transition): string {
  const skew = clientClockSkewMs === null ? "" : `,"clientClockSkew":${clientClockSkewMs}`;
  const changes = modifications.map(encodeModification).join(",");
  return `{"type":"Transition","startVersion":${encodeVersion(start)},"endVersion":${encodeVersion(end)},"modifications":[${changes}]${skew}}`;
}

/** The frames of a transition: itself, or its pieces when it has more than `maxCharacters`. Nothing may be sent between them. */
export function framesOfTransition(text: string, maxCharacters: number): string[] {
  if (text.length <= maxCharacters) return [text];
  const transitionId = crypto.randomUUID();
  const totalParts = Math.ceil(text.length / maxCharacters);
  return Array.from({ length: totalParts }, (_, partNumber) => {
    const chunk = text.slice(partNumber * maxCharacters, (partNumber + 1) * maxCharacters);
    return encodeFrame({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId });
  });
}
