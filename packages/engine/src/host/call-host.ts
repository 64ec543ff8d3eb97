import { once } from "node:events";
import { ENDED_REASONS, guarded } from "@callwright/contract";
import type { AgentCall } from "../call/agent-call.ts";
import { CallTools } from "../call/call-tools.ts";
import { reportCostlyTexts } from "../foreign-text/work-budget.ts";
import type { CarrierInput, CarrierStream } from "../media/carrier-transport.ts";
import { type DialedPeer, OfferError, type TakeAnswer } from "../media/media-transport.ts";
import type { PhoneScriptStep, ScriptedFarEnd } from "../media/phone-script.ts";
import type { SocketInput, SocketStream } from "../media/socket-transport.ts";
import { LoadShedding } from "../process/load-shedding.ts";
import { watchLoopDelay } from "../process/loop-delay.ts";
import { reportRefusedTools } from "../providers/openai-compatible/server-habits.ts";
import type { AskEndpointing, EndpointingAdvice } from "../speech/endpointing-server.ts";
import { setUpSpeech } from "../speech/warm-up.ts";
import { type FromHost, HOST_PULSE_MS, type ToHost } from "./call-host-protocol.ts";
import { ServerTools } from "./server-tools.ts";
import { VoiceEngine } from "./voice-engine.ts";

/** Entry point of a call host: a child process that holds some calls. `call-host-protocol.ts` has its messages. */

setUpSpeech();

type Advised = Extract<ToHost, { type: "endpointing-advised" }>;

/** The endpointing servers of a host's calls, which the server asks. A question with a late answer stays open until it comes, or the host ends. */
class ServerEndpointing {
  readonly #send: (message: FromHost) => boolean;
  readonly #open = new Map<string, (advice: EndpointingAdvice) => void>();
  #nextId = 0;

  /** `send` answers false when the server is gone. */
  constructor(send: (message: FromHost) => boolean) {
    this.#send = send;
  }

