import {
  type AssistantOverrides,
  type Call,
  type ClientMessageInput,
  type CreateAssistant,
  TARGET_MISSING_MESSAGE,
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

/** Devices as clients of the hosted provider name them. `false` and null leave a device as it is. */
export type InputDeviceOptions = { [Name in keyof InputDevices]: InputDevices[Name] | false | null };

/** How long `end` gives the other side to close the call itself. */
const END_GRACE_MS = 1_000;

/** A call object over any environment. In a browser use `CallwrightCall`. */
export class CallController extends TypedEmitter<CallEvents> {
  readonly #environment: CallEnvironment;
  readonly #settings: CallSettings;
  readonly #callConfig: CallConfig;
  readonly #callObject: CallObjectOptions;
  readonly #report: CallReporter;
  #state: CallState = "idle";
  #active: ActiveCall | undefined;
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
      this.#report.error("validation-error", "input-validation", failure);
      throw failure;
    }
    const before = this.#active?.released;
    if (!this.#move("start")) {
      this.#report.progress({ stage: "validation", status: "failed", metadata: { reason: "already-started" } });
      return null;
    }
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
   * Join a call that is still running, after a reload of the page for instance. A server that is busy or cannot be reached is asked again,
   * for 60 s at most. Unlike `start` it rejects when it fails. The other side has long been ready and need not say so again, so
   * `call-start` is emitted as soon as everything is set up.
   */
  async reconnect(webCall: JoinableCall): Promise<void> {
    if (!webCall.webCallUrl) throw new CallFailure("room-address-missing", "webCallUrl is required for reconnection.");
    const before = this.#active?.released;
    if (!this.#move("start"))
      throw new CallFailure("already-started", "Cannot reconnect while a call is already in progress. Call stop() first.");
    const { active, stages, setUp } = this.#activate(before);
    active.rejoin(webCall);
    const { videoRecordingEnabled: hasVideoRecording, ...described } = describeCall(webCall);
    try {
      const metadata = { ...described, hasVideoRecording };
      await stages.run("reconnect-initialization", () => setUp.openMicrophone(), undefined, metadata);
      if (before !== undefined) await stages.run("cleanup-existing-call", () => active.unlessOver(before));
      await setUp.reenter(webCall);
      this.#report.succeeded(stages, webCall.id ?? "unknown");
      if (this.#move("listening")) this.emit("call-start");
    } catch (error) {
      if (active.released === undefined) this.#report.reconnectFailed(stages, error);
      await this.#leave(active, undefined);
      throw error;
    }
  }

  /** Hang up. Resolves when nothing of the call is left; does nothing without a call. */
  async stop(): Promise<void> {
    if (this.#active) await this.#leave(this.#active, "customer-ended-call");
  }

  /** End the call on the other side too, even when it was to survive the caller's leaving. */
  async end(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    if (this.send({ type: "end-call" })) await active.pause(END_GRACE_MS).catch(() => undefined);
    // This call and no other: the page may have started the next one meanwhile.
    await this.#leave(active, "customer-ended-call");
  }

  /** Send a message to the other side. False when there is no call to carry it. */
  send(message: ClientMessageInput): boolean {
    return this.#running?.room?.send(JSON.stringify(message)) ?? false;
  }

  /** Let the assistant say something. False when there is no call. */
  say(message: string, endCallAfterSpoken?: boolean, interruptionsEnabled = false, interruptAssistantEnabled = false): boolean {
    return this.send({ type: "say", message, endCallAfterSpoken, interruptionsEnabled, interruptAssistantEnabled });
  }

  /** Mute the microphone, or open it again. Throws without a call. */
  setMuted(isMuted: boolean): void {
    if (!this.#running) throw noCall();
    this.#running.setMuted(isMuted);
  }

  /** False without a call. */
  isMuted(): boolean {
    return this.#running?.isMuted ?? false;
  }

  /** Use this microphone in the running call and in those after it; the default one when none is named. One that cannot be used is told by `camera-error`. */
  async setInputDevice(deviceId?: string): Promise<void> {
    this.#deviceId = deviceId;
    const active = this.#running;
    const choice = active?.room?.setInputDevices({ audioDeviceId: deviceId ?? "default" }) ?? active?.microphone.choose(deviceId);
    await choice?.catch((error: unknown) => this.#report.namedError("camera-error", error));
  }

  /** Change the devices, or the tracks, of the running call. Throws without a call. */
  setInputDevicesAsync(options: InputDeviceOptions): Promise<void> {
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

  /** Play the assistant on this device in the running call. Throws without a call. */
  setOutputDeviceAsync({ outputDeviceId }: { outputDeviceId: string }): Promise<void> {
    return this.#room().setOutputDevice(outputDeviceId);
  }

  /** Amplify the microphone in use, and those chosen later in this call, by a factor; 1 is as it comes. Throws without a call. */
  increaseMicLevel(gain: number): Promise<void> {
    return this.#room().amplifyMicrophone(gain);
  }

  /** The object of daily-js, in a room of Daily; else null. */
  getDailyCallObject(): DailyCall | null {
    return this.#running?.room?.callObject ?? null;
  }

  /** Level of the microphone, 0 to 1; 0 without a call, or while it is not observed. */
  getLocalAudioLevel(): number {
    return this.#running?.room?.localLevel() ?? 0;
  }

  /** Tell `local-volume-level` every so many milliseconds (default 100). A call does so from its beginning. Throws without a call. */
  startLocalAudioLevelObserver(intervalMs?: number): Promise<void> {
    return this.#room().observeLocalLevel(intervalMs);
  }

  stopLocalAudioLevelObserver(): void {
    this.#running?.room?.stopObservingLocalLevel();
  }

  isLocalAudioLevelObserverRunning(): boolean {
    return this.#running?.room?.isObservingLocalLevel() ?? false;
  }

  /** Show the screen to the other side, in rooms of Daily. Throws without a call. */
  startScreenSharing(
    displayMediaOptions?: ScreenSharingOptions["displayMediaOptions"],
    screenVideoSendSettings?: ScreenSharingOptions["screenVideoSendSettings"],
  ): Promise<void> {
    return this.#room().startScreenSharing({ displayMediaOptions, screenVideoSendSettings });
  }

  stopScreenSharing(): Promise<void> {
    return this.#room().stopScreenSharing();
  }

  /** The call, until it is left. */
  get #running(): ActiveCall | undefined {
    return this.#active?.released === undefined ? this.#active : undefined;
  }

  #room(): RoomTransport {
    const room = this.#running?.room;
    if (!room) throw noCall();
    return room;
  }

  /** A call begins: what it holds, and the steps to it. */
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
      onGone: (reason, failure) => this.#gone(active, reason, failure),
    });
    const config = this.#callConfig;
    const callObject = { ...this.#callObject, ...(this.#deviceId ? { audioSource: this.#deviceId } : {}) };
    const move = (event: CallStateEvent) => this.#move(event);
    const setUp = new CallSetUp({ environment, active, stages, report, events, config, callObject, before, move });
    return { active, stages, setUp };
  }

  #gone(active: ActiveCall, reason: Parameters<RoomEvents["onGone"]>[0], cause: CallFailure | undefined): void {
    if (active.released !== undefined) return;
    const failure = cause ?? new CallFailure("connection-lost", "The connection to the call was lost.");
    // Whoever starts the call waits for the room, and is told.
    if (this.#state === "joining") active.interrupt(failure);
    else {
      if (reason === "lost" && !active.isEndTold) this.#report.error("daily-error", "call", failure);
      void this.#leave(active, reason === "left" ? "customer-ended-call" : undefined);
    }
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

  /** Move the state machine; false when the event means nothing in this state. */
  #move(event: CallStateEvent): boolean {
    const next = nextCallState(this.#state, event);
    if (!next) return false;
    this.#state = next;
    this.emit("state", next, this.#active?.call);
    return true;
  }
}

function noCall(): CallFailure {
  return new CallFailure("no-call", "Call object is not available.");
}
