import {
  type AssistantOverrides,
  type Call,
  type ClientMessageInput,
  type CreateAssistant,
  LISTENING,
  MOBILE_PERMISSION_WAIT_MS,
  PLAYABLE,
  type ServerMessage,
  TARGET_MISSING_MESSAGE,
} from "@callwright/contract";
import { ActiveCall } from "./active-call.ts";
import type { CallEnvironment } from "./call-environment.ts";
import type { CallEvents, StartStage } from "./call-events.ts";
import { type CallErrorType, CallFailure, describeError } from "./call-failure.ts";
import { type CallState, type CallStateEvent, nextCallState } from "./call-state.ts";
import { type CallTarget, createWebCall, type JoinableCall, type StartOptions, webCallBody } from "./create-web-call.ts";
import type { MicrophoneState } from "./microphone.ts";
import type { RoomEvents } from "./room/room-events.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import { volumeOf } from "./speaking-detector.ts";
import { StartStages } from "./start-stages.ts";
import { TypedEmitter } from "./typed-emitter.ts";

export interface CallSettings {
  apiToken: string;
  apiBaseUrl: string;
}

/** How long `end` gives the other side to close the call itself. */
const END_GRACE_MS = 1_000;

const ERROR_OF_STAGE: Partial<Record<StartStage, CallErrorType>> = {
  "daily-call-object-creation": "daily-call-object-creation-error",
  "daily-call-join": "daily-call-join-error",
};

/** A call object over any environment. In a browser use `CallwrightCall`. */
export class CallController extends TypedEmitter<CallEvents> {
  readonly #environment: CallEnvironment;
  readonly #settings: CallSettings;
  #state: CallState = "idle";
  #active: ActiveCall | undefined;
  #deviceId: string | undefined;

  constructor(environment: CallEnvironment, settings: CallSettings) {
    super();
    this.#environment = environment;
    this.#settings = settings;
  }

  get state(): CallState {
    return this.#state;
  }

