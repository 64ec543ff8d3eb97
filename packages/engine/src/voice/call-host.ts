import { ENDED_REASONS } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { createAgentVoiceEngine } from "./agent-voice-engine.ts";
import type { CallHostSettings, FromHost, ToHost } from "./call-host-protocol.ts";
import { OfferError } from "./media-transport.ts";
import type { VoiceCall } from "./voice-engine.ts";

/** Entry point of a call host: a child process that holds some calls. See `call-host-protocol.ts` for what it says to its parent. */

// The framework's log carries transcripts, so none of it leaves the process; what matters is told as events and log messages of ours.
initializeLogger({ pretty: false, level: "silent" });

type Request<Type extends ToHost["type"]> = Extract<ToHost, { type: Type }>;

const settings = JSON.parse(process.env.CALLWRIGHT_CALL_HOST ?? "{}") as CallHostSettings;
const calls = new Map<string, VoiceCall>();
const engine = createAgentVoiceEngine(settings, (entry) => send({ type: "log", ...entry }));
let leaving = false;

function send(message: FromHost): void {
  // A parent that is gone is noticed by `disconnect`.
  if (process.connected) process.send?.(message, () => {});
}

function startCall({ type: _type, ...spec }: Request<"start-call">): void {
  const { callId } = spec;
  const call = engine.startCall(spec, {
    onJoined: (startedAtMs) => send({ type: "joined", callId, startedAtMs }),
    onEvents: (events) => send({ type: "events", callId, events }),
    onPartial: (lines) => send({ type: "partial", callId, lines }),
    onEnded(end) {
      calls.delete(callId);
      send({ type: "ended", callId, ...end });
      if (leaving) leaveWhenEmpty();
    },
  });
  calls.set(callId, call);
}

function callOf(callId: string): VoiceCall {
  const call = calls.get(callId);
  if (!call) throw new OfferError("ended", "the call has ended.");
  return call;
}

async function answer(requestId: string, find: () => Promise<{ session: number; sdp: string }>): Promise<void> {
  try {
    send({ type: "answer", requestId, ...(await find()) });
  } catch (error) {
    const fault = error instanceof OfferError ? error.fault : "host";
    send({ type: "offer-failed", requestId, fault, message: error instanceof Error ? error.message : String(error) });
  }
}

async function restart({ callId, session, sdp }: Request<"restart">): Promise<{ session: number; sdp: string }> {
  return { session, sdp: await callOf(callId).restart(session, sdp) };
}

/** Ends every call, then the process. */
function leave(endedReason: string): void {
  leaving = true;
  for (const call of calls.values()) call.end(endedReason);
  leaveWhenEmpty();
}

function leaveWhenEmpty(): void {
  if (calls.size === 0) void engine.released().then(() => process.exit(0));
}

process.on("message", (message: ToHost) => {
  switch (message.type) {
    case "start-call":
      return startCall(message);
    case "offer":
      return void answer(message.requestId, async () => callOf(message.callId).offer(message.sdp));
    case "restart":
      return void answer(message.requestId, () => restart(message));
    case "leave":
      return send({
        type: "left",
        requestId: message.requestId,
        callGoesOn: calls.get(message.callId)?.leave(message.session) ?? false,
      });
    case "control":
      return calls.get(message.callId)?.control(message.message, message.by);
    case "end-call":
      return calls.get(message.callId)?.end(message.endedReason);
    case "drain":
      return leave(message.endedReason);
    default:
      message satisfies never;
  }
});
// A part of one call that fails unseen must not take the other calls with it.
process.on("unhandledRejection", (cause) => {
  send({
    type: "log",
    level: "error",
    message: `Unhandled: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  });
});
process.on("warning", ({ name, message }) => send({ type: "log", level: "warn", message: `${name}: ${message}` }));
// Ctrl-C reaches the whole process group: the parent decides what happens to calls.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => leave(ENDED_REASONS.workerShutdown));
process.on("disconnect", () => leave(ENDED_REASONS.workerShutdown));

await engine.warm();
send({ type: "ready", pid: process.pid });