  /** Asks for one call. */
  askerOf(callId: string): AskEndpointing {
    return (customerText) =>
      new Promise((resolve) => {
        const requestId = String(this.#nextId++);
        this.#open.set(requestId, resolve);
        if (this.#send({ type: "ask-endpointing", requestId, callId, customerText })) return;
        this.#open.delete(requestId);
        resolve({ problem: "The endpointing server was not asked: the connection to the server is lost." });
      });
  }

  advised({ requestId, advice }: Advised): void {
    this.#open.get(requestId)?.(advice);
    this.#open.delete(requestId);
  }
}

type Request<Type extends ToHost["type"]> = Extract<ToHost, { type: Type }>;

const [{ settings }] = (await once(process, "message")) as [Request<"set-up">];
const calls = new Map<string, AgentCall>();
/** Scripts of calls' far ends, by call. */
const scripts = new Map<string, PhoneScriptStep[]>();
type TakeInput = (input: CarrierInput) => void;
/** What takes the input of carriers' streams, by call: of the caller, and of the telephone that the call is transferred to. */
const carriers = { caller: new Map<string, TakeInput>(), operator: new Map<string, TakeInput>() };
/** Handlers of the answers of telephones called over WebRTC, by call. */
const dialed = { caller: new Map<string, TakeAnswer>(), operator: new Map<string, TakeAnswer>() };
/** What takes the input of callers' websockets, by call and number. */
const sockets = new Map<string, Map<number, (input: SocketInput) => void>>();
const { delay: loopDelay } = watchLoopDelay();
const shedding = new LoadShedding(() => loopDelay.recentMs);
const engine = new VoiceEngine(settings, shedding, (entry) => send({ type: "log", ...entry }));
const serverTools = new ServerTools(send);
const serverEndpointing = new ServerEndpointing(send);
let leaving = false;
reportCostlyTexts(({ rule, limit }) =>
  send({ type: "log", level: "warn", message: `A text was too costly for ${rule}: more than ${limit}.` }),
);
reportRefusedTools((url, model) => send({ type: "tools-refused", url, model }));

/** False when the parent is gone, which `disconnect` reports. */
function send(message: FromHost): boolean {
  if (!process.connected) return false;
  process.send?.(message, () => {});
  return true;
}

function startCall({ type: _type, ...spec }: Request<"start-call">): void {
  const { callId, tools = [], hookTools = [] } = spec;
  const ofHooks = hookTools.map(({ at, tool }) => [at, serverTools.runnerOf(callId, [tool], { hookAction: at })] as const);
  const callTools = new CallTools(serverTools.runnerOf(callId, tools), new Map(ofHooks), (agent) =>
    serverTools.runnerOf(callId, agent.tools, { agent: agent.name }),
  );
  const call = engine.startCall(spec, callTools, serverEndpointing.askerOf(callId), {
    onJoined: (startedAtMs) => send({ type: "joined", callId, startedAtMs }),
    onEvents: (events) => send({ type: "events", callId, events }),
    onPartial: (lines) => send({ type: "partial", callId, lines }),
    onDial: (order) => send({ type: "dial", callId, order }),
    onHangUpOperator: () => send({ type: "hang-up-operator", callId }),
    onEnded(end) {
      calls.delete(callId);
      scripts.delete(callId);
      for (const far of [carriers, dialed]) {
        far.caller.delete(callId);
        far.operator.delete(callId);
      }
      sockets.delete(callId);
      send({ type: "ended", callId, ...end });
      if (leaving) leaveWhenEmpty();
    },
  });
  calls.set(callId, call);
}

const describe = (cause: unknown) => (cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));

function callOf(callId: string): AgentCall {
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

/** A far end that needs no answer. */
function connectFarEnd(call: AgentCall, farEnd: ScriptedFarEnd | CarrierStream | SocketStream, ofOperator = false): void {
  if (ofOperator) return void call.phone?.offerOfOperator(farEnd).catch(() => call.phone?.operatorGone("failed"));
  call.offer(farEnd).catch((cause: unknown) => {
    // The call may have ended meanwhile, or a newer connection replaced this one.
    const isOver = cause instanceof OfferError && (cause.fault === "ended" || cause.fault === "taken-over");
    if (!isOver) call.end("pipeline-error", describe(cause));
    else if ("close" in farEnd) farEnd.close();
  });
}

function callScript({ callId, script, ofOperator }: Request<"call-script">): void {
  // The call may have ended while the message was on its way.
  const call = calls.get(callId);
  const running = ofOperator ? undefined : scripts.get(callId);
  if (!call || running) {
    running?.push(...script);
    return;
  }
  const steps = [...script];
  if (!ofOperator) scripts.set(callId, steps);
  connectFarEnd(call, { script: steps, caller: ofOperator ? undefined : call.simulatedCaller }, ofOperator);
}

function openCarrier({ callId, ofOperator = false }: Request<"carrier-open">): void {
  const call = calls.get(callId);
  if (!call) return;
  const stream: CarrierStream = {
    listen: (take) => carriers[ofOperator ? "operator" : "caller"].set(callId, take),
    send: (sound) => send({ type: "carrier-sound", callId, sound, ofOperator }),
  };
  connectFarEnd(call, stream, ofOperator);
}

function openSocket({ callId, socket, caller }: Request<"socket-open">): void {
  const call = calls.get(callId);
  if (!call) return;
  const open = sockets.get(callId) ?? new Map();
  sockets.set(callId, open);
  const stream: SocketStream = {
    ...caller,
    listen: (take) => open.set(socket, take),
    sendSound: (sound) => send({ type: "socket-sound", callId, socket, sound }),
    sendText: (text, channel) => send({ type: "socket-text", callId, socket, text, channel }),
    close() {
      open.delete(socket);
      send({ type: "socket-closed", callId, socket });
    },
  };
  connectFarEnd(call, stream);
}

function listen({ callId, isOn }: Request<"listen">): void {
  const overheard = (piece: Buffer) => send({ type: "overheard", callId, piece: piece.toString("base64") });
  calls.get(callId)?.sound.listen(isOn ? overheard : undefined);
}

async function operatorAnswer(callId: string, farEnd: string | DialedPeer): Promise<{ session: number; sdp: string }> {
  const { phone } = callOf(callId);
  if (!phone) throw new OfferError("ended", "the call has no telephone.");
  return { session: 0, sdp: await phone.offerOfOperator(farEnd) };
}

function makeOffer({ callId, ofOperator = false }: Request<"make-offer">): Promise<{ session: number; sdp: string }> {
  const call = callOf(callId);
  const peer: DialedPeer = {
    onOffered: (take) => dialed[ofOperator ? "operator" : "caller"].set(callId, take),
  };
  return ofOperator ? operatorAnswer(callId, peer) : call.offer(peer);
}

async function takeAnswer({
  callId,
  sdp,
  ofOperator = false,
  isEarly,
}: Request<"take-answer">): Promise<{ session: number; sdp: string }> {
  callOf(callId);
  const take = dialed[ofOperator ? "operator" : "caller"].get(callId);
  if (!take) throw new OfferError("offer", "answers no offer.");
  await take(sdp, isEarly);
  return { session: 0, sdp: "" };
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

function obey(message: ToHost): unknown {
  switch (message.type) {
    case "set-up":
      return;
    case "start-call":
      return startCall(message);
    case "offer":
      return answer(message.requestId, async () =>
        message.ofOperator ? operatorAnswer(message.callId, message.sdp) : callOf(message.callId).offer(message.sdp),
      );
    case "make-offer":
      return answer(message.requestId, () => makeOffer(message));
    case "take-answer":
      return answer(message.requestId, () => takeAnswer(message));
    case "press-key":
      return calls.get(message.callId)?.phone?.reported(message.key, message.ofOperator);
    case "held":
      return calls.get(message.callId)?.phone?.hold(message.isHeld);
    case "signal-keys":
      return calls.get(message.callId)?.phone?.signalKeys(message.areSignaled);
    case "answered-by":
      return calls.get(message.callId)?.phone?.answeredBy(message.who);
    case "call-script":
      return callScript(message);
    case "carrier-open":
      return openCarrier(message);
    case "carrier-input":
      return carriers[message.ofOperator ? "operator" : "caller"].get(message.callId)?.(message.input);
    case "socket-open":
      return openSocket(message);
    case "socket-input":
      return sockets.get(message.callId)?.get(message.socket)?.(message.input);
    case "restart":
      return answer(message.requestId, () => restart(message));
    case "leave":
      return send({
        type: "left",
        requestId: message.requestId,
        callGoesOn: calls.get(message.callId)?.leave(message.session) ?? false,
      });
    case "operator-gone":
      return calls.get(message.callId)?.phone?.operatorGone(message.why);
    case "acted":
      return serverTools.acted(message);
    case "endpointing-advised":
      return serverEndpointing.advised(message);
    case "control":
      return calls.get(message.callId)?.control(message.message, message.by);
    case "listen":
      return listen(message);
    case "end-call":
      return calls.get(message.callId)?.end(message.endedReason, message.message);
    case "drain":
      return leave(message.endedReason);
    default:
      return message satisfies never;
  }
}

/** Ends only the call that the message is about, not the other calls of this process. */
function onFault(cause: unknown, message: ToHost): void {
  const callId = "callId" in message ? message.callId : undefined;
  send({
    type: "log",
    level: "error",
    ...(callId === undefined ? {} : { callId }),
    message: `'${message.type}' failed: ${describe(cause)}`,
  });
  if (callId === undefined) return;
  const call = calls.get(callId);
  const end = { endedReason: "pipeline-error", message: "The call failed." };
  if (call) call.end(end.endedReason);
  else send({ type: "ended", callId, ...end, endedAtMs: Date.now(), hasRecording: false });
}

process.on("message", guarded(onFault, obey));
// An uncaught failure in one call must not end the other calls.
process.on("unhandledRejection", (cause) => {
  send({
    type: "log",
    level: "error",
    message: `Unhandled: ${describe(cause)}`,
  });
});
process.on("warning", ({ name, message }) => send({ type: "log", level: "warn", message: `${name}: ${message}` }));
// Ctrl-C reaches the whole process group; the parent decides what happens to calls.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => leave(ENDED_REASONS.workerShutdown));
process.on("disconnect", () => leave(ENDED_REASONS.workerShutdown));

await engine.warm();
send({ type: "ready", pid: process.pid });
setInterval(() => send({ type: "alive", loopDelayMs: loopDelay.lastingMs }), HOST_PULSE_MS).unref();
