import { existsSync } from "node:fs";
import {
  type CallControl,
  type CallSupervisor,
  type ClientMessage,
  ENDED_REASONS,
  PlatformError,
  WORKER_STALLED,
} from "@callwright/contract";
import type { CallEnd } from "../call/call-listener.ts";
import type { CallSpec } from "../call/call-spec.ts";
import type { OperatorEnd } from "../call/phone/call-transfer.ts";
import type { CarrierInput } from "../media/carrier-transport.ts";
import type { PhoneScript } from "../media/phone-script.ts";
import type { SocketCaller, SocketInput } from "../media/socket-transport.ts";
import { rememberTools } from "../providers/openai-compatible/server-habits.ts";
import { keysOfParts } from "../providers/registry.ts";
import type { CallHostPool, CallHostPoolOptions, SocketListener } from "./call-host-pool.ts";
import type { CallHostEnd, CallHostProcess } from "./call-host-process.ts";
import type { FromHost } from "./call-host-protocol.ts";
import { HostActs } from "./host-acts.ts";
import { HostProcesses } from "./host-processes.ts";
import { type AnsweredRequest, type HostRequest, HostRequests } from "./host-requests.ts";
import { OfferRate } from "./offer-rate.ts";
import { requireOfferRate } from "./offer-refusal.ts";

/**
 * A call that its host has not ended this long after `end-call` is abandoned. The steps of an orderly end take up to 5 s each (`close-call.ts`), and
 * longer on a busy machine. A hanging host is killed earlier.
 */
const END_TIMEOUT_MS = 30_000;

interface PlacedCall {
  host: CallHostProcess;
  recordingPath: string | undefined;
  /** Epoch milliseconds; absent until the caller joins. */
  startedAtMs?: number;
  nextSeq: number;
  offers: OfferRate;
  /** Get the call's sound, when the far end is a carrier's stream: the caller's, and the telephone's that the call is transferred to. */
  onCarrierSound?: (sound: string) => void;
  onOperatorSound?: (sound: string) => void;
  /** Receives both sides' sound. */
  onOverheard?: ((piece: string) => void) | undefined;
  /** The caller's websockets, by number. */
  sockets: Map<number, SocketListener>;
  socketsOpened: number;
  /** Set once `end` was called. */
  endedReason?: string;
  endedMessage?: string | undefined;
  endTimer?: NodeJS.Timeout;
}

/** Holds calls in child processes, see `CallHostProcess`. */
export class ProcessPool implements CallHostPool {
  readonly #options: CallHostPoolOptions;
  readonly #hosts: HostProcesses;
  readonly #requests = new HostRequests();
  readonly #acts: HostActs;
  readonly #calls = new Map<string, PlacedCall>();

