import {
  AUDIO_LEVEL_INTERVAL_MS,
  BACKGROUND_SOUND_MAX_LEVEL,
  LOST_CALLER_TIMEOUT_MS,
  type RoomSocketReason,
  type ServerTelemetry,
} from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";
import type { CallMicrophone } from "../call-microphone.ts";
import type { JoinableCall } from "../create-web-call.ts";
import { BrowserRecognition } from "./browser-recognition.ts";
import type { ConnectionKeeper } from "./connection-keeper.ts";
import type { NetworkObserver } from "./network-observer.ts";
import { NoiseFilesMissing } from "./noise-files-missing.ts";
import { OutgoingSound } from "./outgoing-sound.ts";
import { PeerLink } from "./peer-link.ts";
import { NoPathFailure } from "./peer-waits.ts";
import { RemoteSound } from "./remote-sound.ts";
import { RoomAudio } from "./room-audio.ts";
import type { RoomEvents } from "./room-events.ts";
import type { RoomLink, RoomLinkEvents } from "./room-link.ts";
import type { InputDevices, RoomClock, RoomContext, RoomTransport } from "./room-transport.ts";
import { RoomVideo } from "./room-video.ts";
import { callTakenOver } from "./signalling.ts";
import { TelemetryChannel } from "./telemetry-channel.ts";

/** A codec may raise the peaks of a sound by a half. */
const BACKGROUND_LEVEL = 1.5 * BACKGROUND_SOUND_MAX_LEVEL;
/** Sound that waits to be played on a bad path, with a margin. */
const SPEECH_UNDERWAY_MS = 500;

/**
 * A room at a Callwright call host: sound both ways, the assistant's picture if there is one, messages and telemetry. The call goes over WebRTC. Where
 * the network lets none through, or no more of it, the room's websocket takes its place, without a picture.
 *
 * ```
 *   WebRTC ── no path at the join, no sound after an ICE restart ──▶ websocket ── breaks ──▶ another websocket …
 * ```
 */
export class DirectRoom implements RoomTransport {
  readonly #roomUrl: string;
  readonly #events: RoomEvents;
  /** The newest one that the call goes over. */
  #link: RoomLink;
  /** Is being opened, to take its place. */
  #nextLink: RoomLink | undefined;
  #telemetry: TelemetryChannel;
  readonly #sound = new RemoteSound();
  readonly #audio: RoomAudio;
  readonly #recognition: BrowserRecognition;
  readonly #microphone: CallMicrophone;
  readonly #outgoing: OutgoingSound;
  #sent: MediaStreamTrack | undefined;
  #network: NetworkObserver | undefined;
  #keeper: ConnectionKeeper | undefined;
  #hostWaitsMs: number = LOST_CALLER_TIMEOUT_MS;
  readonly #clock: RoomClock;
  readonly #video: RoomVideo;
  readonly callObject = null;
  #hushTimer: ReturnType<typeof setTimeout> | undefined;
  #isBrowserHearing = false;
  /** What had arrived when the last ICE restart was answered. */
  #restartedAt: { received: number | undefined } | undefined;
  #isLeft = false;

