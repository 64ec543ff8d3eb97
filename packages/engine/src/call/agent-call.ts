import {
  APP_CHANNEL,
  ASSISTANT_DEFAULTS,
  CALLER_GONE,
  type CallControl,
  type CallEventPayload,
  type CallSupervisor,
  type ClientMessage,
  ENDED_REASONS,
  TELEMETRY_CHANNEL,
  WORKER_STALLED,
} from "@callwright/contract";
import type { PhoneAct } from "../conversation/phone-act.ts";
import { type FarEnd, type MediaTransport, OfferError, whenConnecting } from "../media/media-transport.ts";
import type { SimulatedCaller } from "../media/phone-script.ts";
import type { AgentCallOptions } from "./agent-call-options.ts";
import { AgentEvents } from "./agent-events.ts";
import type { CallHappening } from "./call-happening.ts";
import { CallHooks } from "./call-hooks.ts";
import { CallLimits } from "./call-limits.ts";
import type { CallParts } from "./call-parts.ts";
import { CallScope } from "./call-scope.ts";
import { CallSound } from "./call-sound.ts";
import { isPhoneCall } from "./call-spec.ts";
import { CallStart } from "./call-start.ts";
import { CallerLink, type CallerLinkListener, type Departure } from "./caller-link.ts";
import { ClientOrders } from "./client-orders.ts";
import { closeCall } from "./close-call.ts";
import { Dialogue } from "./dialogue.ts";
import { PageState } from "./page-state.ts";
import { PhoneSide } from "./phone/phone-side.ts";
import { asksForConsent, createConsent, type RecordingConsent } from "./recording-consent.ts";
import { TakeOver } from "./take-over.ts";

/** One call, from its start in the host to its end. */
export class AgentCall {
  readonly sound: CallSound;
  readonly #scope: CallScope;
  readonly #page: PageState;
  readonly #link: CallerLink;
  readonly #start: CallStart;
  readonly #orders: ClientOrders;
  readonly #agents: AgentEvents;
  readonly #takeOver: TakeOver;
  readonly #parts: Promise<CallParts | undefined>;
  #hooks: CallHooks | undefined;
  #limits: CallLimits | undefined;
  #joined = false;
  #consent: RecordingConsent | undefined;
  #path: CallEventPayload<"caller.path"> = { path: "webrtc" };

