import {
  APP_CHANNEL,
  ASSISTANT_DEFAULTS,
  type CallSupervisor,
  type ClientMessage,
  ENDED_REASONS,
  JOIN_TIMEOUT_MS,
  TELEMETRY_CHANNEL,
  VIDEO_RECORDING_START_WAIT_MS,
} from "@callwright/contract";
import { NO_TOOLS } from "../conversation/agent-tool.ts";
import type { TemplateProblem } from "../conversation/template.ts";
import { FRAME_MS, FRAME_SAMPLES } from "../media/audio-format.ts";
import type { MediaClock } from "../media/media-clock.ts";
import { type MediaTransport, OfferError, type TransportListener } from "../media/media-transport.ts";
import { RecordingWriter } from "../media/recording-writer.ts";
import { CallClock, type NowMs } from "../model/call-clock.ts";
import { AppChannel } from "./app-channel.ts";
import { type CallHappening, toTelemetry } from "./call-happening.ts";
import { CallLimits } from "./call-limits.ts";
import type { CallListener } from "./call-listener.ts";
import { CallLog } from "./call-log.ts";
import type { CallParts, ConversationListener } from "./call-parts.ts";
import { createReport, type Report } from "./call-reporter.ts";
import type { CallSpec } from "./call-spec.ts";
import { CallTools } from "./call-tools.ts";
import { CallerLine, type CallerLineListener, type Departure } from "./caller-line.ts";
import { ClientOrders } from "./client-orders.ts";
import { closeCall } from "./close-call.ts";
import { endingOf } from "./departure-ending.ts";
import { Dialogue } from "./dialogue.ts";
import { PartialLines } from "./partial-lines.ts";
import { StallWatch } from "./stall-watch.ts";

/**
 * ```
 *   created ── joined, app channel open, transcriber ready ──▶ talking ── end ──▶ ended
 *      └── end, nobody joined, never connected, no app channel or transcriber in time ──▲
 * ```
 * `CallerLine` knows whether the caller is present, and on which connection.
 */
type State = "created" | "talking" | "ended";

export interface AgentCallOptions {
  spec: CallSpec;
  /** Default: none. */
  tools?: CallTools;
  listener: CallListener;
  mediaClock: MediaClock;
  now: NowMs;
  openTransport(sdp: string, listener: TransportListener): Promise<{ transport: MediaTransport; answerSdp: string }>;
  createParts(listener: ConversationListener): Promise<CallParts>;
  log(level: "info" | "warn" | "error", message: string, detail?: Record<string, unknown>): void;
  /** The resources of the call are released. */
  onReleased(): void;
}

/** From the connection to the first word. Channels open and the transcriber starts within seconds. */
const TALKING_TIMEOUT_MS = 30_000;
const SILENCE = new Int16Array(FRAME_SAMPLES);

/** One call, from its start in the host to its end. */
export class AgentCall {
  #options: AgentCallOptions;
  #tools: CallTools;
  #state: State = "created";
  #clock: CallClock;
  #log: CallLog;
  #partials: PartialLines;
  #app: AppChannel;
  #report: Report;
  #parts: Promise<CallParts | undefined>;
  #dialogue: Dialogue | undefined;
  #line: CallerLine;
  #started: Extract<CallHappening, { type: "call-started" }> | undefined;
  #recording: RecordingWriter | undefined;
  #limits: CallLimits | undefined;
  #stopClock: (() => void) | undefined;
  #stalls: StallWatch | undefined;
  #frames = 0;
  #joined = false;
  #appOpen = false;
  #hearing = false;
  #customerMuted = false;
  #orders: ClientOrders;
  /** Runs while the first message waits for the client's video recording to begin. */
  #recordingTimer: NodeJS.Timeout | undefined;
  /** Ends a call that is not joined, or does not talk, in time. */
  #startTimer: NodeJS.Timeout;