  constructor(context: RoomContext) {
    const { call, microphone, video, clock, events } = context;
    this.#roomUrl = call.webCallUrl;
    const { track } = microphone;
    this.#events = events;
    this.#sent = track;
    // Before anything that must be closed: it throws when a server's address is malformed.
    const link: RoomLink = new PeerLink(
      call,
      { track, receivesVideo: video.receives },
      this.#linkEvents(() => link),
    );
    this.#link = link;
    this.#audio = new RoomAudio();
    this.#microphone = microphone;
    this.#clock = clock;
    this.#video = new RoomVideo(context, this.#audio);
    this.#audio.listenToLocal(track);
    this.#telemetry = this.#listenTo(link);
    this.#recognition = new BrowserRecognition(languageOf(call), {
      onWords: (text, final) => this.#telemetry.send({ type: "recognized", text, final }),
      onFailed: (message) => this.#events.onRecognitionFailed(message),
    });
    this.#outgoing = new OutgoingSound(track, {
      onTrack: (processed) => this.#sendSound(processed),
      onNoiseCancellerFailed: (failure) => this.#events.onAudioProcessorError(failure),
    });
    microphone.connect((next) => this.#useMicrophone(next));
  }

  async join(signal: AbortSignal): Promise<void> {
    if (this.#microphone.failure) this.#events.onCameraError(this.#microphone.failure);
    await this.#link.open(signal).catch((error: unknown) => {
      if (!(error instanceof NoPathFailure)) throw error;
      return this.#takeWebsocket("udp-blocked", signal);
    });
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
    const { app } = this.#link;
    if (app.readyState !== "open") return false;
    app.send(data);
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
    this.#telemetry.close();
    this.#nextLink?.leave();
    this.#link.leave();
    this.#sound.close();
    await Promise.all([recorded, this.#outgoing.close(), this.#audio.close()]);
  }

  async #observeNetwork(): Promise<void> {
    const { NetworkObserver } = await import("./network-observer.ts");
    if (this.#isLeft) return;
    this.#network = new NetworkObserver(
      this.#clock,
      () => this.#link.getStats(),
      (quality) => this.#events.onNetworkQuality(quality),
    );
    this.#network.start();
  }

  async #keepConnection(): Promise<void> {
    const { ConnectionKeeper, onNetworkChange } = await import("./connection-keeper.ts");
    if (this.#isLeft) return;
    this.#keeper = new ConnectionKeeper({
      clock: this.#clock,
      hostWaitsMs: () => this.#hostWaitsMs,
      received: () => this.#link.received(),
      findPath: (signal) => this.#findPath(signal),
      onNetworkChange,
      onConnection: (event) => this.#events.onConnection({ type: this.#link.kind, event }),
      onLost: (failure) => this.#gone("lost", failure),
    });
    this.#keeper.start();
  }

  /** The network may be away: then an ICE restart is not answered either, and is tried again. */
  async #findPath(signal: AbortSignal): Promise<void> {
    if (this.#link.kind === "websocket" || this.#isPathDead) return this.#takeWebsocket("connection-lost", signal);
    await this.#link.findPath(signal);
    this.#restartedAt = { received: this.#link.received() };
  }

  /** An ICE restart was answered, and no sound has come since. */
  get #isPathDead(): boolean {
    const received = this.#link.received();
    return this.#restartedAt !== undefined && (received === undefined || received === this.#restartedAt.received);
  }

  async #takeWebsocket(reason: RoomSocketReason, signal: AbortSignal): Promise<void> {
    const { SocketLink } = await import("./socket-link.ts");
    signal.throwIfAborted();
    const roundTripMs = () => this.#telemetry.roundTripMs;
    const next: RoomLink = new SocketLink(
      { roomUrl: this.#roomUrl, reason, track: this.#sent, roundTripMs },
      this.#linkEvents(() => next),
    );
    this.#nextLink = next;
    const telemetry = this.#listenTo(next);
    try {
      await next.open(signal);
    } catch (error) {
      telemetry.close();
      next.drop();
      throw error;
    } finally {
      this.#nextLink = undefined;
    }
    const before = this.#link;
    this.#telemetry.close();
    [this.#link, this.#telemetry] = [next, telemetry];
    before.drop();
    await next.send(this.#sent);
  }

  #listenTo(link: RoomLink): TelemetryChannel {
    link.app.addEventListener("message", ({ data }) => {
      if (!this.#isLeft) this.#events.onAppMessage(String(data));
    });
    return new TelemetryChannel(link.telemetry, (message) => {
      // Another link of this page takes over.
      const isOfOld = link !== this.#link || this.#nextLink !== undefined;
      if (message.type !== "taken-over" || !isOfOld) this.#told(message);
    });
  }

  /** What was replaced is not heard any more. */
  #linkEvents(link: () => RoomLink): RoomLinkEvents {
    const isHeard = () => !this.#isLeft && (link() === this.#link || link() === this.#nextLink);
    return {
      onSound: (stream) => {
        if (isHeard()) void this.#play(stream, link());
      },
      onPicture: (track) => this.#show(track),
      onGone: (reason, failure) => {
        if (link() !== this.#link) return;
        if (reason === "lost" && this.#keeper) this.#keeper.broke();
        else this.#gone(reason, failure);
      },
    };
  }

  #gone(reason: "closed" | "lost", failure?: CallFailure): void {
    if (!this.#isLeft) this.#events.onGone(reason, failure);
  }

  async #play(stream: MediaStream, link: RoomLink): Promise<void> {
    this.#audio.listenToRemote(stream);
    this.#events.onPlayer(this.#sound.element);
    const playable = () => {
      if (this.#isLeft) return;
      this.#audio.resume();
      link.resume();
      this.#tellPlayable(link);
    };
    // If a call ends while its sound begins, play() rejects, and nobody needs that error.
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
      this.#tellPlayable(this.#link);
    };
    if (track.muted) track.addEventListener("unmute", show, { once: true });
    else show();
  }

  /** The sound may play before there is a channel to say so. */
  #tellPlayable({ app }: RoomLink): void {
    const isEarly = app.readyState === "connecting";
    if (isEarly) app.addEventListener("open", () => this.#events.onPlayable(), { once: true });
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
    this.#link.clear();
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

  /** The sent sound is also observed and recorded. */
  #sendSound(track: MediaStreamTrack | undefined): void {
    if (this.#isLeft) return;
    this.#sent = track;
    this.#audio.listenToLocal(track);
    this.#tellFailure(this.#link.send(track));
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
