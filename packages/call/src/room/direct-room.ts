import {
  APP_CHANNEL,
  AUDIO_LEVEL_INTERVAL_MS,
  BACKGROUND_SOUND_MAX_LEVEL,
  LOST_CALLER_TIMEOUT_MS,
  type ServerTelemetry,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";
import type { CallMicrophone } from "../call-microphone.ts";
import type { JoinableCall } from "../create-web-call.ts";
import { BrowserRecognition } from "./browser-recognition.ts";
import type { ConnectionKeeper } from "./connection-keeper.ts";
import type { NetworkObserver } from "./network-observer.ts";
import { NoiseFilesMissing } from "./noise-files-missing.ts";
import { OutgoingSound } from "./outgoing-sound.ts";
import { untilGathered, untilOpen } from "./peer-waits.ts";
import { RemoteSound } from "./remote-sound.ts";
import { RoomAudio } from "./room-audio.ts";
import type { RoomEvents } from "./room-events.ts";
import type { InputDevices, RoomClock, RoomContext, RoomTransport } from "./room-transport.ts";
import { RoomVideo } from "./room-video.ts";
import { callTakenOver, hangUp, patchSession, postOffer } from "./signalling.ts";
import { TelemetryChannel } from "./telemetry-channel.ts";

/** A codec may raise the peaks of a sound by a half. */
const BACKGROUND_LEVEL = 1.5 * BACKGROUND_SOUND_MAX_LEVEL;
/** Sound that waits to be played on a bad path, with a margin. */
const SPEECH_UNDERWAY_MS = 500;

/**
 * A room at a Callwright call host: one peer connection, audio both ways, the assistant's picture if there is one, two data channels. The offer carries all candidates
 * (no trickling), the answer all of the host's.
 */
export class DirectRoom implements RoomTransport {
  readonly #roomUrl: string;
  readonly #events: RoomEvents;
  readonly #peer: RTCPeerConnection;
  readonly #app: RTCDataChannel;
  readonly #telemetry: TelemetryChannel;
  readonly #sound = new RemoteSound();
  readonly #audio: RoomAudio;
  readonly #recognition: BrowserRecognition;
  readonly #sender: RTCRtpSender;
  readonly #microphone: CallMicrophone;
  readonly #outgoing: OutgoingSound;
  #network: NetworkObserver | undefined;
  #keeper: ConnectionKeeper | undefined;
  #hostWaitsMs: number = LOST_CALLER_TIMEOUT_MS;
  readonly #clock: RoomClock;
  readonly #video: RoomVideo;
  readonly callObject = null;
  #sessionUrl: string | undefined;
  #hushTimer: ReturnType<typeof setTimeout> | undefined;
  #isBrowserHearing = false;
  #isLeft = false;

  constructor(context: RoomContext) {
    const { call, microphone, video, clock, events } = context;
    this.#roomUrl = call.webCallUrl;
    // Before anything that must be closed: it throws when a server's address is malformed.
    this.#peer = new RTCPeerConnection({ iceServers: call.transport?.iceServers ?? [] });
    this.#audio = new RoomAudio();
    this.#app = this.#peer.createDataChannel(APP_CHANNEL);
    this.#events = events;
    this.#microphone = microphone;
    this.#clock = clock;
    this.#video = new RoomVideo(context, this.#audio);
    this.#audio.listenToLocal(microphone.track);
    this.#telemetry = new TelemetryChannel(this.#peer.createDataChannel(TELEMETRY_CHANNEL), (message) => this.#told(message));
    this.#recognition = new BrowserRecognition(languageOf(call), {
      onWords: (text, final) => this.#telemetry.send({ type: "recognized", text, final }),
      onFailed: (message) => this.#events.onRecognitionFailed(message),
    });
    // Send and receive even without a microphone: one that is allowed or connected later needs no new offer.
    this.#sender = this.#peer.addTransceiver(microphone.track ?? "audio", { direction: "sendrecv" }).sender;
    if (video.receives) this.#peer.addTransceiver("video", { direction: "recvonly" });
    this.#outgoing = new OutgoingSound(microphone.track, {
      onTrack: (track) => this.#sendSound(track),
      onNoiseCancellerFailed: (failure) => this.#events.onAudioProcessorError(failure),
    });
    microphone.connect((track) => this.#useMicrophone(track));
    this.#listen();
  }

  async join(signal: AbortSignal): Promise<void> {
    if (this.#microphone.failure) this.#events.onCameraError(this.#microphone.failure);
    await this.#peer.setLocalDescription();
    await untilGathered(this.#peer, signal);
    const answer = await postOffer(this.#roomUrl, this.#peer.localDescription?.sdp ?? "", signal);
    this.#sessionUrl = answer.sessionUrl;
    signal.throwIfAborted();
    await this.#peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
    await untilOpen(this.#app, signal);
    this.#tellFailure(this.#observeNetwork());
    this.#tellFailure(this.#keepConnection());
  }

  startVideoRecording(): Promise<{ delaySeconds: number }> {
    return this.#video.startRecording();
  }

  stopVideoRecording(): Promise<void> {
    return this.#video.stopRecording();
  }

  async observeAudio(): Promise<{ intervalMs: number }> {
    this.#audio.observeRemoteLevel((level) => this.#events.onRemoteLevel(level));
    await this.observeLocalLevel();
    return { intervalMs: AUDIO_LEVEL_INTERVAL_MS };
  }

  async observeLocalLevel(intervalMs = AUDIO_LEVEL_INTERVAL_MS): Promise<void> {
    this.#audio.observeLocalLevel((level) => this.#events.onLocalLevel(level), intervalMs);
  }

  stopObservingLocalLevel(): void {
    this.#audio.stopObservingLocalLevel();
  }

  isObservingLocalLevel(): boolean {
    return this.#audio.isObservingLocalLevel;
  }

  localLevel(): number {
    return this.isObservingLocalLevel() ? this.#audio.localLevel() : 0;
  }

  async processAudio(): Promise<Record<string, unknown>> {
    try {
      await this.#outgoing.cancelNoise();
    } catch (error) {
      if (error instanceof NoiseFilesMissing) return { noiseCancellation: "none", warning: error.message };
      throw error;
    }
    const { echoCancellation, noiseSuppression, autoGainControl } = this.#microphone.track?.getSettings() ?? {};
    return { noiseCancellation: "rnnoise", echoCancellation, noiseSuppression, autoGainControl };
  }

  async disableAudioProcessing(): Promise<void> {
    this.#outgoing.stopCancellingNoise();
  }

  send(data: string): boolean {
    if (this.#app.readyState !== "open") return false;
    this.#app.send(data);
    return true;
  }

  setMuted(isMuted: boolean): void {
    this.#microphone.setMuted(isMuted);
    this.#recognize();
  }

  isMuted(): boolean {
    return this.#microphone.isMuted;
  }

  async setInputDevices({ audioDeviceId, audioSource, videoDeviceId, videoSource }: InputDevices): Promise<void> {
    const camera = videoSource ?? videoDeviceId;
    if (camera) await this.#video.showCamera(camera);
    if (audioSource) this.#microphone.borrow(audioSource);
    else if (audioDeviceId) await this.#microphone.choose(audioDeviceId === "default" ? undefined : audioDeviceId);
  }

  setOutputDevice(deviceId: string): Promise<void> {
    return this.#sound.playOn(deviceId);
  }

  async amplifyMicrophone(factor: number): Promise<void> {
    this.#outgoing.amplify(factor);
  }

  startScreenSharing(): Promise<void> {
    return unsupported("screen-sharing-unsupported", "The screen can be shared in rooms at Daily only.");
  }

  stopScreenSharing(): Promise<void> {
    return unsupported("screen-sharing-unsupported", "The screen can be shared in rooms at Daily only.");
  }

  async leave(): Promise<void> {
    if (this.#isLeft) return;
    this.#isLeft = true;
    const recorded = this.#video.stop();
    this.#network?.stop();
    this.#keeper?.stop();
    this.#recognition.stop();
    // A closing channel reaches the host within milliseconds; the peer's own state would take it 17 s.
    this.#telemetry.close();
    this.#app.close();
    this.#peer.close();
    this.#sound.close();
    // Without a session nobody has joined. The empty room is released, so that it does not count until its timeout.
    hangUp(this.#sessionUrl ?? this.#roomUrl);
    await Promise.all([recorded, this.#outgoing.close(), this.#audio.close()]);
  }

  async #observeNetwork(): Promise<void> {
    const { NetworkObserver } = await import("./network-observer.ts");
    if (this.#isLeft) return;
    this.#network = new NetworkObserver(
      this.#clock,
      () => this.#peer.getStats(),
      (quality) => this.#events.onNetworkQuality(quality),
    );
    this.#network.start();
  }

  async #keepConnection(): Promise<void> {
    const { ConnectionKeeper, onNetworkChange } = await import("./connection-keeper.ts");
    if (this.#isLeft) return;
    this.#keeper = new ConnectionKeeper({
      peer: this.#peer,
      clock: this.#clock,
      hostWaitsMs: () => this.#hostWaitsMs,
      signal: (sdp, signal) => patchSession(this.#sessionUrl ?? this.#roomUrl, sdp, signal),
      onNetworkChange,
      onConnection: (event) => this.#events.onConnection({ type: "peer-to-peer", event }),
      onLost: (failure) => this.#gone("lost", failure),
    });
    this.#keeper.start();
  }

  #listen(): void {
    this.#app.addEventListener("message", ({ data }) => this.#events.onAppMessage(String(data)));
    this.#app.addEventListener("close", () => this.#gone("closed"));
    this.#peer.addEventListener("track", ({ track }) => {
      if (track.kind === "video") this.#show(track);
      else void this.#play(new MediaStream([track]));
    });
    this.#peer.addEventListener("connectionstatechange", () => {
      // Until there is somebody to mend it.
      if (this.#peer.connectionState === "failed" && !this.#keeper) this.#gone("lost");
    });
  }

  #gone(reason: "closed" | "lost", failure?: CallFailure): void {
    if (!this.#isLeft) this.#events.onGone(reason, failure);
  }

  async #play(stream: MediaStream): Promise<void> {
    this.#audio.listenToRemote(stream);
    this.#events.onPlayer(this.#sound.element);
    const playable = () => {
      if (this.#isLeft) return;
      this.#audio.resume();
      this.#tellPlayable();
    };
    // A call that ends while its sound begins rejects play(); there is nobody left to tell.
    const isPlaying = await this.#sound.play(stream).catch(() => undefined);
    if (this.#isLeft || isPlaying === undefined) return;
    if (isPlaying) return playable();
    this.#events.onSoundBlocked();
    this.#sound.playWhenTouched(playable);
  }

  /** A track is muted until its first frames arrive. */
  #show(track: MediaStreamTrack): void {
    const show = () => {
      if (this.#isLeft) return;
      this.#events.onVideo(track);
      this.#tellPlayable();
    };
    if (track.muted) track.addEventListener("unmute", show, { once: true });
    else show();
  }

  /** The sound may play before there is a channel to say so. */
  #tellPlayable(): void {
    const isEarly = this.#app.readyState === "connecting";
    if (isEarly) this.#app.addEventListener("open", () => this.#events.onPlayable(), { once: true });
    else this.#events.onPlayable();
  }

  #told(message: ServerTelemetry): void {
    if (this.#isLeft) return;
    if (message.type === "speech-hushed") this.#hush();
    if (message.type === "speech-resumed") this.#unhush();
    if (message.type === "speech-started") {
      this.#unhush();
      this.#audio.findOnset((atMs) => this.#telemetry.tellAudible(message.turn, atMs));
    }
    if (message.type === "taken-over") this.#gone("lost", callTakenOver());
    if (message.type === "session") {
      this.#hostWaitsMs = message.waitsForCallerMs;
      if (message.hasBackgroundSound) this.#audio.backgroundLevel = BACKGROUND_LEVEL;
      this.#isBrowserHearing = message.hearing === "browser";
      this.#recognize();
    }
    this.#events.onTelemetry(message);
  }

  /** A background sound continues after the rest of the interrupted speech has arrived and was dropped. */
  #hush(): void {
    this.#unhush();
    this.#sound.hush(true);
    if (this.#audio.backgroundLevel > 0) this.#hushTimer = setTimeout(() => this.#unhush(), SPEECH_UNDERWAY_MS);
  }

  #unhush(): void {
    clearTimeout(this.#hushTimer);
    this.#sound.hush(false);
  }

  #useMicrophone(track: MediaStreamTrack | undefined): void {
    if (this.#isLeft) return;
    if (this.#microphone.failure) this.#events.onCameraError(this.#microphone.failure);
    this.#outgoing.use(track);
    this.#recognize();
  }

  /** What is sent is what is observed and recorded. */
  #sendSound(track: MediaStreamTrack | undefined): void {
    if (this.#isLeft) return;
    this.#audio.listenToLocal(track);
    this.#tellFailure(this.#sender.replaceTrack(track ?? null));
  }

  /** Nothing waits for this work. The call continues if it fails, and errors after leaving the room are ignored. */
  #tellFailure(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#isLeft) this.#events.onFailure(error);
    });
  }

  #recognize(): void {
    if (this.#isBrowserHearing && this.#microphone.track && !this.#microphone.isMuted) this.#recognition.start();
    else this.#recognition.stop();
  }
}

function unsupported(code: string, message: string): Promise<never> {
  return Promise.reject(new CallFailure(code, message));
}

/** The language the caller is to be heard in. Default: English, as the platform's transcribers. */
function languageOf(call: JoinableCall): string {
  const { transcriber } = (call.assistant ?? {}) as { transcriber?: { language?: string } };
  return transcriber?.language ?? "en-US";
}
