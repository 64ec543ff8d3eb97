import {
  APP_CHANNEL,
  ASSISTANT_DEFAULTS,
  CALLER_GONE,
  type CallSupervisor,
  type ClientMessage,
  ENDED_REASONS,
  TELEMETRY_CHANNEL,
  WORKER_STALLED,
} from "@callwright/contract";
import { NO_TOOLS } from "../conversation/agent-tool.ts";
import { callHooksOf, hooksOn } from "../conversation/call-hook.ts";
import type { PhoneAct } from "../conversation/phone-act.ts";
import { type FarEnd, type MediaTransport, OfferError, whenConnecting } from "../media/media-transport.ts";
import { CallClock } from "../model/call-clock.ts";
import type { AgentCallOptions } from "./agent-call-options.ts";
import { AgentEvents } from "./agent-events.ts";
import { AppChannel } from "./app-channel.ts";
import { CallHooks } from "./call-hooks.ts";
import { CallLimits } from "./call-limits.ts";
import { CallLog } from "./call-log.ts";
import type { CallParts } from "./call-parts.ts";
import { createReport, type Report } from "./call-reporter.ts";
import { CallSound } from "./call-sound.ts";
import { extensionOf, isPhoneCall, ringMsOf } from "./call-spec.ts";
import { CallStart } from "./call-start.ts";
import { CallTools } from "./call-tools.ts";
import { CallerLine, type CallerLineListener, type Departure } from "./caller-line.ts";
import { ClientOrders } from "./client-orders.ts";
import { closeCall } from "./close-call.ts";
import { asksForConsent, createConsent } from "./consent-step.ts";
import { Dialogue } from "./dialogue.ts";
import { PageState } from "./page-state.ts";
import { PartialLines } from "./partial-lines.ts";
import { createPhoneSide, type PhoneSide } from "./phone/phone-side.ts";
import type { RecordingConsent } from "./recording-consent.ts";
import { UsageMeter } from "./usage-meter.ts";

/**
 * ```
 *   created ── joined, app channel open, transcriber ready, extension dialed ──▶ talking ── end ──▶ ended
 *      └── end, nobody joined, never connected, no app channel or transcriber in time ──────────────▲
 * ```
 * `CallerLine` knows whether the caller is present, and on which connection.
 */
type State = "created" | "talking" | "ended";

/** One call, from its start in the host to its end. */
export class AgentCall {
  /** Only of a call by telephone. */
  readonly phone: PhoneSide | undefined;
  #options: AgentCallOptions;
  #tools: CallTools;
  #state: State = "created";
  #clock: CallClock;
  #log: CallLog;
  #partials: PartialLines;
  #app: AppChannel;
  #report: Report;
  #meter: UsageMeter;
  #parts: Promise<CallParts | undefined>;
  #dialogue: Dialogue | undefined;
  #hooks: CallHooks | undefined;
  #line: CallerLine;
  #page: PageState;
  #agents: AgentEvents;
  readonly sound: CallSound;
  #limits: CallLimits | undefined;
  #joined = false;
  #orders: ClientOrders;
  #start: CallStart;
  #consent: RecordingConsent | undefined;

