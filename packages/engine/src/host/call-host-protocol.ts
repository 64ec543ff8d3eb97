import type {
  CallControl,
  CallEvent,
  CallSupervisor,
  ClientMessage,
  HistoryItem,
  PartialLine,
  ToolCall,
} from "@callwright/contract";
import type { CallEnd } from "../call/call-listener.ts";
import type { CallSpec } from "../call/call-spec.ts";
import type { DialOrder, OperatorEnd } from "../call/phone/call-transfer.ts";
import type { AgentTool, ToolOutcome } from "../conversation/agent-tool.ts";
import type { CarrierInput } from "../media/carrier-transport.ts";
import type { OfferFault } from "../media/media-transport.ts";
import type { PhoneScript } from "../media/phone-script.ts";
import type { SocketCaller, SocketInput } from "../media/socket-transport.ts";
import type { EndpointingAdvice } from "../speech/endpointing-server.ts";

/**
 * Messages between the server and a call host, over the child process's IPC channel.
 *
 * ```
 *   server ── set-up ──────▶ host ── ready ──▶ server                      the first message, once
 *   server ── start-call ──▶ host      one per call, before its first offer
 *   server ── offer ───────▶ host ── answer | offer-failed ──▶ server      a session of the caller; the newest is the call's
 *   server ── make-offer ──▶ host ── answer ──▶ server                     a telephone that is called over WebRTC: the host offers,
 *   server ── take-answer ─▶ host ── answer ──▶ server                     and takes the answer when somebody picks up, or before (isEarly)
 *   server ── press-key ───▶ host                                          the signaling of a phone call reports a key
 *   server ── held ────────▶ host                                          the caller's telephone holds the call, or takes it back
 *   server ── signal-keys ─▶ host                                          the server sends the call's keys to the telephone, or not any more
 *   server ── answered-by ─▶ host                                          the carrier has found out whether a mailbox answered
 *   server ── call-script ─▶ host      the far end of a phone call is a script: like an offer, without an answer. Again: its next steps
 *   server ── carrier-open ▶ host      the far end of a phone call is a carrier's stream, which the server relays:
 *   server ── carrier-input ▶ host ── carrier-sound ──▶ server             50 packets a second in both directions
 *   server ── socket-open ─▶ host      the caller is behind a websocket, which the server relays, in the same way. A page may open one after another:
 *   server ── socket-input ▶ host ── socket-sound, socket-text, socket-closed ──▶ server       `socket` counts those of a call, from 1
 *   host ── dial ──▶ server      another telephone takes the call over; its offer, script or stream follows, with `ofOperator`, or operator-gone
 *   host ── hang-up-operator ──▶ server                             that telephone is not needed any more
 *   server ── restart ─────▶ host ── answer | offer-failed ──▶ server      the same session over another path
 *   server ── leave ───────▶ host ── left ──▶ server                       the session's caller hung up
 *   host ── act ──▶ server ── acted ──▶ host                               the server runs a tool of the call
 *   host ── cancel-act ──▶ server                                          nobody waits for the tool: no `acted` follows
 *   host ── ask-endpointing ──▶ server ── endpointing-advised ──▶ host     the server asks the assistant's endpointing server
 *   server ── listen ──────▶ host ── overheard … ──▶ server                   both sides of the call, while somebody listens in
 *   server ── control ─────▶ host      a supervisor's message, like a client's app message
 *   server ── end-call ────▶ host ┐
 *   caller leaves, limits, faults ┴─▶ host ── events, partial … ── ended ──▶ server
 *   server ── drain ───────▶ host      end every call with the reason given, then exit
 * ```
 * `tools-refused` and `log` may come at any time.
 * Every `HOST_PULSE_MS` the host sends `alive`. The server gives no more calls to a host whose event loop is late, and kills one that hangs
 * (`host-watch.ts`), so that its calls end with the right reason.
 * Events of a call arrive in order of `seq`, in batches; `partial` has the lines that are still being spoken, for watchers.
 * `ended` is the last message of a call: its recording is closed by then. Tools that run then are finished by the server.
 * A host has no credentials of tools and does not reach their servers: it knows them as `CallSpec.tools`, and by `acted` when they change.
 */
export const HOST_PULSE_MS = 1_000;