  /**
   * Start a call. A string names a stored assistant, squad or workflow; an object is used as it is.
   * Answers the call once its room is joined; `call-start` follows when the other side is ready. Without a target it rejects;
   * when a call is already running, or the start fails, it answers null, after the failure was emitted and all is cleaned up.
   */
  async start(
    assistant?: CreateAssistant | string,
    assistantOverrides?: AssistantOverrides,
    squad?: Record<string, unknown> | string,
    workflow?: Record<string, unknown> | string,
    workflowOverrides?: Record<string, unknown>,
    options?: StartOptions,
  ): Promise<Call | null> {
    const target: CallTarget = { assistant, assistantOverrides, squad, workflow, workflowOverrides };
    if (!assistant && !squad && !workflow) {
      const failure = new CallFailure("target-missing", TARGET_MISSING_MESSAGE);
      this.#emitError("validation-error", "input-validation", failure);
      throw failure;
    }
    const before = this.#active?.released;
    if (!this.#move("start")) {
      this.emit("call-start-progress", {
        stage: "validation",
        status: "failed",
        timestamp: this.#environment.timestamp(),
        metadata: { reason: "already-started" },
      });
      return null;
    }
    const active = this.#activate();
    const stages = new StartStages(this.#environment, (progress) => this.emit("call-start-progress", progress));
    try {
      return await this.#run(active, stages, target, options, before);
    } catch (error) {
      await this.#startFailed(active, stages, target, error);
      return null;
    }
  }

  /** Hang up. Resolves when nothing of the call is left; does nothing without a call. */
  async stop(): Promise<void> {
    if (this.#active) await this.#leave(this.#active, "customer-ended-call");
  }

  /** End the call on the other side too, even when it was to survive the caller's leaving. */
  async end(): Promise<void> {
    const active = this.#active;
    if (active && this.send({ type: "end-call" })) await active.pause(END_GRACE_MS).catch(() => undefined);
    await this.stop();
  }

  /** Send a message to the other side. False when there is no call to carry it. */
  send(message: ClientMessageInput): boolean {
    return this.#active?.room?.send(JSON.stringify(message)) ?? false;
  }

  /** Let the assistant say something. False when there is no call. */
  say(message: string, endCallAfterSpoken?: boolean, interruptionsEnabled = false, interruptAssistantEnabled = false): boolean {
    return this.send({ type: "say", message, endCallAfterSpoken, interruptionsEnabled, interruptAssistantEnabled });
  }

  /** Mute the microphone, or open it again. Throws without a call. */
  setMuted(isMuted: boolean): void {
    if (!this.#active) throw new Error("Call object is not available.");
    (this.#active.room ?? this.#active.microphone).setMuted(isMuted);
  }

  /** False without a call. */
  isMuted(): boolean {
    return this.#active?.room?.isMuted() ?? this.#active?.microphone.isMuted ?? false;
  }

  /** Use this microphone in the running call and in those after it; the default one when none is named. */
  async setInputDevice(deviceId?: string): Promise<MicrophoneState | undefined> {
    this.#deviceId = deviceId;
    return this.#active?.microphone.use(deviceId);
  }

  async #run(
    active: ActiveCall,
    stages: StartStages,
    target: CallTarget,
    options: StartOptions | undefined,
    before: Promise<void> | undefined,
  ): Promise<Call> {
    const { signal } = active;
    // A person who is asked for the microphone may take longer than a room waits: ask first, unless nobody will be asked.
    const wasAsked = await stages.run("initialization", () => this.#prepare(active, before), undefined, targetKinds(target));
    const microphone = wasAsked ? undefined : active.microphone.use(this.#deviceId);
    const body = webCallBody(target, options);
    const call = await stages.run(
      "web-call-creation",
      () => active.create(() => createWebCall({ ...this.#settings, fetch: this.#environment.fetch, body })),
      ({ id, artifactPlan, assistant }) => ({
        callId: id,
        videoRecordingEnabled: artifactPlan?.videoRecordingEnabled ?? false,
        voiceProvider: voiceProviderOf(assistant) ?? "unknown",
      }),
    );
    signal.throwIfAborted();
    this.#move("created");
    const room = await stages.run("daily-call-object-creation", async () => {
      await microphone;
      return active.createRoom(this.#roomContext(active, call));
    });
    if (this.#environment.isMobile) await stages.run("mobile-permissions", () => active.pause(MOBILE_PERMISSION_WAIT_MS));
    else stages.skip("mobile-permissions", "skipped-not-mobile");
    await stages.run("daily-call-join", () => room.join(signal));
    signal.throwIfAborted();
    this.#move("joined");
    await this.#setUp(room, stages, call);
    signal.throwIfAborted();
    const timestamp = this.#environment.timestamp();
    this.emit("call-start-success", { callId: call.id, totalDuration: stages.totalMs, timestamp });
    return call;
  }

  /** Was the microphone asked for? */
  async #prepare(active: ActiveCall, before: Promise<void> | undefined): Promise<boolean> {
    await before;
    const isGranted = await this.#environment.isMicrophoneGranted();
    if (!isGranted) await active.microphone.use(this.#deviceId);
    active.signal.throwIfAborted();
    return !isGranted;
  }

  /** What may fail without ending the call. */
  async #setUp(room: RoomTransport, stages: StartStages, call: Call): Promise<void> {
    if (call.artifactPlan?.videoRecordingEnabled) {
      await this.#optional("video-recording-setup", "video-recording-setup-error", stages, async () => {
        throw new CallFailure("video-recording-unsupported", "This room does not record video. The sound is recorded.");
      });
    } else stages.skip("video-recording-setup", "skipped-not-enabled");
    await this.#optional("audio-observer-setup", "audio-observer-setup-error", stages, () => room.observeAudio());
    await this.#optional("audio-processing-setup", "audio-processing-setup-error", stages, () => room.processAudio());
  }

  async #optional(
    stage: StartStage,
    errorType: CallErrorType,
    stages: StartStages,
    work: () => Promise<Record<string, unknown>>,
  ): Promise<void> {
    try {
      await stages.run(stage, work, (metadata) => metadata);
    } catch (error) {
      this.#emitError(errorType, stage, error);
    }
  }

  #activate(): ActiveCall {
    const active = new ActiveCall(this.#environment, {
      onMicrophone: (opened) => {
        this.emit("microphone", opened.state);
      },
      onSpeaking: (isSpeaking) => this.emit(isSpeaking ? "speech-start" : "speech-end"),
      onPageLeft: () => void this.#leave(active, "customer-ended-call"),
    });
    this.#active = active;
    return active;
  }

  #roomContext(active: ActiveCall, call: JoinableCall): RoomContext {
    const isRecorded = call.artifactPlan?.videoRecordingEnabled ?? false;
    return {
      call,
      isRejoin: false,
      microphone: active.microphone,
      video: { sends: isRecorded, receives: isRecorded || voiceProviderOf(call.assistant) === "tavus" },
      config: {},
      callObject: {},
      clock: this.#environment,
      events: this.#roomEvents(active),
    };
  }

  #roomEvents(active: ActiveCall): RoomEvents {
    return {
      onAppMessage: (data) => this.#received(active, data),
      onTelemetry: (message) => this.emit("telemetry", message),
      onPlayable: () => void active.room?.send(PLAYABLE),
      onSoundBlocked: () =>
        this.#emitError(
          "daily-error",
          "call",
          new CallFailure("sound-blocked", "The browser holds the sound back. Click anywhere on the page to hear the assistant."),
        ),
      onRemoteLevel: (level) => {
        this.emit("volume-level", volumeOf(level));
        active.speaking.observe(level);
      },
      onLocalLevel: (level) => this.emit("local-volume-level", volumeOf(level)),
      onConnection: (connection) => this.emit("network-connection", connection),
      onVideo: (track) => this.emit("video", track),
      onLocalLevelFailed: () => undefined,
      onParticipantUpdated: (participant) => this.emit("daily-participant-updated", participant),
      onParticipantLeft: () => undefined,
      onNetworkQuality: (quality) => this.emit("network-quality-change", quality),
      onCameraError: () => undefined,
      onAudioProcessorError: () => undefined,
      onRecording: (event, detail) => this.emit(event, detail),
      onFailure: (error) => this.#emitError("daily-error", "call", error),
      onGone: (reason) => this.#gone(active, reason),
      onRecognitionFailed: (message) =>
        this.#emitError("transcriber-error", "call", new CallFailure("recognition-unavailable", message)),
    };
  }

  #received(active: ActiveCall, data: string): void {
    if (data === LISTENING) {
      if (this.#move("listening")) this.emit("call-start");
      return;
    }
    const message = parseMessage(data);
    if (!message) {
      this.#environment.log("a message of the call could not be read and was ignored.");
      return;
    }
    if (message.type === "status-update" && message.status === "ended") {
      if (active.isEndTold) return;
      active.isEndTold = true;
    }
    this.emit("message", message);
  }

  #gone(active: ActiveCall, reason: "closed" | "lost"): void {
    if (reason === "lost" && !active.isEndTold)
      this.#emitError("daily-error", "call", new CallFailure("connection-lost", "The connection to the call was lost."));
    void this.#leave(active, undefined);
  }

