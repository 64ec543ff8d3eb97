import { randomUUID } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import {
  type CallControl,
  type CallEvent,
  type CallEventPayload,
  type CallEventType,
  type CallSupervisor,
  type ClientMessage,
  ENDED_REASONS,
  type PartialLine,
  PlatformError,
} from "@callwright/contract";
import type {
  CallHostPool,
  CallHostPoolOptions,
  CallSpec,
  CarrierInput,
  DialOrder,
  OperatorEnd,
  PhoneScript,
  SocketCaller,
  SocketInput,
  SocketListener,
  ToolAct,
  ToolRequest,
} from "@callwright/engine";

/** Bytes of a header and of a second of sound: stereo, 16 bit, 8 kHz. */
const WAV_HEADER_BYTES = 44;
const SECOND_BYTES = 8000 * 4;

interface FakeCall {
  spec: CallSpec;
  startedAtMs?: number;
  nextSeq: number;
  sessions: number;
}

/**
 * A pool without processes, media or models, for tests of the call lifecycle. It keeps the pool's contract (order of
 * events, `onEnded` once and last, a recording that is closed by then). The test drives it:
 * `join`, `happen`, `hangUp`, `die`. Like a host, it writes the recording while the call runs, with a header that is only
 * right at the end.
 */
export class FakeCallHostPool implements CallHostPool {
  readonly hostPids: number[] = [];
  readonly loopDelayMs = 0;
  readonly specs: CallSpec[] = [];
  /** Control messages to calls, in order. */
  readonly orders: { callId: string; message: CallControl | ClientMessage }[] = [];
  readonly operatorsGone: { callId: string; why: OperatorEnd }[] = [];
  /** Makes the next `start` fail. */
  failNextStart: PlatformError | undefined;
  /** The next `start` waits for this. */
  beforeNextStart: ((callId: string) => Promise<void>) | undefined;
  /** Ignores `end`, like a host that hangs. */
  isHanging = false;
  hasVanished = false;
  readonly #options: CallHostPoolOptions;
  readonly #calls = new Map<string, FakeCall>();
  readonly #now: () => Date;

  constructor(options: CallHostPoolOptions, now: () => Date) {
    this.#options = options;
    this.#now = now;
  }

  get calls(): number {
    return this.#calls.size;
  }

  async warm(): Promise<void> {}

  async start(spec: CallSpec): Promise<void> {
    const [failure, wait] = [this.failNextStart, this.beforeNextStart];
    [this.failNextStart, this.beforeNextStart] = [undefined, undefined];
    await wait?.(spec.callId);
    if (failure) throw failure;
    this.specs.push(spec);
    this.#calls.set(spec.callId, { spec, nextSeq: 0, sessions: 0 });
    if (spec.recordingPath) writeFileSync(spec.recordingPath, wavHeader(0));
  }

  /** Reports a transfer of the call, as a host does. */
  dial(callId: string, order: DialOrder): void {
    this.#options.onDial?.(callId, order);
  }

  hangUpOperator(callId: string): void {
    this.#options.onHangUpOperator?.(callId);
  }

  operatorGone(callId: string, why: OperatorEnd): void {
    this.operatorsGone.push({ callId, why });
  }

  async offer(callId: string, sdp: string): Promise<{ session: number; sdp: string }> {
    const call = this.#calls.get(callId);
    if (!call) throw new PlatformError("call-not-joinable");
    call.sessions += 1;
    return { session: call.sessions, sdp: sdp.replace("a=setup:actpass", "a=setup:active") };
  }

