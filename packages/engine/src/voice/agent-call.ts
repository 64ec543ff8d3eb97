import {
  APP_CHANNEL,
  CALLER_GONE,
  type CallSupervisor,
  type ClientMessage,
  ENDED_REASONS,
  JOIN_TIMEOUT_MS,
  type ServerTelemetry,
  TELEMETRY_CHANNEL,
  VIDEO_RECORDING_START_WAIT_MS,
} from "@callwright/contract";
import { AppChannel } from "./app-channel.ts";
import { FRAME_MS, FRAME_SAMPLES } from "./audio-format.ts";
import { CallClock, type NowMs } from "./call-clock.ts";
import type { CallSpec } from "./call-host-protocol.ts";
import { CallLimits } from "./call-limits.ts";
import { CallLog } from "./call-log.ts";
import type { CallParts } from "./call-parts.ts";
import { CallerLine, type CallerLineListener, type Departure } from "./caller-line.ts";
import { ClientOrders } from "./client-orders.ts";
import { closingStep } from "./closing-step.ts";
import { Dialogue } from "./dialogue.ts";
import { untilWordsLeft } from "./last-words.ts";
import type { MediaClock } from "./media-clock.ts";
import { type MediaTransport, OfferError, type TransportListener } from "./media-transport.ts";
import { PartialLines } from "./partial-lines.ts";
import { RecordingWriter } from "./recording-writer.ts";
import type { VoiceCall, VoiceCallListener } from "./voice-engine.ts";

/**
 * ```
 *   created ── joined, app channel open, ears ready ──▶ talking ── end ──▶ ended
 *      └── end, nobody joined, never connected, no app channel or ears in time ──▲
 * ```
 * Whether the caller is there, and on which connection, is told by the `CallerLine`.
 */
type State = "created" | "talking" | "ended";

type SessionNotice = Extract<ServerTelemetry, { type: "session" }>;

export interface AgentCallOptions {
  spec: CallSpec;
  listener: VoiceCallListener;
  mediaClock: MediaClock;
  now: NowMs;
  openTransport(sdp: string, listener: TransportListener): Promise<{ transport: MediaTransport; answerSdp: string }>;
  createParts(): Promise<CallParts>;
  log(level: "info" | "warn" | "error", message: string, detail?: Record<string, unknown>): void;
  /** What the call held is released. */
  onReleased(): void;
}

/** From the connection to the first word; channels open and ears get ready within seconds. */
const TALKING_TIMEOUT_MS = 30_000;
const SILENCE = new Int16Array(FRAME_SAMPLES);

/** One call, from its place in the host to its last word. */
export class AgentCall implements VoiceCall {
  #options: AgentCallOptions;
  #state: State = "created";
  #clock: CallClock;
  #log: CallLog;
  #partials: PartialLines;
  #app: AppChannel;
  #parts: Promise<CallParts | undefined>;
  #dialogue: Dialogue | undefined;
  #line: CallerLine;
  #session: SessionNotice | undefined;
  #goOn = () => {};
  #recording: RecordingWriter | undefined;
  #limits: CallLimits | undefined;
  #stopClock: (() => void) | undefined;
  #frames = 0;
  #joined = false;
  #appOpen = false;
  #hearing = false;
  #customerMuted = false;
  #orders: ClientOrders;
  /** Runs while the first message waits for the client's video recording. */
  #recordingTimer: NodeJS.Timeout | undefined;
  /** Ends a call that is not joined, or not talking, in time. */
  #startTimer: NodeJS.Timeout;