  constructor(options: CallHostPoolOptions) {
    this.#options = options;
    this.#acts = new HostActs(options.act, (callId, cause) =>
      options.log({ level: "error", message: "A tool failed unexpectedly.", callId, detail: { cause: causeOf(cause) } }),
    );
    this.#hosts = new HostProcesses({
      ...options,
      onMessage: (message, host) => this.#receive(message, host),
      onFault: (cause, message) => this.#onFault(cause, message),
      onGone: (end, host) => this.#onGone(end, host),
    });
  }

  get calls(): number {
    return this.#hosts.calls;
  }

  get hostPids(): number[] {
    return this.#hosts.pids;
  }

  get loopDelayMs(): number {
    return this.#hosts.loopDelayMs;
  }

  warm(): Promise<void> {
    return this.#hosts.warm();
  }

  async start(spec: CallSpec): Promise<void> {
    const host = await this.#hosts.place(spec.callId);
    const offers = new OfferRate(() => performance.now());
    const { recordingPath } = spec;
    this.#calls.set(spec.callId, { host, recordingPath, nextSeq: 0, offers, sockets: new Map(), socketsOpened: 0 });
    host.send({ type: "start-call", ...spec, serverKeys: keysOfParts(spec.assistant, this.#options.serverKeys) });
  }

  async offer(callId: string, sdp: string, ofOperator = false): Promise<{ session: number; sdp: string }> {
    requireOfferRate(this.#calls.get(callId)?.offers);
    const { session, sdp: answer } = await this.#answerTo({ type: "offer", callId, sdp, ofOperator });
    return { session, sdp: answer };
  }

  async makeOffer(callId: string, ofOperator = false): Promise<string> {
    return (await this.#answerTo({ type: "make-offer", callId, ofOperator })).sdp;
  }

  async takeAnswer(callId: string, sdp: string, ofOperator = false, isEarly = false): Promise<void> {
    await this.#answerTo({ type: "take-answer", callId, sdp, ofOperator, isEarly });
  }

  hold(callId: string, isHeld: boolean): void {
    this.#calls.get(callId)?.host.send({ type: "held", callId, isHeld });
  }

  signalKeys(callId: string, areSignaled: boolean): void {
    this.#calls.get(callId)?.host.send({ type: "signal-keys", callId, areSignaled });
  }

  press(callId: string, key: string, ofOperator = false): void {
    this.#calls.get(callId)?.host.send({ type: "press-key", callId, key, ofOperator });
  }

  answeredBy(callId: string, who: string): void {
    this.#calls.get(callId)?.host.send({ type: "answered-by", callId, who });
  }

  async restart(callId: string, session: number, sdp: string): Promise<string> {
    return (await this.#answerTo({ type: "restart", callId, session, sdp })).sdp;
  }

  async leave(callId: string, session: number): Promise<boolean> {
    try {
      const reply = await this.#request({ type: "leave", callId, session });
      return reply.type === "left" && reply.callGoesOn;
    } catch {
      // The caller may have left because the host hangs: then that is the reason of the end.
      const hostHangs = this.#calls.get(callId)?.host.isSilent;
      this.end(callId, hostHangs ? ENDED_REASONS.workerDied : ENDED_REASONS.customerEndedCall);
      return false;
    }
  }

  control(callId: string, message: CallControl | ClientMessage, by: CallSupervisor): boolean {
    return this.#calls.get(callId)?.host.send({ type: "control", callId, message, by }) ?? false;
  }

  play(callId: string, script: PhoneScript, ofOperator = false): void {
    this.#calls.get(callId)?.host.send({ type: "call-script", callId, script, ofOperator });
  }

  operatorGone(callId: string, why: OperatorEnd): void {
    this.#calls.get(callId)?.host.send({ type: "operator-gone", callId, why });
  }

  openCarrier(callId: string, onSound: (sound: string) => void, ofOperator = false): (input: CarrierInput) => void {
    const call = this.#calls.get(callId);
    if (!call) return () => {};
    call[ofOperator ? "onOperatorSound" : "onCarrierSound"] = onSound;
    call.host.send({ type: "carrier-open", callId, ofOperator });
    return (input) => void call.host.send({ type: "carrier-input", callId, input, ofOperator });
  }

  listen(callId: string, onPiece: ((piece: string) => void) | undefined): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    call.onOverheard = onPiece;
    call.host.send({ type: "listen", callId, isOn: onPiece !== undefined });
  }

  openSocket(callId: string, caller: SocketCaller, listener: SocketListener): (input: SocketInput) => void {
    const call = this.#calls.get(callId);
    if (!call) return () => {};
    requireOfferRate(call.offers);
    call.socketsOpened += 1;
    const socket = call.socketsOpened;
    call.sockets.set(socket, listener);
    call.host.send({ type: "socket-open", callId, socket, caller });
    return (input) => {
      if ("gone" in input) call.sockets.delete(socket);
      call.host.send({ type: "socket-input", callId, socket, input });
    };
  }

  end(callId: string, endedReason: string, message?: string): void {
    const call = this.#calls.get(callId);
    if (!call || call.endedReason !== undefined) return;
    call.endedReason = endedReason;
    call.endedMessage = message;
    call.endTimer = setTimeout(() => this.#giveUp(callId, call), END_TIMEOUT_MS);
    call.host.send({ type: "end-call", callId, endedReason, ...(message !== undefined && { message }) });
  }

  async close(endedReason: string): Promise<void> {
    for (const call of this.#calls.values()) call.endedReason ??= endedReason;
    await this.#hosts.close(endedReason);
  }

  #request(message: HostRequest) {
    const call = this.#calls.get(message.callId);
    return call ? this.#requests.send(call.host, message) : Promise.reject(new PlatformError("call-not-joinable"));
  }

  async #answerTo(message: AnsweredRequest) {
    const reply = await this.#request(message);
    if (reply.type !== "answer") throw new Error(`a host answered an offer with '${reply.type}'`);
    return reply;
  }

  #receive(message: FromHost, host: CallHostProcess): void {
    switch (message.type) {
      case "ready":
      case "alive":
        break;
      case "answer":
      case "left":
        this.#requests.resolve(message);
        break;
      case "offer-failed":
        this.#requests.reject(message);
        break;
      case "act":
        void this.#acts.act(message, host);
        break;
      case "cancel-act":
        this.#acts.cancel(message, host);
        break;
      case "ask-endpointing":
        void this.#adviseEndpointing(message, host);
        break;
      case "carrier-sound":
        this.#calls.get(message.callId)?.[message.ofOperator ? "onOperatorSound" : "onCarrierSound"]?.(message.sound);
        break;
      case "overheard":
        this.#calls.get(message.callId)?.onOverheard?.(message.piece);
        break;
      case "socket-sound":
        this.#calls.get(message.callId)?.sockets.get(message.socket)?.onSound(message.sound);
        break;
      case "socket-text":
        this.#calls.get(message.callId)?.sockets.get(message.socket)?.onText(message.text, message.channel);
        break;
      case "socket-closed":
        this.#closeSocket(message);
        break;
      case "joined": {
        const call = this.#calls.get(message.callId);
        if (call) call.startedAtMs = message.startedAtMs;
        this.#options.onJoined(message.callId, message.startedAtMs);
        break;
      }
      case "events": {
        const call = this.#calls.get(message.callId);
        // An abandoned call already has its last event.
        if (!call) break;
        call.nextSeq += message.events.length;
        this.#options.onEvents(message.callId, message.events);
        break;
      }
      case "dial":
        this.#options.onDial?.(message.callId, message.order);
        break;
      case "hang-up-operator":
        this.#options.onHangUpOperator?.(message.callId);
        break;
      case "partial":
        this.#options.onPartial(message.callId, message.lines);
        break;
      case "ended": {
        const { type: _type, ...end } = message;
        this.#finish(end, host);
        break;
      }
      case "tools-refused":
        rememberTools(message.url, message.model, false);
        break;
      case "log": {
        const { type: _type, ...entry } = message;
        this.#options.log({ ...entry, detail: { ...entry.detail, hostPid: host.pid } });
        break;
      }
      default:
        message satisfies never;
    }
  }

  #closeSocket({ callId, socket }: Extract<FromHost, { type: "socket-closed" }>): void {
    const sockets = this.#calls.get(callId)?.sockets;
    sockets?.get(socket)?.onClosed();
    sockets?.delete(socket);
  }

  async #adviseEndpointing(asked: Extract<FromHost, { type: "ask-endpointing" }>, host: CallHostProcess): Promise<void> {
    const { requestId, callId, customerText } = asked;
    const advice = await this.#options.adviseEndpointing(callId, customerText);
    host.send({ type: "endpointing-advised", requestId, callId, advice });
  }

  /** Ends only the call of the message, not the host's other calls. */
  #onFault(cause: unknown, message: FromHost): void {
    const callId = "callId" in message ? message.callId : undefined;
    this.#options.log({
      level: "error",
      message: `'${message.type}' of a call host could not be handled.`,
      ...(callId === undefined ? {} : { callId }),
      detail: { cause: causeOf(cause) },
    });
    if (callId !== undefined) this.end(callId, "pipeline-error");
  }

  #finish(end: CallEnd, host: CallHostProcess): void {
    this.#hosts.release(host, end.callId);
    const call = this.#calls.get(end.callId);
    // The call was abandoned.
    if (!call) return;
    clearTimeout(call.endTimer);
    this.#calls.delete(end.callId);
    this.#options.onEnded(end);
  }

  /** Ends one call without its host, whose other calls continue. */
  #giveUp(callId: string, call: PlacedCall): void {
    this.#options.log({ level: "error", message: "A call host did not end a call.", callId, detail: { hostPid: call.host.pid } });
    this.#hosts.giveUp(call.host, callId);
    this.#endWithoutHost(callId, call.host.isSilent);
  }

  /** Ends the calls of a process that is gone. */
  #onGone({ message, crashOutput, wasSilent = false }: CallHostEnd, host: CallHostProcess): void {
    if (host.callIds.size > 0)
      this.#options.log({ level: "error", message, detail: { hostPid: host.pid, calls: host.callIds.size, crashOutput } });
    this.#requests.rejectAll(host, message);
    for (const callId of [...host.callIds]) {
      this.#hosts.release(host, callId);
      this.#endWithoutHost(callId, wasSilent);
    }
  }

  /** Called once for a call. */
  #endWithoutHost(callId: string, wasSilent: boolean): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    const endedReason = call.endedReason ?? ENDED_REASONS.workerDied;
    const stalled = wasSilent && endedReason === ENDED_REASONS.workerDied;
    const message = stalled ? WORKER_STALLED : call.endedMessage;
    const ended = { endedReason, ...(message !== undefined && { message }) };
    const endedAtMs = Date.now();
    const atMs = call.startedAtMs === undefined ? 0 : endedAtMs - call.startedAtMs;
    this.#options.onEvents(callId, [{ seq: call.nextSeq, atMs, type: "call.ended", payload: ended }]);
    const hasRecording = call.recordingPath !== undefined && existsSync(call.recordingPath);
    clearTimeout(call.endTimer);
    this.#calls.delete(callId);
    this.#options.onEnded({ callId, ...ended, endedAtMs, hasRecording });
  }
}

function causeOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : String(cause);
}
