import { APP_CHANNEL, type ClientMessage, ENDED_REASONS, JOIN_TIMEOUT_MS, TELEMETRY_CHANNEL } from "@callwright/contract";
import { AppChannel } from "./app-channel.ts";
import { FRAME_MS, FRAME_SAMPLES } from "./audio-format.ts";
import { CallClock, type NowMs } from "./call-clock.ts";
import type { CallSpec } from "./call-host-protocol.ts";
import { CallLimits } from "./call-limits.ts";
import { CallLog } from "./call-log.ts";
import type { CallParts } from "./call-parts.ts";
import { ClientOrders } from "./client-orders.ts";
import { closingStep } from "./closing-step.ts";
import { Dialogue } from "./dialogue.ts";
import type { MediaClock } from "./media-clock.ts";
import { type MediaTransport, OfferError, type TransportEnd, type TransportListener } from "./media-transport.ts";
import { RecordingWriter } from "./recording-writer.ts";
import type { VoiceCall, VoiceCallListener } from "./voice-engine.ts";

/**
 * ```
 *   created ── offer ──▶ connecting ── connected, app channel open, ears ready ──▶ talking ── end ──▶ ended
 *      └────────────────────┴── end, nobody joined, never connected, no app channel or ears in time ──▲
 * ```
 */
type State = "created" | "connecting" | "talking" | "ended";

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
/** The last message to the client leaves within this, or never. */
const LAST_WORDS_MS = 300;

const TRANSPORT_END_REASONS: Record<TransportEnd, string> = {
  "hung-up": ENDED_REASONS.customerEndedCall,
  vanished: ENDED_REASONS.customerEndedCall,
  "never-connected": ENDED_REASONS.transportNeverConnected,
};

/** One call, from its place in the host to its last word. */
export class AgentCall implements VoiceCall {
  #options: AgentCallOptions;
  #state: State = "created";
  #clock: CallClock;
  #log: CallLog;
  #app: AppChannel;
  #parts: Promise<CallParts | undefined>;
  #dialogue: Dialogue | undefined;
  #transport: MediaTransport | undefined;
  #recording: RecordingWriter | undefined;
  #limits: CallLimits | undefined;
  #stopClock: (() => void) | undefined;
  #frames = 0;
  #joined = false;
  #appOpen = false;
  #hearing = false;
  #customerMuted = false;
  #orders: ClientOrders;
  /** Ends a call that is not joined, or not talking, in time. */
  #startTimer: NodeJS.Timeout;

