import { AUDIO_LEVEL_INTERVAL_MS, SPEAKER_NAME } from "@callwright/contract";
import type { DailyCall, DailyDeviceInfos, DailyEventObjectRecordingError } from "@daily-co/daily-js";
import { CallFailure } from "../call-failure.ts";
import { openMicrophone, stateOf } from "../microphone.ts";
import { listenToDaily } from "./daily-events.ts";
import { dailyFailure } from "./daily-failure.ts";
import { DailyMicrophoneGain, type GainTools } from "./daily-microphone-gain.ts";
import { DailySpeaker, type SpeakerSound } from "./daily-speaker.ts";
import { OutgoingSound } from "./outgoing-sound.ts";
import { RemoteSound } from "./remote-sound.ts";
import type { RoomEvents } from "./room-events.ts";
import type {
  InputDevices,
  RoomClock,
  RoomContext,
  RoomTransport,
  ScreenSharingOptions,
  VideoRecordingOptions,
} from "./room-transport.ts";

/** Longest wait for Daily to leave a room. */
const DESTROY_MAX_MS = 5_000;

/** What a room at Daily needs of the browser besides Daily. */
export interface DailyRoomTools extends GainTools {
  createSound(): SpeakerSound;
}

export const BROWSER_TOOLS: DailyRoomTools = {
  openMicrophone,
  createOutgoingSound: (microphone, events) => new OutgoingSound(microphone, events),
  createSound: () => new RemoteSound(),
};

/**
 * A room at Daily. Its call object opens the devices; tracks are subscribed to one by one, and only the assistant is played.
 *
 * ```
 *  created ──join──▶ joining ──▶ joined ──left-meeting, error──▶ gone        (the call is notified and leaves)
 *     └───────────────┴────leave─┴──────────leave──────────────────┴──▶ destroyed
 * ```
 */
export class DailyRoom implements RoomTransport {
  readonly callObject: DailyCall;
  readonly #context: RoomContext;
  readonly #events: RoomEvents;
  readonly #speaker: DailySpeaker;
  readonly #gain: DailyMicrophoneGain;
  readonly #stopListening: () => void;
  /** Aborted when the room is left. */
  readonly #over = new AbortController();
  readonly #subscribed = new Set<string>();
  /** The caller's choice, or the owner's order. Daily itself reports it only some time later. */
  #isMuted: boolean;
  /** How the call object was created. */
  readonly #joinsMuted: boolean;
  #isJoined = false;
  #isRecording = false;
  #leaving: Promise<void> | undefined;

