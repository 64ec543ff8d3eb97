import type { CallEvent, CallSupervisor, ClientMessage, CreateAssistant } from "@callwright/contract";
import type { OfferFault } from "./media-transport.ts";
import type { PartialLine } from "./partial-lines.ts";

/**
 * What the server and a call host say to each other over the child process's IPC channel.
 *
 * ```
 *   server ── start-call ──▶ host      one per call, before its first offer
 *   server ── offer ───────▶ host ── answer | offer-failed ──▶ server      a session of the caller; the newest is the call's
 *   server ── restart ─────▶ host ── answer | offer-failed ──▶ server      the same session over another path
 *   server ── leave ───────▶ host ── left ──▶ server                       the session's caller hung up
 *   server ── control ─────▶ host      a supervisor steers the call, as its client could by an app message
 *   server ── end-call ────▶ host ┐
 *   caller leaves, limits, faults ┴─▶ host ── events, partial … ── ended ──▶ server
 *   server ── drain ───────▶ host      end every call with the reason given, then exit
 * ```
 * Events of a call arrive in order of `seq`, in batches; `partial` is what is being said between them, for those who watch.
 * `ended` is the last word of a call: its recording is closed by then.
 */
export type ToHost =
  | ({ type: "start-call" } & CallSpec)
  | { type: "offer"; requestId: string; callId: string; sdp: string }
  | { type: "restart"; requestId: string; callId: string; session: number; sdp: string }
  | { type: "leave"; requestId: string; callId: string; session: number }
  | { type: "control"; callId: string; message: ClientMessage; by: CallSupervisor }
  | { type: "end-call"; callId: string; endedReason: string }
  | { type: "drain"; endedReason: string };

export type FromHost =
  | { type: "ready"; pid: number }
  | { type: "answer"; requestId: string; session: number; sdp: string }
  | { type: "offer-failed"; requestId: string; fault: OfferFault; message: string }
  | { type: "left"; requestId: string; callGoesOn: boolean }
  | { type: "joined"; callId: string; startedAtMs: number }
  | { type: "events"; callId: string; events: CallEvent[] }
  | { type: "partial"; callId: string; lines: PartialLine[] }
  | ({ type: "ended" } & CallEnd)
  | { type: "log"; level: "info" | "warn" | "error"; callId?: string; message: string; detail?: Record<string, unknown> };

/** Everything a host must know to hold a call. */
export interface CallSpec {
  callId: string;
  orgId: string;
  /** With overrides applied; variables not yet rendered. */
  assistant: CreateAssistant;
  variableValues: Record<string, unknown>;
  /** Keys of the organisation's credentials by provider id, for this call alone. They come before those of the settings. */
  orgKeys?: Record<string, string>;
  /** Texts of the assistant's files, where its model is the built-in one. Default: none. */
  knowledge?: string[];
  /** A visitor of somebody's page calls, who is not told what only the assistant's owner may read. Default false. */
  isVisitor?: boolean;
  /**
   * May the caller add messages that instruct the assistant: those with role system, tool or function? Default true, as pages that tell the
   * assistant of their user do. False for a visitor whose token takes stored assistants as they are.
   */
  callerMayInstruct?: boolean;
  /** The call waits for a caller who left, see `REJOIN_TIMEOUT_MS`. Default false: it ends with the caller's leaving. */
  callerMayReturn?: boolean;
  /** Where the recording is written while it happens; absent when the call is not recorded. */
  recordingPath?: string;
}

/** The last word of a call. Its recording is closed by then. */
export interface CallEnd {
  callId: string;
  endedReason: string;
  /** For people, where the reason alone does not tell. */
  message?: string;
  /** Epoch milliseconds. */
  endedAtMs: number;
  hasRecording: boolean;
}

/** How a host process is set up. Passed once, as JSON in `CALLWRIGHT_CALL_HOST`, because IPC may carry only what changes. */
export interface CallHostSettings {
  /** UDP ports for media, inclusive. Absent: any. */
  portRange?: { min: number; max: number };
  /** Address put into ICE candidates instead of the machine's own, for NAT and containers. */
  publicIp?: string;
  iceServers: { urls: string; username?: string; credential?: string }[];
  /** Keys of providers by provider id, from the server's environment. */
  providerKeys: Record<string, string>;
  /** Base URLs of providers by provider id, where they differ from the provider's own. */
  providerUrls: Record<string, string>;
  /** May an assistant's own URL lead to this machine and its network? Default false. */
  allowPrivateAddresses?: boolean;
  /** Whether `fake-…` providers may be used: tests and benches. Default false. */
  fakes?: boolean;
}