  constructor(options: AgentCallOptions) {
    this.#options = options;
    this.#clock = new CallClock(options.now);
    this.#log = new CallLog(this.#clock, (events) => options.listener.onEvents(events));
    this.#partials = new PartialLines({
      clock: this.#clock,
      nextSeq: () => this.#log.nextSeq,
      send: (lines) => options.listener.onPartial(lines),
    });
    const { assistant, isVisitor } = options.spec;
    const onTooLong = (type: string, bytes: number) =>
      options.log("warn", `Messages are too long for the client, and left out: ${type} has ${bytes} bytes.`);
    this.#app = new AppChannel(assistant.clientMessages, onTooLong, isVisitor);
    this.#orders = this.#createOrders();
    this.#line = new CallerLine({
      callerMayReturn: options.spec.callerMayReturn ?? false,
      openTransport: options.openTransport,
      listener: this.#lineListener(),
    });
    this.#startTimer = setTimeout(() => this.end(ENDED_REASONS.customerDidNotAnswer), JOIN_TIMEOUT_MS);
    this.#parts = options.createParts().catch((error: unknown) => {
      this.#fault("The call could not be set up.", error);
      return undefined;
    });
  }

  async offer(sdp: string): Promise<{ session: number; sdp: string }> {
    this.#refuseWhenEnded();
    const [answer] = await Promise.all([this.#line.offer(sdp), this.#startDialogue()]);
    this.#refuseWhenEnded();
    return answer;
  }

  restart(session: number, sdp: string): Promise<string> {
    return this.#line.restart(session, sdp);
  }

  leave(session: number): boolean {
    return this.#line.leave(session) && !this.#isEnded;
  }

  /** The ears and the first message get ready while the connection is made. */
  async #startDialogue(): Promise<void> {
    const parts = await this.#parts;
    if (!parts || this.#dialogue || this.#isEnded) return;
    this.#dialogue = new Dialogue({
      assistant: this.#options.spec.assistant,
      parts,
      clock: this.#clock,
      log: this.#log,
      partials: this.#partials,
      app: this.#app,
      onFrame: (pcm) => this.#sendFrame(pcm),
      onActivity: () => this.#limits?.touch(),
      onEnd: (endedReason, message) => this.end(endedReason, message),
      onProblem: (message) => this.#options.log("warn", message),
    });
    this.#dialogue.start().then(
      () => {
        this.#hearing = true;
        this.#beginTalking();
      },
      (error: unknown) => this.#fault("The speech session did not start.", error),
    );
  }

  #lineListener(): CallerLineListener {
    return {
      onJoined: () => {
        if (!this.#isEnded) this.#join().catch((error: unknown) => this.#fault("The caller could not join.", error));
      },
      onAway: (departure) => this.#guard(() => this.#onAway(departure)),
      onReturned: () => this.#guard(() => this.#onReturned()),
      onMoved: () => this.#guard(() => this.#onMoved()),
      onGone: (why) => this.#onGone(why),
      onChannelOpen: (channel) => this.#guard(() => this.#onChannelOpen(channel)),
      onAudio: (pcm) => this.#guard(() => this.#onAudio(pcm)),
      onText: (channel, text) => this.#guard(() => this.#orders.read(channel, text)),
    };
  }

  /** 0 on the call's clock. */
  async #join(): Promise<void> {
    const { spec, listener, mediaClock } = this.#options;
    this.#joined = true;
    clearTimeout(this.#startTimer);
    this.#startTimer = setTimeout(() => this.end(ENDED_REASONS.transportNeverConnected), TALKING_TIMEOUT_MS);
    this.#limits = this.#createLimits();
    this.#clock.start();
    listener.onJoined(Date.now());
    if (spec.recordingPath) this.#recording = new RecordingWriter(spec.recordingPath, (error) => this.#onRecordingFailure(error));
    this.#stopClock = mediaClock.start((frames) => {
      this.#guard(() => {
        for (let frame = 0; frame < frames; frame++) this.#tick();
      });
    });
    const parts = await this.#parts;
    if (!parts || this.#isEnded) return;
    const started = { hearing: parts.transcriber.hearing, recording: spec.recordingPath !== undefined };
    this.#log.open(started);
    this.#session = { type: "session", ...started, waitsForCallerMs: this.#line.waitsForCallerMs };
    this.#app.sendTelemetry(this.#session);
    this.#log.add("prompt.rendered", { text: parts.conversation.systemPrompt });
    this.#beginTalking();
  }

  #onChannelOpen(channel: string): void {
    const { transport } = this.#line;
    if (channel === TELEMETRY_CHANNEL && transport) this.#app.openTelemetry(transport);
    if (channel !== APP_CHANNEL) return;
    this.#appOpen = true;
    if (this.#state === "talking" && transport) this.#greetAgain(transport);
    else this.#beginTalking();
  }

  #beginTalking(): void {
    const { transport } = this.#line;
    if (this.#state !== "created" || !this.#joined || !this.#appOpen || !this.#hearing || !transport) return;
    const { assistant } = this.#options.spec;
    this.#state = "talking";
    clearTimeout(this.#startTimer);
    this.#limits?.watchSilence();
    this.#app.listen(transport);
    this.#app.send({ type: "status-update", status: "in-progress" });
    this.#app.send({ type: "assistant.started", newAssistant: { name: assistant.name } });
    this.#beginSpeaking(assistant.artifactPlan?.videoRecordingEnabled ?? false);
    this.#orders.begin();
  }

  /** What is said before the caller's page records would be missing from its recording; a page that cannot record must not be waited for. */
  #beginSpeaking(isVideoRecorded: boolean): void {
    if (isVideoRecorded) this.#recordingTimer = setTimeout(() => this.#videoStarted(), VIDEO_RECORDING_START_WAIT_MS);
    else this.#dialogue?.beginSpeaking();
  }

  #videoStarted(): void {
    if (!this.#recordingTimer) return;
    clearTimeout(this.#recordingTimer);
    this.#recordingTimer = undefined;
    this.#dialogue?.beginSpeaking();
  }

  // The caller goes and comes back

  #onAway(how: Departure): void {
    this.#log.add("caller.left", { how });
    this.#goOn = this.#dialogue?.standBy() ?? this.#goOn;
  }

  #onReturned(): void {
    this.#log.add("caller.returned", {});
    if (this.#appOpen) this.#goOn();
  }

  /** A page that has just come knows nothing of the call. */
  #onMoved(): void {
    this.#appOpen = false;
    this.#app.detach();
    if (this.#session) this.#app.sendTelemetry(this.#session);
  }

  #greetAgain(transport: MediaTransport): void {
    this.#app.listen(transport);
    this.#app.send({ type: "status-update", status: "in-progress" });
    this.#dialogue?.recap();
    this.#goOn();
  }

  #onGone(why: Departure | "never-connected"): void {
    if (why === "never-connected") this.end(ENDED_REASONS.transportNeverConnected);
    else if (why === "lost") this.end(ENDED_REASONS.customerEndedCall, CALLER_GONE.lost);
    else if (!this.#joined || !this.#options.spec.callerMayReturn) this.end(ENDED_REASONS.customerEndedCall);
    else this.end(ENDED_REASONS.customerEndedCall, CALLER_GONE.stayedAway);
  }

  #createOrders(): ClientOrders {
    return new ClientOrders({
      clock: this.#clock,
      log: this.#log,
      app: this.#app,
      now: this.#options.now,
      callerMayInstruct: this.#options.spec.callerMayInstruct ?? true,
      dialogue: () => this.#dialogue,
      muteCustomer: (muted) => {
        this.#customerMuted = muted;
      },
      videoStarted: () => this.#videoStarted(),
      end: (endedReason, message) => this.end(endedReason, message),
      note: (message) => this.#options.log("info", message),
    });
  }

  /** Whoever is lost is waited for as long as the line says: that nobody speaks meanwhile is not why the call ends. */
  get #isRecoveringCaller(): boolean {
    return this.#line.isAway && !this.#options.spec.callerMayReturn;
  }

  #createLimits(): CallLimits {
    const { maxDurationSeconds, silenceTimeoutSeconds } = this.#options.spec.assistant;
    return new CallLimits({
      maxDurationSeconds,
      silenceTimeoutSeconds,
      isBusy: () => this.#dialogue?.isBusy || this.#isRecoveringCaller,
      onMaxDuration: () => this.end(ENDED_REASONS.exceededMaxDuration),
      onSilence: () => {
        if (this.#line.isAway) this.end(ENDED_REASONS.silenceTimedOut);
        else this.#dialogue?.sayFarewell(ENDED_REASONS.silenceTimedOut);
      },
    });
  }

  // Sound

  #onAudio(pcm: Int16Array): void {
    if (this.#customerMuted) pcm.fill(0);
    this.#recording?.append("customer", pcm, this.#clock.nowMs);
    this.#dialogue?.push(pcm);
  }

  #tick(): void {
    // The ears hear silence, so that what a caller said before leaving becomes a turn.
    if (this.#line.isAway) this.#dialogue?.push(SILENCE);
    this.#dialogue?.tick(this.#frames * FRAME_MS);
    this.#frames += 1;
    // By the frames and not by the clock: after a stall those of its time are still to come, and must find their place.
    this.#recording?.advance(this.#frames * FRAME_MS);
  }

  #sendFrame(pcm: Int16Array): void {
    this.#recording?.write("assistant", this.#frames * FRAME_SAMPLES, pcm);
    this.#line.sendAudio(pcm);
  }

  #onRecordingFailure(error: Error): void {
    this.#log.add("failure", {
      part: "recording",
      provider: "callwright",
      message: "The recording stopped: its file cannot be written.",
    });
    this.#app.sendTelemetry({ type: "failure", part: "recording", message: "The recording stopped." });
    this.#options.log("error", `The recording stopped: ${error.message}`);
  }

  control(message: ClientMessage, by: CallSupervisor): void {
    this.#guard(() => this.#orders.control(message, by));
  }

  // The end

  get #isEnded(): boolean {
    return this.#state === "ended";
  }

  #refuseWhenEnded(): void {
    if (this.#isEnded) throw new OfferError("ended", "the call has ended.");
  }

  /** Nothing happens in a call that is over. What throws here would otherwise reach the host's event loop, and take every call of the host with it. */
  #guard(act: () => void): void {
    if (this.#isEnded) return;
    try {
      act();
    } catch (error) {
      this.#fault("The call failed.", error);
    }
  }

  #fault(message: string, cause: unknown): void {
    this.#options.log("error", `${message} ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    this.end("pipeline-error", message);
  }

  end(endedReason: string, message?: string): void {
    if (this.#isEnded) return;
    this.#state = "ended";
    clearTimeout(this.#startTimer);
    clearTimeout(this.#recordingTimer);
    this.#limits?.stop();
    this.#partials.close();
    void this.#close(endedReason, message);
  }

  /** Whatever fails or hangs on the way, the call is told to have ended, and then to be released. */
  async #close(endedReason: string, message: string | undefined): Promise<void> {
    const { listener, onReleased } = this.#options;
    const endedAtMs = Date.now();
    const durationMs = this.#clock.nowMs;
    const ended = { endedReason, ...(message ? { message } : {}) };
    const silent = this.#step("stop speaking", async () => this.#dialogue?.close());
    await this.#step("tell its end", async () => {
      this.#stopClock?.();
      this.#log.end(ended);
      this.#app.send({ type: "status-update", status: "ended", endedReason });
      const { transport } = this.#line;
      if (transport) await untilWordsLeft(transport, this.#options.now);
    });
    await this.#step("tell its figures", () => this.#tellStats());
    await this.#step("close its connection", async () => this.#line.close());
    const hasRecording = await this.#step("close its recording", async () => this.#recording?.close(durationMs));
    await this.#step("be told of", async () => listener.onEnded({ ...ended, endedAtMs, hasRecording: hasRecording ?? false }));
    await silent;
    onReleased();
  }

  #step<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    return closingStep(what, act, (message) => this.#options.log("error", message));
  }

  async #tellStats(): Promise<void> {
    const stats = await this.#line.transport?.stats();
    // A transport that the caller closed has no figures any more.
    if (stats && stats.packetsReceived > 0) this.#options.log("info", "Media of the call.", { ...stats });
  }
}
