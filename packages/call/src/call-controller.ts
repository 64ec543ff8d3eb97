import {
  type AssistantOverrides,
  type Call,
  type ClientMessageInput,
  type CreateAssistant,
  TARGET_MISSING_MESSAGE,
  VIDEO_RECORDING,
} from "@callwright/contract";
import type { DailyCall } from "@daily-co/daily-js";
import { ActiveCall } from "./active-call.ts";
import { AUDIO_SOURCE_WARNING, safeAudioOptions } from "./audio-options.ts";
import type { CallConfig, CallObjectOptions } from "./call-config.ts";
import type { CallEnvironment } from "./call-environment.ts";
import type { CallEvents } from "./call-events.ts";
import { CallFailure } from "./call-failure.ts";
import { CallReporter } from "./call-reporter.ts";
import { CallSetUp, describeCall } from "./call-set-up.ts";
import { type CallState, type CallStateEvent, nextCallState } from "./call-state.ts";
import { type CallTarget, createWebCall, type JoinableCall, type StartOptions, webCallBody } from "./create-web-call.ts";
import { listenToRoom } from "./listen-to-room.ts";
import type { RoomEvents } from "./room/room-events.ts";
import type { InputDevices, RoomTransport, ScreenSharingOptions } from "./room/room-transport.ts";
import { StartStages } from "./start-stages.ts";
import { TypedEmitter } from "./typed-emitter.ts";

export interface CallSettings {
  apiToken: string;
  apiBaseUrl: string;
  callConfig?: CallConfig;
  callObject?: CallObjectOptions;
}

/** Devices, with the field names of the hosted provider's clients. `false` and null keep the current device. */
export type InputDeviceOptions = { [Name in keyof InputDevices]: InputDevices[Name] | false | null };

/** How long `end` waits for the server to close the call. */
const END_GRACE_MS = 1_000;

/** A call object for any environment. In a browser, use `CallwrightCall`. */
export class CallController extends TypedEmitter<CallEvents> {
  readonly #environment: CallEnvironment;
  readonly #settings: CallSettings;
  readonly #callConfig: CallConfig;
  readonly #callObject: CallObjectOptions;
  readonly #report: CallReporter;
  #state: CallState = "idle";
  #active: ActiveCall | undefined;
  #volume = 1;
  #deviceId: string | undefined;

  constructor(environment: CallEnvironment, settings: CallSettings) {
    super();
    this.#environment = environment;
    this.#settings = settings;
    this.#report = new CallReporter(environment, (event, ...args) => this.emit(event, ...args));
    const { callConfig, callObject, warnings } = safeAudioOptions(settings);
    this.#callConfig = callConfig;
    this.#callObject = callObject;
    for (const warning of warnings) environment.log(warning);
  }

  get state(): CallState {
    return this.#state;
  }