  /** Creates the parts of the call in order: each gets the earlier parts that it needs. */
  constructor(options: AgentCallOptions) {
    const scope = new CallScope(options, {
      follow: (happening) => this.#follow(happening),
      end: (endedReason, message) => this.end(endedReason, message),
    });
    const link = new CallerLink({
      callerMayReturn: scope.spec.callerMayReturn ?? false,
      openTransport: options.openTransport,
      listener: this.#lineListener(scope),
    });
    const sound = new CallSound(scope, {
      link,
      onFrame: (callMs) => {
        if (scope.state === "talking") this.#hooks?.tick(callMs);
      },
    });
    const start = new CallStart(scope, link, {
      onReady: () => this.#beginTalking(),
      onSpeak: () => {
        if (scope.phone) scope.phone.begin();
        else scope.dialogue?.beginSpeaking();
        this.#consent?.begin();
      },
    });
    this.#scope = scope;
    this.#link = link;
    this.sound = sound;
    this.#start = start;
    this.#page = new PageState(scope.app);
    this.#takeOver = new TakeOver({ report: scope.report, onChanged: scope.guarded((isTaken) => this.#taken(isTaken)) });
    this.#orders = new ClientOrders(scope, { sound, start, takeOver: this.#takeOver });
    this.#agents = new AgentEvents(scope);
    this.#parts = options.createParts(this.#agents.listener).catch((error: unknown) => {
      scope.fault("The call could not be set up.", error);
      return undefined;
    });
    if (!isPhoneCall(scope.spec)) return;
    scope.phone = new PhoneSide(scope, {
      parts: this.#parts,
      // Two people talk to each other. The assistant's limits, including its maximum duration, do not apply to them.
      onConnected: () => {
        this.#limits?.stop();
        this.#takeOver.end();
      },
      onTakenBack: () => this.#limits?.touch(),
      onExtensionDialed: () => start.has("extension"),
    });
  }

  /** Only of a call by telephone. */
  get phone(): PhoneSide | undefined {
    return this.#scope.phone;
  }

  get simulatedCaller(): SimulatedCaller | undefined {
    return this.#scope.spec.simulatedCaller;
  }

  #follow(happening: CallHappening): void {
    this.#hooks?.follow(happening);
    this.#consent?.follow(happening);
    this.phone?.follow(happening);
  }

  /** Answers the caller's WebRTC offer with a session. The newest connected session is the caller's. Fails with `OfferError`. */
  async offer(offered: FarEnd): Promise<{ session: number; sdp: string }> {
    this.#refuseWhenEnded();
    const { farEnd, started } = whenConnecting(offered, () => this.#startDialogue());
    const [answer] = await Promise.all([this.#link.offer(farEnd), started]);
    this.#refuseWhenEnded();
    return answer;
  }

  /** Answers another offer of the session's connection, see `CallHostPool.restart`. Fails with `OfferError`. */
  restart(session: number, sdp: string): Promise<string> {
    return this.#link.restart(session, sdp);
  }

  /** The session's caller hangs up. True if the call continues: it waits for the caller, or the caller uses another session. */
  leave(session: number): boolean {
    return this.#link.leave(session) && !this.#scope.isEnded;
  }

  /** Starts the transcriber and prepares the first message while the connection is made. */
  async #startDialogue(): Promise<void> {
    const scope = this.#scope;
    const { clock, report, spec } = scope;
    const parts = await this.#parts;
    if (!parts || scope.dialogue || scope.isEnded) return;
    const dialogue = new Dialogue({
      assistant: spec.assistant,
      opensLater: asksForConsent(spec),
      parts,
      clock,
      report,
      onFrame: (pcm) => this.sound.send(pcm),
      onActivity: () => this.#limits?.touch(),
      onEnd: scope.end,
      onPhoneAct: scope.guarded((act: PhoneAct) => this.phone?.act(act)),
      onProblem: (message) => scope.log("warn", message),
    });
    scope.dialogue = dialogue;
    const acting = this.#acting(dialogue, parts);
    this.#hooks = new CallHooks({ ...acting, assistant: spec.assistant, ...(spec.team && { team: spec.team }) });
    this.#consent = createConsent({ ...acting, spec, startRecording: () => this.#startRecording() });
    if (parts.loadBackgroundSound) void this.sound.playBehind(parts.loadBackgroundSound);
    dialogue.start().then(
      () => this.#start.has("transcriber"),
      (error: unknown) => scope.fault("The speech session did not start.", error),
    );
  }

  /** The automatic parts of the dialogue: hooks, and the question for consent. */
  #acting(dialogue: Dialogue, { conversation }: CallParts) {
    const { host, report, tools } = this.#scope;
    return {
      dialogue,
      conversation,
      tools,
      report,
      random: host.random ?? Math.random,
      isReachable: () => !this.#link.isAway && !this.phone?.isWithoutAssistant && !this.#takeOver.isTaken,
      onPhoneAct: (act: PhoneAct) => this.phone?.act(act),
    };
  }

  #startRecording(): void {
    this.sound.record();
    this.#page.recordingStarted();
  }

  #lineListener(scope: CallScope): CallerLinkListener {
    return {
      onJoined: () => {
        if (!scope.isEnded) this.#join().catch((error: unknown) => scope.fault("The caller could not join.", error));
      },
      onAway: scope.guarded((departure) => this.#onAway(departure)),
      onReturned: scope.guarded(() => this.#onReturned()),
      onMoved: scope.guarded(() => this.#onMoved()),
      onGone: (why) => this.#onGone(why),
      onChannelOpen: scope.guarded((channel) => this.#onChannelOpen(channel)),
      onAudio: scope.guarded((pcm) => this.sound.hear(pcm)),
      onText: scope.guarded((channel, text) => this.#orders.read(channel, text)),
      onKey: scope.guarded((key) => this.phone?.pressed(key)),
      // Also what the end of the call cuts off.
      onSaid: (said) => scope.report({ type: "line-said", ...said }),
      onFault: (cause) => scope.fault("The call's connection failed.", cause),
    };
  }

  /** Starts the call's clock. */
  async #join(): Promise<void> {
    const { clock, host, meter, phone, report, spec } = this.#scope;
    this.#joined = true;
    this.#start.joined();
    this.#limits = this.#createLimits();
    clock.start();
    host.listener.onJoined(Date.now());
    phone?.dialExtension();
    this.sound.start();
    const parts = await this.#parts;
    if (!parts || this.#scope.isEnded) return;
    const { hearing } = parts;
    const started = {
      type: "call-started" as const,
      hearing,
      recording: spec.recordingPath !== undefined && !asksForConsent(spec),
      waitsForCallerMs: this.#link.waitsForCallerMs,
      hasBackgroundSound: parts.loadBackgroundSound !== undefined,
    };
    this.#page.started(started);
    report(started);
    this.#notePath();
    report({ type: "prompt-rendered", text: parts.conversation.systemPrompt });
    if (hearing === "browser" || hearing === "text")
      meter.add({ part: "transcriber", provider: "callwright", model: hearing, local: true, amounts: {} });
    this.#start.has("caller");
  }

  #onChannelOpen(channel: string): void {
    const { transport } = this.#link;
    const wasTalking = this.#scope.state === "talking";
    if (channel === TELEMETRY_CHANNEL && transport) this.#scope.app.openTelemetry(transport);
    if (channel !== APP_CHANNEL) return;
    this.#start.has("app channel");
    if (wasTalking && transport) this.#greetAgain(transport);
  }

  #beginTalking(): void {
    const { transport } = this.#link;
    const { app, dialogue, phone, report, spec } = this.#scope;
    if (!transport) return;
    this.#scope.state = "talking";
    this.#limits?.watchSilence();
    if (phone) phone.talkingStarted();
    else app.listen(transport);
    report({ type: "talking-started", assistantName: spec.assistant.name });
    const { videoRecordingEnabled: isVideoRecorded = ASSISTANT_DEFAULTS.artifactPlan.videoRecordingEnabled } =
      spec.assistant.artifactPlan ?? {};
    this.#start.speakAfter({ isVideoRecorded: isVideoRecorded && !phone });
    // The caller may have been away, and returned, before there was a channel.
    if (!this.#link.isAway) dialogue?.resumeSpeaking();
    this.#orders.begin();
  }

  // The caller leaves and returns

  #onAway(how: Departure): void {
    this.#scope.report({ type: "caller-left", how });
    this.#scope.dialogue?.standBy();
  }

  #onReturned(): void {
    this.#scope.report({ type: "caller-returned" });
    this.#limits?.touch();
    if (this.#start.hasAppChannel) this.#scope.dialogue?.resumeSpeaking();
  }

  #onMoved(): void {
    this.#notePath();
    this.#start.moved();
    this.#page.moved(this.#agents.current);
  }

  /** Reports how the caller's sound travels, when that is news. */
  #notePath(): void {
    const { path = { path: "webrtc" } } = this.#link.transport ?? {};
    if (path.path === this.#path.path) return;
    this.#path = path;
    this.#scope.report({ type: "path-changed", ...path });
  }

  #greetAgain(transport: MediaTransport): void {
    this.#page.greet(transport);
    this.#scope.dialogue?.recap();
    this.#scope.dialogue?.resumeSpeaking();
  }

  #onGone(why: Departure | "never-connected"): void {
    const wasStalled = why !== "never-connected" && this.sound.stallExplains(why);
    const mayHaveReturned = this.#joined && (this.#scope.spec.callerMayReturn ?? false);
    this.end(...endingOf(why, { wasStalled, mayHaveReturned }));
  }

  #createLimits(): CallLimits {
    const scope = this.#scope;
    const { assistant, callerMayReturn = false } = scope.spec;
    return new CallLimits({
      ...assistant,
      // Silence does not end the call while it waits for a lost caller; `CallerLink` limits that wait.
      isBusy: () =>
        scope.dialogue?.isBusy ||
        scope.phone?.isWithoutAssistant ||
        this.#takeOver.isTaken ||
        (this.#link.isAway && !callerMayReturn),
      onMaxDuration: () => this.end(ENDED_REASONS.exceededMaxDuration),
      onSilence: () => {
        if (this.#link.isAway) this.end(ENDED_REASONS.silenceTimedOut);
        else scope.dialogue?.sayFarewell(ENDED_REASONS.silenceTimedOut);
      },
    });
  }

  /** A person has the call: the assistant is not heard, and does nothing. */
  #taken(isTaken: boolean): void {
    const { dialogue, tools } = this.#scope;
    if (dialogue) dialogue.isTakenOver = isTaken;
    tools.isPaused = isTaken;
    this.#limits?.touch();
  }

  /** A supervisor sends what a client could send as an app message, takes the call over, or passes it on. */
  control(message: CallControl | ClientMessage, by: CallSupervisor): void {
    this.#scope.guard(() => this.#orders.control(message, by));
  }

  #refuseWhenEnded(): void {
    if (this.#scope.isEnded) throw new OfferError("ended", "the call has ended.");
  }

  /** Has no effect on an ended call. */
  end(reason: string, message?: string): void {
    const scope = this.#scope;
    if (scope.isEnded) return;
    const endedReason = this.phone?.reasonOf(reason) ?? reason;
    scope.close();
    this.#start.stop();
    this.#limits?.stop();
    this.#limits = undefined;
    this.#hooks?.close();
    this.#hooks = undefined;
    this.#consent?.close();
    this.#takeOver.end();
    this.phone?.close();
    void closeCall(scope, {
      ending: { endedReason, ...(message ? { message } : {}) },
      conversation: this.#parts.then((parts) => parts?.conversation),
      sound: this.sound,
      link: this.#link,
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