  async makeOffer(callId: string): Promise<string> {
    if (!this.#calls.has(callId)) throw new PlatformError("call-not-joinable");
    return fakeOffer();
  }

  /** A call whose telephone is picked up has joined. */
  async takeAnswer(callId: string, _sdp: string, _ofOperator = false, isEarly = false): Promise<void> {
    if (!this.#calls.has(callId)) throw new PlatformError("call-not-joinable");
    if (!isEarly) this.join(callId);
  }

  press(): void {}
  signalKeys(): void {}
  /** The calls that their callers hold. */
  readonly held = new Set<string>();
  hold(callId: string, isHeld: boolean): void {
    if (isHeld) this.held.add(callId);
    else this.held.delete(callId);
  }

  /** The carriers' reports on who answered, by call. */
  readonly answered: [callId: string, who: string][] = [];
  answeredBy(...told: [callId: string, who: string]): void {
    this.answered.push(told);
  }

  async restart(callId: string, session: number, sdp: string): Promise<string> {
    if (session !== this.#call(callId).sessions) throw new PlatformError("call-taken-over");
    return sdp.replace("a=setup:actpass", "a=setup:active");
  }

  /** The newest session is the caller's as soon as it is answered. */
  async leave(callId: string, session: number): Promise<boolean> {
    const call = this.#calls.get(callId);
    if (!call) return false;
    return session !== call.sessions || (call.spec.callerMayReturn ?? false);
  }

  /** Like a host, it adds a `control` event and obeys `end-call`. */
  control(callId: string, message: CallControl | ClientMessage, by: CallSupervisor): boolean {
    if (!this.#calls.has(callId)) return false;
    this.orders.push({ callId, message });
    if (message.type === "renew-take-over") return true;
    this.happen(callId, "control", { control: message.type === "control" ? message.control : message.type, by });
    if (message.type === "end-call") this.end(callId, ENDED_REASONS.manuallyCanceled);
    return true;
  }

  /** Runs a tool of the call at the server, as a host does. */
  act(callId: string, request: ToolRequest): Promise<ToolAct> {
    return this.#options.act(callId, request, new AbortController().signal);
  }

  /** Sends a partial line. */
  speak(callId: string, role: PartialLine["role"], text: string): void {
    const call = this.#call(callId);
    this.#options.onPartial(callId, [{ role, text, startMs: this.#elapsedMs(call), seq: call.nextSeq }]);
  }

  /** Scripts of phone calls, in order. They are not played. */
  readonly scripts: { callId: string; script: PhoneScript }[] = [];

  play(callId: string, script: PhoneScript): void {
    this.scripts.push({ callId, script });
  }

  /** Carriers' streams of calls: what has come, and what sends the agent's sound. A call whose stream opens has joined. */
  readonly carriers = new Map<string, { inputs: CarrierInput[]; send: (sound: string) => void }>();

  openCarrier(callId: string, onSound: (sound: string) => void): (input: CarrierInput) => void {
    if (!this.#calls.has(callId)) return () => {};
    const inputs: CarrierInput[] = [];
    this.carriers.set(callId, { inputs, send: onSound });
    this.join(callId);
    return (input) => inputs.push(input);
  }

  /** Listeners of calls. */
  readonly overhearers = new Map<string, (piece: string) => void>();

  listen(callId: string, onPiece: ((piece: string) => void) | undefined): void {
    if (onPiece) this.overhearers.set(callId, onPiece);
    else this.overhearers.delete(callId);
  }

  /** The newest websocket of each call: its caller, the received input, and the listener that sends to it. An open websocket counts as joined. */
  readonly sockets = new Map<string, { caller: SocketCaller; inputs: SocketInput[]; listener: SocketListener }>();

  openSocket(callId: string, caller: SocketCaller, listener: SocketListener): (input: SocketInput) => void {
    if (!this.#calls.has(callId)) return () => {};
    const inputs: SocketInput[] = [];
    this.sockets.set(callId, { caller, inputs, listener });
    if (this.#call(callId).startedAtMs === undefined) this.join(callId);
    return (input) => inputs.push(input);
  }

  end(callId: string, endedReason: string, message?: string): void {
    if (!this.isHanging) this.#finish(callId, endedReason, message);
  }

  async close(endedReason: string): Promise<void> {
    for (const callId of [...this.#calls.keys()]) this.#finish(callId, endedReason);
  }

  /** The caller's browser is connected. */
  join(callId: string): void {
    const call = this.#call(callId);
    call.startedAtMs = this.#now().getTime();
    this.#options.onJoined(callId, call.startedAtMs);
    this.happen(callId, "call.started", { hearing: "text", recording: call.spec.recordingPath !== undefined });
  }

  /** Adds an event to the call. */
  happen<Type extends CallEventType>(callId: string, type: Type, payload: CallEventPayload<Type>): void {
    const call = this.#call(callId);
    const event = { seq: call.nextSeq++, atMs: this.#elapsedMs(call), type, payload } as CallEvent;
    this.#options.onEvents(callId, [event]);
  }

  /** Appends sound to the recording. */
  record(callId: string, seconds: number): void {
    const { recordingPath } = this.#call(callId).spec;
    if (recordingPath) appendFileSync(recordingPath, Buffer.alloc(seconds * SECOND_BYTES, 1));
  }

  hangUp(callId: string): void {
    this.#finish(callId, ENDED_REASONS.customerEndedCall);
  }

  /** The host of every call is killed. */
  die(): void {
    for (const callId of [...this.#calls.keys()]) this.#finish(callId, ENDED_REASONS.workerDied);
  }

  /** The whole server is killed: no callback is called any more. */
  vanish(): void {
    this.hasVanished = true;
    this.#calls.clear();
  }

  #finish(callId: string, endedReason: string, message?: string): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    const ended = { endedReason, ...(message !== undefined && { message }) };
    this.happen(callId, "call.ended", ended);
    this.#calls.delete(callId);
    const hasRecording = call.spec.recordingPath !== undefined && call.startedAtMs !== undefined;
    this.#options.onEnded({ callId, ...ended, endedAtMs: this.#now().getTime(), hasRecording });
  }

  #call(callId: string): FakeCall {
    const call = this.#calls.get(callId);
    if (!call) throw new Error(`the fake pool has no call ${callId}`);
    return call;
  }

  #elapsedMs({ startedAtMs }: FakeCall): number {
    return startedAtMs === undefined ? 0 : this.#now().getTime() - startedAtMs;
  }
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write("RIFF", 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(SECOND_BYTES, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** An offer that looks like a browser's. */
export function fakeOffer(): string {
  const lines = [
    "v=0",
    `o=- ${Date.now()} 2 IN IP4 127.0.0.1`,
    "s=-",
    "t=0 0",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${randomUUID().slice(0, 4)}`,
    `a=ice-pwd:${randomUUID()}`,
    "a=fingerprint:sha-256 00:11",
    "a=setup:actpass",
  ];
  return `${lines.join("\r\n")}\r\n`;
}