  /** The one way out of a call. `endedReason` is told when the other side has not told its own. */
  #leave(active: ActiveCall, endedReason: string | undefined): Promise<void> {
    if (active.released !== undefined) return active.released;
    const wasJoined = this.#state === "joined" || this.#state === "connected";
    const released = active.release().then(() => {
      if (this.#active !== active) return;
      this.#active = undefined;
      this.#move("cleaned");
    });
    this.#move("leave");
    if (wasJoined) {
      this.emit("call-end");
      if (!active.isEndTold) {
        active.isEndTold = true;
        this.emit("message", { type: "status-update", status: "ended", ...(endedReason ? { endedReason } : {}) });
      }
    }
    return released;
  }

  async #startFailed(active: ActiveCall, stages: StartStages, target: CallTarget, error: unknown): Promise<void> {
    if (active.signal.aborted) return active.released;
    const { message, code } = describeError(error);
    const stage = stages.current;
    const errorType = ERROR_OF_STAGE[stage];
    const totalDuration = stages.totalMs;
    if (errorType) this.#emitError(errorType, stage, error, totalDuration);
    const context = { ...targetKinds(target), isMobile: this.#environment.isMobile };
    const timestamp = this.#environment.timestamp();
    this.emit("call-start-failed", { stage, totalDuration, error: message, code, timestamp, context });
    this.#emitError("start-method-error", stage, error, totalDuration);
    await this.#leave(active, undefined);
  }

  #emitError(type: CallErrorType, stage: string, error: unknown, totalDuration?: number): void {
    const timestamp = this.#environment.timestamp();
    this.emit("error", {
      type,
      stage,
      error: describeError(error),
      timestamp,
      ...(totalDuration === undefined ? {} : { totalDuration }),
    });
  }

  /** Move the state machine; false when the event means nothing in this state. */
  #move(event: CallStateEvent): boolean {
    const next = nextCallState(this.#state, event);
    if (!next) return false;
    this.#state = next;
    this.emit("state", next, this.#active?.call);
    return true;
  }
}

function targetKinds({ assistant, squad, workflow }: CallTarget) {
  return { hasAssistant: Boolean(assistant), hasSquad: Boolean(squad), hasWorkflow: Boolean(workflow) };
}

function voiceProviderOf(assistant: Call["assistant"]): string | undefined {
  const { voice } = (assistant ?? {}) as { voice?: { provider?: string } };
  return voice?.provider;
}

function parseMessage(data: string): ServerMessage | undefined {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
