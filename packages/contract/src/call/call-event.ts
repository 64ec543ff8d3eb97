import { z } from "zod";
import { Usage } from "../cost/usage.ts";
import { HOOK_EVENTS } from "../plan/hook.ts";
import { HEARING } from "../provider/transcriber.ts";
import { PhoneDestination } from "../tool/transfer-destination.ts";
import { AgentStarted } from "./agent-started.ts";
import { CallSupervisor } from "./call-control.ts";
import { CALL_EVENT_TYPES, type CallEventType, MODEL_REPAIRS } from "./call-event-type.ts";
import { CallOutcome, MissingPart, OutputDone } from "./call-outcome.ts";
import { ROOM_SOCKET_REASONS } from "./room-socket.ts";
import { Turn } from "./turn.ts";

/** Names of the security filters that found something in the caller's words. The words are those after the filters. */
const filtered = z.array(z.string()).optional();

const Spoken = {
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  /** The turn it belongs to, 0-based. */
  turn: z.number().int().min(0),
};

/** Name of the supervisor who put the words into the call. */
const by = z.string().optional();

/** A call of a tool. Models may use an id again: an answer belongs to the first open call with its id. */
const Called = {
  id: z.string(),
  name: z.string(),
  /** The turn in which the tool was called, 0-based. */
  turn: z.number().int().min(0),
};

/** What hooks fire on, and the idle messages. */
const FIRING_EVENTS = [...HOOK_EVENTS, "messagePlan.idleMessages"] as const;
export type FiringEvent = (typeof FIRING_EVENTS)[number];

/** When each word begins, on the call's clock. Estimated if the voice only reports sentences. */
export const TimedWord = z.object({ text: z.string(), startMs: z.number() });
export type TimedWord = z.infer<typeof TimedWord>;

/**
 * The append-only log of a call: the only source of transcript, messages, latency, the call page and replay.
 * Payloads by type. Times are milliseconds on the call's clock (see `Turn`).
 */