  constructor(options: AgentCallOptions) {
    this.#options = options;
    this.#tools = options.tools ?? new CallTools(NO_TOOLS);
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
    this.#report = createReport({ log: this.#log, app: this.#app, partials: this.#partials });
    this.#orders = this.#createOrders();
    this.#line = new CallerLine({
      callerMayReturn: options.spec.callerMayReturn ?? false,
      openTransport: options.openTransport,
      listener: this.#lineListener(),
    });
    this.#startTimer = setTimeout(() => this.end(ENDED_REASONS.customerDidNotAnswer), JOIN_TIMEOUT_MS);
    this.#parts = options
      .createParts({
        onTemplateProblem: (problem) => this.#reportTemplateProblem(problem),
        onModelSlow: () => this.#report({ type: "model-slow" }),
        onTool: (happening) => this.#dialogue?.toolHappened(happening, this.#tools.ofPage(happening.call)),
      })
      .catch((error: unknown) => {
        this.#fault("The call could not be set up.", error);
        return undefined;
      });
  }

  /** Answers the caller's WebRTC offer with a session. The newest connected session is the caller's. Fails with `OfferError`. */
  async offer(sdp: string): Promise<{ session: number; sdp: string }> {
    this.#refuseWhenEnded();
    const [answer] = await Promise.all([this.#line.offer(sdp), this.#startDialogue()]);
    this.#refuseWhenEnded();
    return answer;
  }

  /** Answers an offer of the session's connection over another path (ICE restart). Fails with `OfferError`. */
  restart(session: number, sdp: string): Promise<string> {
    return this.#line.restart(session, sdp);
  }

  /** The session's caller hangs up. True when the call goes on: it waits for the caller, or the caller is on another session. */
  leave(session: number): boolean {
    return this.#line.leave(session) && !this.#isEnded;
  }

  /** Starts the transcriber and prepares the first message while the connection is made. */
  async #startDialogue(): Promise<void> {
    const parts = await this.#parts;
    if (!parts || this.#dialogue || this.#isEnded) return;
    this.#dialogue = new Dialogue({
      assistant: this.#options.spec.assistant,
      parts,
      clock: this.#clock,
      report: this.#report,
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
      onFault: (cause) => this.#fault("The call's connection failed.", cause),
    };
  }

  /** Starts the call's clock. */
  async #join(): Promise<void> {
    const { spec, listener, mediaClock } = this.#options;
    this.#joined = true;
    clearTimeout(this.#startTimer);
    this.#startTimer = setTimeout(() => this.end(ENDED_REASONS.transportNeverConnected), TALKING_TIMEOUT_MS);
    this.#limits = this.#createLimits();
    this.#clock.start();
    listener.onJoined(Date.now());
    if (spec.recordingPath) this.#recording = new RecordingWriter(spec.recordingPath, (error) => this.#onRecordingFailure(error));
    this.#stalls = new StallWatch(this.#options.now);
    this.#stopClock = mediaClock.start((frames) => {
      this.#stalls?.tick();
      this.#guard(() => {
        for (let frame = 0; frame < frames; frame++) this.#tick();
      });
    });
    const parts = await this.#parts;
    if (!parts || this.#isEnded) return;
    const { waitsForCallerMs } = this.#line;
    const recording = spec.recordingPath !== undefined;
    this.#started = { type: "call-started", hearing: parts.transcriber.hearing, recording, waitsForCallerMs };
    this.#report(this.#started);
    this.#report({ type: "prompt-rendered", text: parts.conversation.systemPrompt });
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
    this.#report({ type: "talking-started", assistantName: assistant.name });
    this.#beginSpeaking(assistant.artifactPlan?.videoRecordingEnabled ?? ASSISTANT_DEFAULTS.artifactPlan.videoRecordingEnabled);
    // The caller may have been away, and back, before there was a channel.
    if (!this.#line.isAway) this.#dialogue?.resumeSpeaking();
    this.#orders.begin();
  }

  /** Waits for the page's video recording, which would miss the first words. The wait is bounded: a page may be unable to record. */
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

  // The caller leaves and returns

  #onAway(how: Departure): void {
    this.#report({ type: "caller-left", how });
    this.#dialogue?.standBy();
  }

  #onReturned(): void {
    this.#report({ type: "caller-returned" });
    if (this.#appOpen) this.#dialogue?.resumeSpeaking();
  }

  /** A new page has no state of the call. */
  #onMoved(): void {
    this.#appOpen = false;
    this.#app.detach();
    const session = this.#started && toTelemetry(this.#started);
    if (session) this.#app.sendTelemetry(session);
  }

  #greetAgain(transport: MediaTransport): void {
    this.#app.listen(transport);
    this.#app.send({ type: "status-update", status: "in-progress" });
    this.#dialogue?.recap();
    this.#dialogue?.resumeSpeaking();
  }

  #onGone(why: Departure | "never-connected"): void {
    const wasStalled = why !== "never-connected" && (this.#stalls?.explains(why) ?? false);
    const mayHaveReturned = this.#joined && (this.#options.spec.callerMayReturn ?? false);
    this.end(...endingOf(why, { wasStalled, mayHaveReturned }));
  }

  #createOrders(): ClientOrders {
    return new ClientOrders({
      clock: this.#clock,
      report: this.#report,
      app: this.#app,
      now: this.#options.now,
      callerMayInstruct: this.#options.spec.callerMayInstruct ?? true,
      tools: this.#tools,
      dialogue: () => this.#dialogue,
      muteCustomer: (muted) => {
        this.#customerMuted = muted;
      },
      videoStarted: () => this.#videoStarted(),
      end: (endedReason, message) => this.end(endedReason, message),
      note: (message) => this.#options.log("info", message),
    });
  }

  /** Silence does not end the call while it waits for a lost caller; `CallerLine` limits that wait. */
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

  #onAudio(pcm: Int16Array): void {
    if (this.#customerMuted) pcm.fill(0);
    this.#recording?.append("customer", pcm, this.#clock.nowMs);
    this.#dialogue?.push(pcm);
  }

  #tick(): void {
    // Silence ends the turn of a caller who left while speaking.
    if (this.#line.isAway) this.#dialogue?.push(SILENCE);
    this.#dialogue?.tick(this.#frames * FRAME_MS);
    this.#frames += 1;
    // Counts frames instead of reading the clock: after a stall the missing frames still arrive, and need their place.
    this.#recording?.advance(this.#frames * FRAME_MS);
  }

  #reportTemplateProblem({ where, message }: TemplateProblem): void {
    const sentence = `The template in ${where} is wrong: ${message}`;
    this.#report({ type: "failure", part: "template", provider: "callwright", message: sentence });
  }

  #sendFrame(pcm: Int16Array): void {
    this.#recording?.write("assistant", this.#frames * FRAME_SAMPLES, pcm);
    this.#line.sendAudio(pcm);
  }

  #onRecordingFailure(error: Error): void {
    const message = "The recording stopped: its file cannot be written.";
    this.#report({ type: "failure", part: "recording", provider: "callwright", message });
    this.#options.log("error", `The recording stopped: ${error.message}`);
  }

  /** A supervisor sends what a client could send as an app message. */
  control(message: ClientMessage, by: CallSupervisor): void {
    this.#guard(() => this.#orders.control(message, by));
  }

  get #isEnded(): boolean {
    return this.#state === "ended";
  }

  #refuseWhenEnded(): void {
    if (this.#isEnded) throw new OfferError("ended", "the call has ended.");
  }

  /** Ignores what arrives after the end. An error ends this call: uncaught it would end every call of the host. */
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

  /** Has no effect on an ended call. */
  end(endedReason: string, message?: string): void {
    if (this.#isEnded) return;
    this.#state = "ended";
    clearTimeout(this.#startTimer);
    clearTimeout(this.#recordingTimer);
    this.#limits?.stop();
    this.#partials.close();
    void this.#close(endedReason, message);
  }

  #close(endedReason: string, message: string | undefined): Promise<void> {
    const { listener, onReleased, log, now } = this.#options;
    return closeCall({
      ending: { endedReason, ...(message ? { message } : {}) },
      durationMs: this.#clock.nowMs,
      dialogue: this.#dialogue,
      stopClock: this.#stopClock,
      report: this.#report,
      line: this.#line,
      recording: this.#recording,
      listener,
      onReleased,
      log,
      now,
    });
  }
}