  constructor(options: AgentCallOptions) {
    this.#options = options;
    this.#tools = options.tools ?? new CallTools(NO_TOOLS);
    this.#clock = new CallClock(options.now);
    this.#log = new CallLog(this.#clock, (events) => options.listener.onEvents(events));
    this.#partials = new PartialLines({
      clock: this.#clock,
      shedding: options.shedding,
      nextSeq: () => this.#log.nextSeq,
      send: (lines) => options.listener.onPartial(lines),
    });
    const { clientMessages, serverMessages } = options.spec.assistant;
    const onTooLong = (type: string, bytes: number) =>
      options.log("warn", `Messages are too long for the client, and left out: ${type} has ${bytes} bytes.`);
    this.#app = new AppChannel(clientMessages, onTooLong, options.spec.isVisitor);
    this.#page = new PageState(this.#app);
    if (isPhoneCall(this.#options.spec)) {
      this.#app.close();
      this.#tools.withoutPage();
    }
    const report = createReport({ log: this.#log, app: this.#app, partials: this.#partials, serverMessages });
    this.#report = (happening) => {
      report(happening);
      this.#hooks?.follow(happening);
      this.#consent?.follow(happening);
      this.phone?.follow(happening);
    };
    this.#meter = new UsageMeter(this.#report);
    this.sound = this.#createSound();
    this.#orders = this.#createOrders();
    this.#line = new CallerLine({
      callerMayReturn: options.spec.callerMayReturn ?? false,
      openTransport: options.openTransport,
      listener: this.#lineListener(),
    });
    this.#start = new CallStart({
      isPhone: isPhoneCall(this.#options.spec),
      dialsExtension: extensionOf(this.#options.spec) !== undefined,
      ringMs: ringMsOf(this.#options.spec),
      isConnected: () => this.#line.transport !== undefined,
      onReady: () => this.#beginTalking(),
      onSpeak: () => {
        if (this.phone) this.phone.begin();
        else this.#dialogue?.beginSpeaking();
        this.#consent?.begin();
      },
      onLate: (endedReason) => this.end(endedReason),
    });
    this.#agents = new AgentEvents({
      tools: this.#tools,
      report: this.#report,
      meter: this.#meter,
      dialogue: () => this.#dialogue,
      warn: (message) => options.log("warn", message),
    });
    this.#parts = options.createParts(this.#agents.listener).catch((error: unknown) => {
      this.#fault("The call could not be set up.", error);
      return undefined;
    });
    this.phone = createPhoneSide({
      ...options,
      parts: this.#parts,
      report: this.#report,
      dialogue: () => this.#dialogue,
      // Two people talk to each other. The assistant's limits, its maximum duration too, do not apply to them.
      onConnected: () => this.#limits?.stop(),
      onExtensionDialed: () => this.#start.has("extension"),
      end: (endedReason) => this.end(endedReason),
      onUsage: (usage) => this.#meter.add(usage),
      guard: (act) => this.#guard(act),
    });
  }

  /** Answers the caller's WebRTC offer with a session. The newest connected session is the caller's. Fails with `OfferError`. */
  async offer(offered: FarEnd): Promise<{ session: number; sdp: string }> {
    this.#refuseWhenEnded();
    const { farEnd, started } = whenConnecting(offered, () => this.#startDialogue());
    const [answer] = await Promise.all([this.#line.offer(farEnd), started]);
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
      opensLater: asksForConsent(this.#options.spec),
      parts,
      clock: this.#clock,
      report: this.#report,
      onFrame: (pcm) => this.sound.send(pcm),
      onActivity: () => this.#limits?.touch(),
      onEnd: (endedReason, message) => this.end(endedReason, message),
      onPhoneAct: (act) => this.#guard(() => this.phone?.act(act)),
      onProblem: (message) => this.#options.log("warn", message),
    });
    const acting = this.#acting(this.#dialogue, parts);
    this.#hooks = new CallHooks({ ...acting, assistant: this.#options.spec.assistant });
    this.#consent = createConsent({ ...acting, spec: this.#options.spec, startRecording: () => this.#startRecording() });
    if (parts.loadBackgroundSound) void this.sound.playBehind(parts.loadBackgroundSound);
    this.#dialogue.start().then(
      () => this.#start.has("transcriber"),
      (error: unknown) => this.#fault("The speech session did not start.", error),
    );
  }

  /** What acts by itself in the dialogue: hooks, and the question for consent. */
  #acting(dialogue: Dialogue, { conversation }: CallParts) {
    const { random = Math.random } = this.#options;
    const isReachable = () => !this.#line.isAway && !this.phone?.isWithoutAssistant;
    const onPhoneAct = (act: PhoneAct) => this.phone?.act(act);
    return { dialogue, conversation, tools: this.#tools, random, isReachable, onPhoneAct, report: this.#report };
  }

  #startRecording(): void {
    this.sound.record();
    this.#page.recordingStarted();
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
      onAudio: (pcm) => this.#guard(() => this.sound.hear(pcm)),
      onText: (channel, text) => this.#guard(() => this.#orders.read(channel, text)),
      onKey: (key) => this.#guard(() => this.phone?.pressed(key)),
      onFault: (cause) => this.#fault("The call's connection failed.", cause),
    };
  }

  /** Starts the call's clock. */
  async #join(): Promise<void> {
    const { spec, listener } = this.#options;
    this.#joined = true;
    this.#start.joined();
    this.#limits = this.#createLimits();
    this.#clock.start();
    listener.onJoined(Date.now());
    this.phone?.dialExtension();
    this.sound.start();
    const parts = await this.#parts;
    if (!parts || this.#isEnded) return;
    const { waitsForCallerMs } = this.#line;
    const recording = spec.recordingPath !== undefined && !asksForConsent(spec);
    const hasBackgroundSound = parts.loadBackgroundSound !== undefined;
    const { hearing } = parts;
    const started = { type: "call-started" as const, hearing, recording, waitsForCallerMs, hasBackgroundSound };
    this.#page.started(started);
    this.#report(started);
    this.#report({ type: "prompt-rendered", text: parts.conversation.systemPrompt });
    if (hearing === "browser" || hearing === "text")
      this.#meter.add({ part: "transcriber", provider: "callwright", model: hearing, local: true, amounts: {} });
    this.#start.has("caller");
  }

  #onChannelOpen(channel: string): void {
    const { transport } = this.#line;
    const wasTalking = this.#state === "talking";
    if (channel === TELEMETRY_CHANNEL && transport) this.#app.openTelemetry(transport);
    if (channel !== APP_CHANNEL) return;
    this.#start.has("app channel");
    if (wasTalking && transport) this.#greetAgain(transport);
  }

  #beginTalking(): void {
    const { transport } = this.#line;
    const { assistant } = this.#options.spec;
    if (!transport) return;
    this.#state = "talking";
    this.#limits?.watchSilence();
    if (this.phone) this.phone.talkingStarted();
    else this.#app.listen(transport);
    this.#report({ type: "talking-started", assistantName: assistant.name });
    const { videoRecordingEnabled: isVideoRecorded = ASSISTANT_DEFAULTS.artifactPlan.videoRecordingEnabled } =
      assistant.artifactPlan ?? {};
    this.#start.speakAfter({ isVideoRecorded: isVideoRecorded && !this.phone });
    // The caller may have been away, and back, before there was a channel.
    if (!this.#line.isAway) this.#dialogue?.resumeSpeaking();
    this.#orders.begin();
  }

  // The caller leaves and returns

  #onAway(how: Departure): void {
    this.#report({ type: "caller-left", how });
    this.#dialogue?.standBy();
  }

  #onReturned(): void {
    this.#report({ type: "caller-returned" });
    this.#limits?.touch();
    if (this.#start.hasAppChannel) this.#dialogue?.resumeSpeaking();
  }

  #onMoved(): void {
    this.#start.moved();
    this.#page.moved(this.#agents.current);
  }

  #greetAgain(transport: MediaTransport): void {
    this.#page.greet(transport);
    this.#dialogue?.recap();
    this.#dialogue?.resumeSpeaking();
  }

  #onGone(why: Departure | "never-connected"): void {
    const wasStalled = why !== "never-connected" && this.sound.stallExplains(why);
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
        this.sound.customerMuted = muted;
      },
      videoStarted: () => this.#start.videoStarted(),
      end: (endedReason, message) => this.end(endedReason, message),
      note: (message) => this.#options.log("info", message),
    });
  }

  #createLimits(): CallLimits {
    const { assistant, callerMayReturn = false } = this.#options.spec;
    return new CallLimits({
      ...assistant,
      // Silence does not end the call while it waits for a lost caller; `CallerLine` limits that wait.
      isBusy: () => this.#dialogue?.isBusy || this.phone?.isWithoutAssistant || (this.#line.isAway && !callerMayReturn),
      onMaxDuration: () => this.end(ENDED_REASONS.exceededMaxDuration),
      onSilence: () => {
        if (this.#line.isAway) this.end(ENDED_REASONS.silenceTimedOut);
        else this.#dialogue?.sayFarewell(ENDED_REASONS.silenceTimedOut);
      },
    });
  }

  #createSound(): CallSound {
    return new CallSound({
      ...this.#options,
      clock: this.#clock,
      recordingPath: this.#options.spec.recordingPath,
      recordsLater: asksForConsent(this.#options.spec),
      line: () => this.#line,
      dialogue: () => this.#dialogue,
      phone: () => this.phone,
      onFrame: (callMs) => {
        if (this.#state === "talking") this.#hooks?.tick(callMs);
      },
      report: this.#report,
      guard: (act) => this.#guard(act),
    });
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
  end(reason: string, message?: string): void {
    if (this.#isEnded) return;
    const endedReason = this.phone?.reasonOf(reason) ?? reason;
    this.#state = "ended";
    this.#start.stop();
    this.#limits?.stop();
    this.#limits = undefined;
    this.#hooks?.close();
    this.#hooks = undefined;
    this.#consent?.close();
    this.phone?.close();
    this.#partials.close();
    void this.#close(endedReason, message);
  }

  #close(endedReason: string, message: string | undefined): Promise<void> {
    return closeCall({
      ...this.#options,
      ending: { endedReason, ...(message ? { message } : {}) },
      durationMs: this.#clock.nowMs,
      dialogue: this.#dialogue,
      sound: this.sound,
      report: this.#report,
      meter: this.#meter,
      hooks: hooksOn(callHooksOf(this.#options.spec.assistant), "call.ending"),
      conversation: this.#parts.then((parts) => parts?.conversation),
      tools: this.#tools,
      line: this.#line,
    });
  }
}

/** The ended reason, and a message for people, of a call whose caller has left. */
function endingOf(
  why: Departure | "never-connected",
  { wasStalled, mayHaveReturned }: { wasStalled: boolean; mayHaveReturned: boolean },
): [endedReason: string, message?: string] {
  if (why === "never-connected") return [ENDED_REASONS.transportNeverConnected];
  if (wasStalled) return [ENDED_REASONS.workerDied, WORKER_STALLED];
  if (why === "lost") return [ENDED_REASONS.customerEndedCall, CALLER_GONE.lost];
  return mayHaveReturned ? [ENDED_REASONS.customerEndedCall, CALLER_GONE.stayedAway] : [ENDED_REASONS.customerEndedCall];
}