export const CALL_EVENT_PAYLOADS = {
  /** The caller joined, at 0 on the call's clock. */
  "call.started": z.object({ hearing: z.enum(HEARING), recording: z.boolean() }),
  /** The rendered system prompt. */
  "prompt.rendered": z.object({ text: z.string() }),
  /** An agent has the conversation from now on. Only for squads and workflows; the first agent starts with the call. */
  "agent.started": AgentStarted,
  "user.said": z.object({
    ...Spoken,
    words: z.array(TimedWord).optional(),
    typed: z.boolean().default(false),
    /** Typed on a telephone's keypad. */
    byKeys: z.boolean().optional(),
    /** From 0 to 1, of the least certain words. Absent if the transcriber reports none. */
    confidence: z.number().optional(),
    filtered,
    by,
  }),
  "assistant.said": z.object({
    ...Spoken,
    words: z.array(TimedWord),
    interrupted: z.boolean(),
    /** What the model put out, where the messages have that (`modelOutputInMessagesEnabled`). */
    output: z.string().optional(),
    /** Name of the squad's member or of the workflow's node. Absent if an assistant has the call alone. */
    speaker: z.string().optional(),
    by,
    /** The assistant was muted: the caller heard nothing of it, or only a part. Absent: all was heard. */
    heard: z.enum(["not", "partly"]).optional(),
  }),
  /** A message put into the conversation by `add-message`. */
  "message.added": z.object({
    role: z.enum(["system", "user", "assistant", "tool", "function"]),
    content: z.string(),
    filtered,
    by,
  }),
  /** The assistant calls a tool. An answer follows, unless the call ends before. */
  "tool.called": z.object({ ...Called, arguments: z.record(z.string(), z.unknown()) }),
  /**
   * `result` is the text for the model. The call continues meanwhile, so the turn may have ended. `repeated`: the tool did not run, because the model
   * had made the same call earlier in the turn.
   */
  "tool.answered": z.object({
    ...Called,
    result: z.string(),
    failed: z.boolean(),
    durationMs: z.number(),
    repeated: z.literal(true).optional(),
  }),
  /** A hook of the assistant begins its actions, or an idle message (`messagePlan.idleMessages`) is due. Their effects are events of their own. */
  "hook.fired": z.object({
    on: z.enum(FIRING_EVENTS),
    name: z.string().optional(),
    actions: z.array(z.enum(["say", "tool", "message.add"])),
  }),
  "speech.started": z.object({ role: z.enum(["user", "assistant"]), turn: z.number() }),
  "speech.stopped": z.object({ role: z.enum(["user", "assistant"]), turn: z.number() }),
  "user.interrupted": z.object({ turn: z.number() }),
  /** The caller pressed a key of the telephone's keypad: 0–9, `*`, `#` or A–D. */
  "key.pressed": z.object({ key: z.string() }),
  /** The assistant pressed these keys, which the other end hears as tones. `w` is a pause. */
  "keys.sent": z.object({ keys: z.string() }),
  /** A simulated caller has said this, or as much of it as fits between these times: the truth behind `user.said`. In steps of 10 ms. */
  "line.said": z.object({ text: z.string(), startedMs: z.number(), endedMs: z.number() }),
  /** A mailbox has answered. It was recognized by its greeting, its beep, the assistant's tool or the carrier. */
  "voicemail.found": z.object({ by: z.enum(["words", "beep", "tool", "carrier"]) }),
  /**
   * The transfer to another telephone: it rings, its operator hears `text`, it has the call, or it has failed for the reason `why`. After `failed`,
   * the assistant continues.
   */
  transfer: z.object({
    state: z.enum(["ringing", "briefing", "connected", "failed"]),
    destination: PhoneDestination,
    text: z.string().optional(),
    /** The speaker of `text`, when the operator talks to an assistant. */
    by: z.enum(["assistant", "operator"]).optional(),
    why: z.enum(["busy", "no-answer", "declined", "failed", "hung-up", "canceled", "max-duration", "silence"]).optional(),
  }),
  /** The model had no output for 3 s. The call waits for it. */
  "model.slow": z.object({}),
  /** Something in the model's answer was not for the caller, or its server could not take a part of the request. */
  "model.repaired": z.object({ what: z.enum(MODEL_REPAIRS), message: z.string() }),
  /** What a step of the model, or a message of the assistant, put out. Only for servers that subscribe, as the next two. */
  "model.output": z.object({ text: z.string() }),
  /** The voice speaks this text next. */
  "voice.input": z.object({ text: z.string() }),
  /** A passage begins to be heard: the words of the whole speech up to its end. */
  "assistant.words": z.object({ turn: z.number(), text: z.string() }),
  /** The call continues without the caller: `hung-up` if the caller left, `lost` if the connection broke. */
  "caller.left": z.object({ how: z.enum(["hung-up", "lost"]) }),
  /** The caller reconnected. */
  "caller.returned": z.object({}),
  /** How the caller's sound travels from now on. Calls begin with WebRTC. `reason`: why it takes the websocket. */
  "caller.path": z.object({ path: z.enum(["webrtc", "websocket"]), reason: z.enum(ROOM_SOCKET_REASONS).optional() }),
  /** The caller was asked for consent to the recording, which begins now, or not at all. */
  "recording.consent": z.object({ type: z.enum(["stay-on-line", "verbal"]), granted: z.boolean() }),
  /** Milestones of a turn. The last event of a turn index counts, because the browser reports its first sample after the rest. */
  turn: Turn,
  /** The call was controlled. For what a supervisor says or adds, `control` is the type of the message. */
  control: z.object({
    control: z.string(),
    /** The supervisor. Absent if the caller's page sent it. */
    by: CallSupervisor.optional(),
    /** For `give-back`: the person did not renew the take-over. */
    lapsed: z.literal(true).optional(),
    /** For `say-first-message`: when the video recording began after the caller joined. */
    videoRecordingStartDelaySeconds: z.number().optional(),
    /** Whether what the caller's page had the assistant say was filtered. */
    filtered,
  }),
  /** A part failed and the call continued. */
  failure: z.object({
    part: z.enum(["model", "voice", "transcriber", "recording", "template", "background-sound", "endpointing", "trace"]),
    provider: z.string(),
    message: z.string(),
  }),
  /** What the parts of the call used since the event before. */
  usage: z.object({ usages: z.array(Usage) }),
  "call.ended": z.object({ endedReason: z.string(), message: z.string().optional() }),
  /** The call was analyzed: after its end, or again. The last one counts. */
  "analysis.done": CallOutcome,
  /** A structured output was made of the call on its own, in a run over past calls. */
  "output.done": OutputDone,
  /** Analysis and artifacts are done, or their time limit has passed. The end-of-call-report is sent now. */
  "report.ready": z.object({ missing: z.array(MissingPart) }),
} as const satisfies Record<CallEventType, z.ZodType>;

export type CallEventPayload<Type extends CallEventType> = z.infer<(typeof CALL_EVENT_PAYLOADS)[Type]>;
/** One event. `seq` counts from 0 within a call, without gaps. */
export type CallEvent = {
  [Type in CallEventType]: { seq: number; atMs: number; type: Type; payload: CallEventPayload<Type> };
}[CallEventType];

export const CallEvent = z.object({
  seq: z.number().int().min(0),
  atMs: z.number(),
  type: z.enum(CALL_EVENT_TYPES),
  payload: z.record(z.string(), z.unknown()),
});