export type ToHost =
  | { type: "set-up"; settings: CallHostSettings }
  | ({ type: "start-call" } & HostedCallSpec)
  | { type: "offer"; requestId: string; callId: string; sdp: string; ofOperator?: boolean }
  | { type: "make-offer"; requestId: string; callId: string; ofOperator?: boolean }
  | { type: "take-answer"; requestId: string; callId: string; sdp: string; ofOperator?: boolean; isEarly?: boolean }
  | { type: "held"; callId: string; isHeld: boolean }
  | { type: "signal-keys"; callId: string; areSignaled: boolean }
  | { type: "press-key"; callId: string; key: string; ofOperator: boolean }
  | { type: "answered-by"; callId: string; who: string }
  | { type: "call-script"; callId: string; script: PhoneScript; ofOperator?: boolean }
  | { type: "carrier-open"; callId: string; ofOperator?: boolean }
  | { type: "carrier-input"; callId: string; input: CarrierInput; ofOperator?: boolean }
  | { type: "socket-open"; callId: string; socket: number; caller: SocketCaller }
  | { type: "socket-input"; callId: string; socket: number; input: SocketInput }
  | { type: "operator-gone"; callId: string; why: OperatorEnd }
  | { type: "restart"; requestId: string; callId: string; session: number; sdp: string }
  | { type: "leave"; requestId: string; callId: string; session: number }
  | ({ type: "acted"; requestId: string; callId: string } & ToolAct)
  | { type: "endpointing-advised"; requestId: string; callId: string; advice: EndpointingAdvice }
  | { type: "control"; callId: string; message: CallControl | ClientMessage; by: CallSupervisor }
  | { type: "listen"; callId: string; isOn: boolean }
  | { type: "end-call"; callId: string; endedReason: string; message?: string }
  | { type: "drain"; endedReason: string };

export type FromHost =
  | { type: "ready"; pid: number }
  /** `loopDelayMs`: see `LoopDelay.lastingMs`. */
  | { type: "alive"; loopDelayMs: number }
  | { type: "answer"; requestId: string; session: number; sdp: string }
  | { type: "offer-failed"; requestId: string; fault: OfferFault; message: string }
  | { type: "left"; requestId: string; callGoesOn: boolean }
  | { type: "act"; requestId: string; callId: string; act: ToolRequest }
  | { type: "cancel-act"; requestId: string; callId: string }
  | { type: "ask-endpointing"; requestId: string; callId: string; customerText: string }
  | { type: "dial"; callId: string; order: DialOrder }
  | { type: "hang-up-operator"; callId: string }
  | { type: "carrier-sound"; callId: string; sound: string; ofOperator?: boolean }
  | { type: "overheard"; callId: string; piece: string }
  | { type: "socket-sound"; callId: string; socket: number; sound: string }
  | { type: "socket-text"; callId: string; socket: number; text: string; channel: string }
  /** The call does not need it any more. */
  | { type: "socket-closed"; callId: string; socket: number }
  | { type: "joined"; callId: string; startedAtMs: number }
  | { type: "events"; callId: string; events: CallEvent[] }
  | { type: "partial"; callId: string; lines: PartialLine[] }
  | ({ type: "ended" } & CallEnd)
  /** A model's server refused tools, see `reportRefusedTools`. */
  | { type: "tools-refused"; url: string; model: string }
  | { type: "log"; level: "info" | "warn" | "error"; callId?: string; message: string; detail?: Record<string, unknown> };

/** A tool call that the server runs. */
export interface ToolRequest {
  call: ToolCall;
  /** The conversation's values. */
  variables: Readonly<Record<string, unknown>>;
  /** The conversation so far, for a tool that needs it. */
  history?: readonly HistoryItem[];
  /** Name of the team's agent that called it. Absent: an assistant has the call alone. */
  agent?: string;
  /** Set for a hook, which has its own tool: see `HookTool`. */
  hookAction?: string;
}

/** What running a tool on the server led to. */
export interface ToolAct {
  outcome: ToolOutcome;
  /** The call's tools after a change: an MCP server may change its own. */
  tools?: AgentTool[];
}

/** A call in the form for its host. */
export interface HostedCallSpec extends CallSpec {
  /** The server's own keys by provider id, only of the providers that this call uses. */
  serverKeys: Record<string, string>;
}

/** Settings of a host process. They are sent over IPC, because every program of the same user can read a process's environment. */
export interface CallHostSettings {
  /** UDP ports for media, inclusive. Absent: any. */
  portRange?: { min: number; max: number };
  /** Replaces the machine's address in ICE candidates, for NAT and containers. */
  publicIp?: string;
  iceServers: { urls: string; username?: string; credential?: string }[];
  /** Base URLs of providers by provider id, where they differ from the provider's own. */
  providerUrls: Record<string, string>;
  /** Models of this machine's network that every assistant may use, by base URL. Default: none. */
  localModelUrls?: readonly string[];
  /** Whether an assistant's own URL may point to this machine and its network. Default false. */
  allowPrivateAddresses?: boolean;
  /** Folder of the installed natural voices and recognizers. Default: there are none. */
  speechFolder?: string;
  /** Whether `fake-…` providers may be used: tests and benches. Default false. */
  fakes?: boolean;
}