  constructor(call: DailyCall, context: RoomContext, tools: DailyRoomTools) {
    const { events, config, callObject, microphone } = context;
    this.callObject = call;
    this.#joinsMuted = microphone.isMuted;
    this.#isMuted = microphone.isMuted;
    this.#context = context;
    this.#events = events;
    this.#speaker = new DailySpeaker(config.speakerName ?? SPEAKER_NAME, events, () => tools.createSound());
    this.#gain = new DailyMicrophoneGain(call, tools, events);
    const { audioSource } = callObject;
    if (typeof audioSource === "string") void this.#gain.choose({ audioDeviceId: audioSource });
    if (typeof audioSource === "object") void this.#gain.choose({ audioSource });
    this.#stopListening = listenToDaily(call, {
      events,
      speaker: this.#speaker,
      onMicrophone: (microphone) => {
        // Daily also names a device that it does not have yet, or that was refused.
        const audio = call.participants().local?.tracks?.audio;
        if (audio && !audio.blocked && !this.#gain.isOn) this.#tellMicrophone(microphone);
      },
      onParticipant: (sessionId) => this.#subscribe(sessionId),
      onMutedByOwner: () => {
        this.#isMuted = true;
      },
      // Until the room is joined, the join itself reports the failure.
      onGone: (reason, failure) => this.#isJoined && events.onGone(reason, failure),
    });
  }

  async join(signal: AbortSignal): Promise<void> {
    const url = this.#context.call.webCallUrl;
    await asked(() => this.callObject.join({ url, subscribeToTracksAutomatically: false }), "The room could not be joined.");
    signal.throwIfAborted();
    this.#isJoined = true;
    // Daily ignores earlier requests.
    if (this.#isMuted !== this.#joinsMuted) this.setMuted(this.#isMuted);
    for (const [id, { local }] of Object.entries(this.callObject.participants())) if (!local) this.#subscribe(id);
  }

  async startVideoRecording(options: VideoRecordingOptions): Promise<{ delaySeconds: number }> {
    const recording = startDailyRecording(this.callObject, options, this.#context.clock, this.#over.signal);
    this.#isRecording = true;
    return recording;
  }

  async stopVideoRecording(): Promise<void> {
    if (!this.#isRecording) return;
    this.#isRecording = false;
    this.callObject.stopRecording();
  }

  async observeAudio(): Promise<{ intervalMs: number }> {
    await asked(() => this.callObject.startRemoteParticipantsAudioLevelObserver(AUDIO_LEVEL_INTERVAL_MS));
    await this.observeLocalLevel().catch((failure: CallFailure) => this.#events.onLocalLevelFailed(failure));
    return { intervalMs: AUDIO_LEVEL_INTERVAL_MS };
  }

  async processAudio(): Promise<Record<string, unknown>> {
    await this.#setProcessor("noise-cancellation");
    return { noiseCancellation: "daily" };
  }

  async disableAudioProcessing(): Promise<void> {
    await this.#setProcessor("none");
  }

  send(data: string): boolean {
    if (this.callObject.meetingState() !== "joined-meeting") return false;
    try {
      this.callObject.sendAppMessage(data);
      return true;
    } catch (error) {
      this.#events.onFailure(dailyFailure(error, "The message could not be sent."));
      return false;
    }
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    // Never discards the track: recent Chrome then loses the microphone.
    if (this.#isJoined) this.callObject.setLocalAudio(!isMuted);
  }

  isMuted(): boolean {
    return this.#isMuted;
  }

  async setInputDevices({ audioDeviceId, audioSource, videoDeviceId, videoSource }: InputDevices): Promise<void> {
    const isAudioChosen = audioDeviceId !== undefined || audioSource !== undefined;
    if (isAudioChosen) await this.#gain.choose({ audioDeviceId, audioSource });
    const audio = this.#gain.isOn ? {} : { ...(audioDeviceId ? { audioDeviceId } : {}), ...(audioSource ? { audioSource } : {}) };
    const devices = { ...audio, ...(videoDeviceId ? { videoDeviceId } : {}), ...(videoSource ? { videoSource } : {}) };
    if (Object.keys(devices).length === 0) return;
    const { mic } = await asked(() => this.callObject.setInputDevicesAsync(devices));
    // While amplifying, Daily is given a track, and the gain knows the device behind it.
    if (this.#over.signal.aborted || this.#gain.isOn) return;
    if (audioSource) this.#events.onMicrophone(stateOf(audioSource));
    else if (audioDeviceId) this.#tellMicrophone(mic);
  }

  async setOutputDevice(outputDeviceId: string): Promise<void> {
    await asked(() => this.callObject.setOutputDeviceAsync({ outputDeviceId }));
    await this.#speaker.playOn(outputDeviceId);
  }

  amplifyMicrophone(factor: number): Promise<void> {
    return this.#gain.amplify(factor);
  }

  localLevel(): number {
    return this.callObject.getLocalAudioLevel();
  }

  async observeLocalLevel(intervalMs = AUDIO_LEVEL_INTERVAL_MS): Promise<void> {
    await asked(() => this.callObject.startLocalAudioLevelObserver(intervalMs));
  }

  stopObservingLocalLevel(): void {
    this.callObject.stopLocalAudioLevelObserver();
  }

  isObservingLocalLevel(): boolean {
    return this.callObject.isLocalAudioLevelObserverRunning();
  }

  async startScreenSharing({ displayMediaOptions, screenVideoSendSettings }: ScreenSharingOptions): Promise<void> {
    this.callObject.startScreenShare({ displayMediaOptions, screenVideoSendSettings });
  }

  async stopScreenSharing(): Promise<void> {
    this.callObject.stopScreenShare();
  }

  /** Settles when the call object is destroyed; undefined before the room is left. */
  get leaving(): Promise<void> | undefined {
    return this.#leaving;
  }

  leave(): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    this.#stopListening();
    this.#over.abort();
    this.#speaker.close();
    if (this.#isRecording && this.#isJoined) this.callObject.stopRecording();
    await Promise.all([this.#gain.close(), this.#destroy()]);
  }

  /** Daily leaves the room first and waits for that. A leave that hangs must not block the page. */
  #destroy(): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#context.clock.schedule(resolve, DESTROY_MAX_MS);
      this.callObject.destroy().then(resolve, reject).finally(cancel);
    });
  }

  #subscribe(sessionId: string): void {
    if (this.#subscribed.has(sessionId)) return;
    this.#subscribed.add(sessionId);
    const setSubscribedTracks = { audio: true, video: this.#context.video.receives };
    this.callObject.updateParticipant(sessionId, { setSubscribedTracks });
  }

  /** Reports Daily's microphone, which replaces the one of the permission prompt. */
  #tellMicrophone(microphone: DailyDeviceInfos["mic"]): void {
    if (!("deviceId" in microphone)) return;
    // Daily knows no label before the device is open.
    const { deviceId, label = "" } = microphone;
    this.#events.onMicrophone({ status: "active", deviceId, label });
  }

  async #setProcessor(type: "noise-cancellation" | "none"): Promise<void> {
    await asked(() => this.callObject.updateInputSettings({ audio: { processor: { type } } }));
  }
}

/** Daily throws, or rejects with, plain objects; a failure has a code and a sentence. */
async function asked<Answer>(request: () => Promise<Answer>, fallback = "The room at Daily refused."): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    throw dailyFailure(error, fallback);
  }
}

/** How long a recording may take to begin. The platform itself waits no longer. */
const RECORDING_START_MAX_MS = 25_000;

/** Asks Daily to record the room; resolves when Daily confirms it. */
function startDailyRecording(
  call: DailyCall,
  { widthPx, heightPx, background }: VideoRecordingOptions,
  clock: RoomClock,
  signal: AbortSignal,
): Promise<{ delaySeconds: number }> {
  const askedMs = clock.nowMs();
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      cancelTimeout();
      signal.removeEventListener("abort", left);
      call.off("recording-started", started);
      call.off("recording-error", failed);
      then();
    };
    const started = () => settle(() => resolve({ delaySeconds: (clock.nowMs() - askedMs) / 1000 }));
    const failed = ({ errorMsg }: DailyEventObjectRecordingError) =>
      settle(() => reject(new CallFailure("video-recording-failed", errorMsg || "The video recording could not be started.")));
    const left = () => settle(() => reject(signal.reason));
    const cancelTimeout = clock.schedule(
      () =>
        settle(() => reject(new CallFailure("video-recording-timeout", "The video recording did not begin within 25 seconds."))),
      RECORDING_START_MAX_MS,
    );
    signal.addEventListener("abort", left);
    call.on("recording-started", started);
    call.on("recording-error", failed);
    call.startRecording({ width: widthPx, height: heightPx, backgroundColor: background, layout: { preset: "default" } });
  });
}