  constructor(options: AgentCallOptions) {
    this.#options = options;
    this.#clock = new CallClock(options.now);
    this.#log = new CallLog(this.#clock, (events) => options.listener.onEvents(events));
    this.#app = new AppChannel(options.spec.assistant.clientMessages, (type, bytes) =>
      options.log("warn", `Messages are too long for the client, and left out: ${type} has ${bytes} bytes.`),
    );
    this.#orders = this.#createOrders();
    this.#startTimer = setTimeout(() => this.end(ENDED_REASONS.customerDidNotAnswer), JOIN_TIMEOUT_MS);
    this.#parts = options.createParts().catch((error: unknown) => {
      this.#fault("The call could not be set up.", error);
      return undefined;
    });
  }

  async offer(sdp: string): Promise<string> {
    if (this.#state !== "created") throw new OfferError("offer", "was sent twice: this call has been joined already.");
    this.#state = "connecting";
    try {
      const [{ transport, answerSdp }] = await Promise.all([
        this.#options.openTransport(sdp, this.#transportListener()),
        this.#startDialogue(),
      ]);
      if (this.#isEnded) {
        transport.close();
        throw new OfferError("host", "the call has ended.");
      }
      this.#transport = transport;
      return answerSdp;
    } catch (error) {
      // The caller may try again with another offer.
      if (!this.#isEnded) this.#state = "created";
      throw error;
    }
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

  #transportListener(): TransportListener {
    return {
      onConnected: () => {
        this.#join().catch((error: unknown) => this.#fault("The caller could not join.", error));
      },
      onChannelOpen: (channel) => this.#guard(() => this.#onChannelOpen(channel)),
      onAudio: (pcm) => this.#guard(() => this.#onAudio(pcm)),
      onText: (channel, text) => {
        if (!this.#isEnded) this.#guard(() => this.#orders.read(channel, text));
      },
      onClosed: (end) =>
        this.end(TRANSPORT_END_REASONS[end], end === "vanished" ? "The connection to the caller was lost." : undefined),
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
    const session = { hearing: parts.transcriber.hearing, recording: spec.recordingPath !== undefined };
    this.#log.open(session);
    this.#app.sendTelemetry({ type: "session", ...session });
    this.#log.add("prompt.rendered", { text: parts.conversation.systemPrompt });
    this.#beginTalking();
  }

  #onChannelOpen(channel: string): void {
    if (channel === APP_CHANNEL) {
      this.#appOpen = true;
      this.#beginTalking();
    }
    if (channel === TELEMETRY_CHANNEL && this.#transport) this.#app.openTelemetry(this.#transport);
  }

  #beginTalking(): void {
    if (this.#state !== "connecting" || !this.#joined || !this.#appOpen || !this.#hearing || !this.#transport) return;
    const { assistant } = this.#options.spec;
    this.#state = "talking";
    clearTimeout(this.#startTimer);
    this.#limits?.watchSilence();
    this.#app.listen(this.#transport);
    this.#app.send({ type: "status-update", status: "in-progress" });
    this.#app.send({ type: "assistant.started", newAssistant: { name: assistant.name } });
    this.#dialogue?.beginSpeaking();
    this.#orders.begin();
  }

  #createOrders(): ClientOrders {
    return new ClientOrders({
      clock: this.#clock,
      log: this.#log,
      app: this.#app,
      now: this.#options.now,
      dialogue: () => this.#dialogue,
      muteCustomer: (muted) => {
        this.#customerMuted = muted;
      },
      end: (endedReason, message) => this.end(endedReason, message),
      note: (message) => this.#options.log("info", message),
    });
  }

  #createLimits(): CallLimits {
    const { maxDurationSeconds, silenceTimeoutSeconds } = this.#options.spec.assistant;
    return new CallLimits({
      maxDurationSeconds,
      silenceTimeoutSeconds,
      isBusy: () => this.#dialogue?.isBusy ?? false,
      onMaxDuration: () => this.end(ENDED_REASONS.exceededMaxDuration),
      onSilence: () => this.#dialogue?.sayFarewell(ENDED_REASONS.silenceTimedOut),
    });
  }

  // Sound

  #onAudio(pcm: Int16Array): void {
    if (!this.#joined || this.#isEnded) return;
    if (this.#customerMuted) pcm.fill(0);
    this.#recording?.append("customer", pcm, this.#clock.nowMs);
    this.#dialogue?.push(pcm);
  }

  #tick(): void {
    this.#dialogue?.tick(this.#frames * FRAME_MS);
    this.#frames += 1;
    this.#recording?.advance(this.#clock.nowMs);
  }

  #sendFrame(pcm: Int16Array): void {
    this.#recording?.write("assistant", this.#frames * FRAME_SAMPLES, pcm);
    this.#transport?.sendAudio(pcm);
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

  control(message: ClientMessage): void {
    if (!this.#isEnded) this.#guard(() => this.#orders.control(message));
  }

  // The end

  get #isEnded(): boolean {
    return this.#state === "ended";
  }

  /** What throws here would otherwise reach the host's event loop, and take every call of the host with it. */
  #guard(act: () => void): void {
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
    this.#limits?.stop();
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
      await this.#lastWordsLeft();
    });
    await this.#step("tell its figures", () => this.#tellStats());
    await this.#step("close its connection", async () => this.#transport?.close());
    const hasRecording = await this.#step("close its recording", async () => this.#recording?.close(durationMs));
    await this.#step("be told of", async () => listener.onEnded({ ...ended, endedAtMs, hasRecording: hasRecording ?? false }));
    await silent;
    onReleased();
  }

  #step<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    return closingStep(what, act, (message) => this.#options.log("error", message));
  }

  async #tellStats(): Promise<void> {
    const stats = await this.#transport?.stats();
    // A transport that the caller closed has no figures any more.
    if (stats && stats.packetsReceived > 0) this.#options.log("info", "Media of the call.", { ...stats });
  }

  /** Closing the connection would overtake the message that says why. */
  async #lastWordsLeft(): Promise<void> {
    const deadlineMs = this.#options.now() + LAST_WORDS_MS;
    while (this.#transport && this.#transport.bufferedBytes > 0 && this.#options.now() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