  /**
   * Starts a call. A string is the id of an assistant, squad or workflow; an object is an inline definition.
   * Resolves with the call once its room is joined. `call-start` follows when the server is ready. Rejects without a target, or without
   * the address of a server.
   * If a call is already running or the start fails, emits the failure, cleans up and resolves with null.
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
    const validatingMs = this.#environment.nowMs();
    const validated = (status: "completed" | "failed", metadata?: Record<string, unknown>) =>
      this.#report.progress({
        stage: "validation",
        status,
        duration: this.#environment.nowMs() - validatingMs,
        ...(metadata ? { metadata } : {}),
      });
    this.#report.progress({ stage: "validation", status: "started" });
    const failure = mistakeIn(target, this.#settings);
    if (failure) {
      validated("failed", { error: failure.message });
      this.#report.error("validation-error", "input-validation", failure);
      throw failure;
    }
    const before = this.#active?.released;
    if (!this.#move("start")) {
      validated("failed", { reason: "already-started" });
      return null;
    }
    validated("completed");
    const { active, stages, setUp } = this.#activate(before);
    const kinds = { hasAssistant: Boolean(assistant), hasSquad: Boolean(squad), hasWorkflow: Boolean(workflow) };
    try {
      await stages.run("initialization", () => setUp.openMicrophone(), undefined, kinds);
      const request = { ...this.#settings, fetch: this.#environment.fetch, body: webCallBody(target, options) };
      const call = await setUp.create(() => createWebCall(request));
      await setUp.enter(call, false);
      this.#report.succeeded(stages, call.id);
      return call;
    } catch (error) {
      if (active.released === undefined)
        this.#report.startFailed(stages, error, { ...kinds, isMobile: this.#environment.isMobile });
      await this.#leave(active, undefined);
      return null;
    }
  }

  /**
   * Rejoins a running call, for example after a page reload. Retries while the server is busy or unreachable,
   * for at most 60 s. Unlike `start`, it rejects if it fails. The server is already ready, so
   * `call-start` follows as soon as everything is set up.
   */
  async reconnect(webCall: JoinableCall): Promise<void> {
    if (!webCall.webCallUrl) throw new CallFailure("room-address-missing", "webCallUrl is required for reconnection.");
    const before = this.#active?.released;
    if (!this.#move("start"))
      throw new CallFailure("already-started", "Cannot reconnect while a call is already in progress. Call stop() first.");
    const { active, stages, setUp } = this.#activate(before);
    active.rejoin(webCall);
    const { videoRecordingEnabled: hasVideoRecording, ...described } = describeCall(webCall);
    const metadata = { ...described, hasVideoRecording };
    try {
      await stages.run("reconnect-initialization", () => setUp.openMicrophone(), undefined, metadata);
      if (before !== undefined) await stages.run("cleanup-existing-call", () => active.unlessOver(before));
      await setUp.reenter(webCall);
      this.#report.succeeded(stages, webCall.id ?? "unknown");
      if (this.#move("listening")) this.emit("call-start");
    } catch (error) {
      if (active.released === undefined) {
        const { isMobile } = this.#environment;
        this.#report.reconnectFailed(stages, error, { isReconnect: true, isMobile, ...metadata });
      }
      await this.#leave(active, undefined);
      throw error;
    }
  }

  /** Hangs up. Resolves when the call is cleaned up. Does nothing without a call. */
  async stop(): Promise<void> {
    if (this.#active) await this.#leave(this.#active, "customer-ended-call");
  }

  /** Ends the call on the server too, even if it would continue after the caller leaves. */
  async end(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    if (this.send({ type: "end-call" })) await active.pause(END_GRACE_MS).catch(() => undefined);
    // Ends only this call, because the page may have started the next one in the meantime.
    await this.#leave(active, "customer-ended-call");
  }

  /** Sends a client message. Returns false without a call. */
  send(message: ClientMessageInput): boolean {
    return this.#running?.room?.send(JSON.stringify(message)) ?? false;
  }

  /** Makes the assistant say a text. Returns false without a call. */
  say(message: string, endCallAfterSpoken?: boolean, interruptionsEnabled = false, interruptAssistantEnabled = false): boolean {
    return this.send({ type: "say", message, endCallAfterSpoken, interruptionsEnabled, interruptAssistantEnabled });
  }

  /** Mutes or unmutes the microphone. Throws without a call. */
  setMuted(isMuted: boolean): void {
    if (!this.#running) throw noCall();
    this.#running.setMuted(isMuted);
  }

  /** False without a call. */
  isMuted(): boolean {
    return this.#running?.isMuted ?? false;
  }

  /** Uses this microphone, or the default one, in this call and later ones. Emits `camera-error` if it cannot be used. */
  async setInputDevice(deviceId?: string): Promise<void> {
    this.#deviceId = deviceId;
    const active = this.#running;
    const choice = active?.room?.setInputDevices({ audioDeviceId: deviceId ?? "default" }) ?? active?.microphone.choose(deviceId);
    await choice?.catch((error: unknown) => this.#report.cameraError(error));
  }

  /** Changes the devices or tracks of the running call. Rejects without a call. */
  async setInputDevicesAsync(options: InputDeviceOptions): Promise<void> {
    const room = this.#room();
    if (options.audioSource === false) this.#environment.log(AUDIO_SOURCE_WARNING);
    const devices: InputDevices = {
      audioDeviceId: options.audioDeviceId || undefined,
      audioSource: options.audioSource || undefined,
      videoDeviceId: options.videoDeviceId || undefined,
      videoSource: options.videoSource || undefined,
    };
    return room.setInputDevices(devices);
  }

  /** Sets the output device of the running call. Rejects without a call. */
  async setOutputDeviceAsync({ outputDeviceId }: { outputDeviceId: string }): Promise<void> {
    return this.#room().setOutputDevice(outputDeviceId);
  }

  /** Sets the gain of the microphone for this call; 1 is unchanged. Rejects without a call. */
  async increaseMicLevel(gain: number): Promise<void> {
    return this.#room().amplifyMicrophone(gain);
  }

  /**
   * Sets how loud the assistant is played, 0 to 1. It is kept for later calls, and can be set before one. Values outside are clamped; what
   * is not a finite number is ignored. What `volume-level` reports does not change. Safari on iOS leaves the volume to the device's keys.
   */
  setVolume(volume: number): void {
    if (!Number.isFinite(volume)) return;
    this.#volume = Math.min(1, Math.max(0, volume));
    const player = this.getAudioPlayer();
    if (player) player.volume = this.#volume;
  }

  /** The element that plays the assistant: null until the sound arrives, and without a call. It is not in the page. */
  getAudioPlayer(): HTMLAudioElement | null {
    return this.#running?.player ?? null;
  }

  /**
   * Starts the video recording, or tries again after `recording-error`. A call is recorded by itself if its `artifactPlan` says so. Resolves when the
   * recording runs. A direct room is recorded once, from a page that has not recorded it yet. Rejects without a call.
   */
  async startRecording(): Promise<void> {
    await this.#room().startVideoRecording(VIDEO_RECORDING);
  }

  /** Ends the video recording. The call goes on. Does nothing without a call or a recording. */
  async stopRecording(): Promise<void> {
    await this.#running?.room?.stopVideoRecording();
  }

  /** The daily-js object in a Daily room, otherwise null. */
  getDailyCallObject(): DailyCall | null {
    return this.#running?.room?.callObject ?? null;
  }

  /** Level of the microphone, 0 to 1. 0 without a call or while it is not observed. */
  getLocalAudioLevel(): number {
    return this.#running?.room?.localLevel() ?? 0;
  }

  /** Emits `local-volume-level` at this interval (default 100 ms). Every call starts with it. Rejects without a call. */
  async startLocalAudioLevelObserver(intervalMs?: number): Promise<void> {
    return this.#room().observeLocalLevel(intervalMs);
  }

  stopLocalAudioLevelObserver(): void {
    this.#running?.room?.stopObservingLocalLevel();
  }

  isLocalAudioLevelObserverRunning(): boolean {
    return this.#running?.room?.isObservingLocalLevel() ?? false;
  }

  /** Shares the screen, in Daily rooms. Rejects without a call. */
  async startScreenSharing(
    displayMediaOptions?: ScreenSharingOptions["displayMediaOptions"],
    screenVideoSendSettings?: ScreenSharingOptions["screenVideoSendSettings"],
  ): Promise<void> {
    return this.#room().startScreenSharing({ displayMediaOptions, screenVideoSendSettings });
  }

  async stopScreenSharing(): Promise<void> {
    return this.#room().stopScreenSharing();
  }

  /** The current call. */
  get #running(): ActiveCall | undefined {
    return this.#active?.released === undefined ? this.#active : undefined;
  }

  #room(): RoomTransport {
    const room = this.#running?.room;
    if (!room) throw noCall();
    return room;
  }

  /** Starts a call: creates its resources and its start stages. */
  #activate(before: Promise<void> | undefined) {
    const environment = this.#environment;
    const report = this.#report;
    const active = new ActiveCall(environment, {
      onMicrophone: (opened) => this.emit("microphone", opened.state),
      onSpeaking: (isSpeaking) => this.emit(isSpeaking ? "speech-start" : "speech-end"),
      onReleaseFailed: (error) => report.error("daily-error", "call", error),
      onPageLeft: () => void this.#leave(active, "customer-ended-call"),
    });
    if (this.#callObject.startAudioOff) active.setMuted(true);
    this.#active = active;
    const stages = new StartStages(environment, (progress) => report.progress(progress));
    const events = listenToRoom(active, {
      report,
      log: (message) => environment.log(message),
      onListening: () => this.#move("listening") && this.emit("call-start"),
      onPlayer: (player) => this.#usePlayer(active, player),
      onGone: (reason, failure) => this.#gone(active, reason, failure),
    });
    const config = this.#callConfig;
    const callObject = { ...this.#callObject, ...(this.#deviceId ? { audioSource: this.#deviceId } : {}) };
    const move = (event: CallStateEvent) => this.#move(event);
    const setUp = new CallSetUp({ environment, active, stages, report, events, config, callObject, before, move });
    return { active, stages, setUp };
  }

  #usePlayer(active: ActiveCall, player: HTMLAudioElement | undefined): void {
    active.player = player;
    if (!player) return;
    player.volume = this.#volume;
    this.emit("audio", player);
  }

  #gone(active: ActiveCall, reason: Parameters<RoomEvents["onGone"]>[0], cause: CallFailure | undefined): void {
    if (active.released !== undefined) return;
    const failure = cause ?? new CallFailure("connection-lost", "The connection to the call was lost.");
    // `start` waits for the room and rejects with this.
    if (this.#state === "joining") active.interrupt(failure);
    else {
      if (reason === "lost" && !active.isEndTold) this.#report.error("daily-error", "call", failure);
      void this.#leave(active, reason === "left" ? "customer-ended-call" : undefined);
    }
  }

  /** The only way to end a call. `endedReason` is used if the server sent none. */
  #leave(active: ActiveCall, endedReason: string | undefined): Promise<void> {
    if (active.released !== undefined) return active.released;
    const wasJoined = this.#state === "joined" || this.#state === "connected";
    const released = active.release().then(() => {
      if (this.#active !== active) return;
      this.#active = undefined;
      this.#move("cleaned");
    });
    this.#move("leave");
    active.speaking.stop();
    if (wasJoined) {
      this.emit("call-end");
      if (!active.isEndTold) {
        active.isEndTold = true;
        this.emit("message", { type: "status-update", status: "ended", ...(endedReason ? { endedReason } : {}) });
      }
    }
    return released;
  }

  /** Advances the state machine. Returns false if the event does not apply in this state. */
  #move(event: CallStateEvent): boolean {
    const next = nextCallState(this.#state, event);
    if (!next) return false;
    this.#state = next;
    this.emit("state", next, this.#active?.call);
    return true;
  }
}

/** What a page has to correct before any call. */
function mistakeIn({ assistant, squad, workflow }: CallTarget, { apiBaseUrl }: CallSettings): CallFailure | undefined {
  if (!assistant && !squad && !workflow) return new CallFailure("target-missing", TARGET_MISSING_MESSAGE);
  return apiBaseUrl ? undefined : new CallFailure("server-address-missing", ADDRESS_MISSING_MESSAGE);
}

const ADDRESS_MISSING_MESSAGE =
  "The server's address is missing. Pass it as the second argument of the constructor, or set CALLWRIGHT_URL (docs/call-sdk.md).";

function noCall(): CallFailure {
  return new CallFailure("no-call", "Call object is not available.");
}
