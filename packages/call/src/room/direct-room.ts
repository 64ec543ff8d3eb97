import { APP_CHANNEL, AUDIO_LEVEL_INTERVAL_MS, type Call, type ServerTelemetry, TELEMETRY_CHANNEL } from "@callwright/contract";
import { BrowserRecognition } from "./browser-recognition.ts";
import { untilGathered, untilOpen } from "./peer-waits.ts";
import { RemoteSound } from "./remote-sound.ts";
import { RoomAudio } from "./room-audio.ts";
import type { RoomContext, RoomEvents, RoomTransport } from "./room-transport.ts";
import { hangUp, postOffer } from "./signalling.ts";
import { TelemetryChannel } from "./telemetry-channel.ts";

/**
 * A room at a Callwright call host: one peer connection, audio both ways, two data channels. The offer carries all candidates
 * (no trickling), the answer all of the host's.
 */
export class DirectRoom implements RoomTransport {
  readonly #roomUrl: string;
  readonly #events: RoomEvents;
  readonly #peer: RTCPeerConnection;
  readonly #app: RTCDataChannel;
  readonly #telemetry: TelemetryChannel;
  readonly #sound = new RemoteSound();
  readonly #audio = new RoomAudio();
  readonly #recognition: BrowserRecognition;
  readonly #sender: RTCRtpSender;
  #microphone: MediaStreamTrack | undefined;
  #sessionUrl: string | undefined;
  #isBrowserHearing = false;
  #isMuted = false;
  #isLeft = false;

  constructor({ call, microphone, events }: RoomContext) {
    this.#roomUrl = call.webCallUrl;
    this.#peer = new RTCPeerConnection({ iceServers: call.transport?.iceServers ?? [] });
    this.#app = this.#peer.createDataChannel(APP_CHANNEL);
    this.#events = events;
    this.#microphone = microphone;
    this.#audio.listenToLocal(microphone);
    this.#telemetry = new TelemetryChannel(this.#peer.createDataChannel(TELEMETRY_CHANNEL), (message) => this.#told(message));
    this.#recognition = new BrowserRecognition(languageOf(call), {
      onWords: (text, final) => this.#telemetry.send({ type: "recognised", text, final }),
      onFailed: (message) => this.#events.onRecognitionFailed(message),
    });
    // Send and receive even without a microphone: one that is allowed or connected later needs no new offer.
    this.#sender = this.#peer.addTransceiver(microphone ?? "audio", { direction: "sendrecv" }).sender;
    this.#listen();
  }

  async join(signal: AbortSignal): Promise<void> {
    await this.#peer.setLocalDescription();
    await untilGathered(this.#peer, signal);
    const answer = await postOffer(this.#roomUrl, this.#peer.localDescription?.sdp ?? "", signal);
    this.#sessionUrl = answer.sessionUrl;
    signal.throwIfAborted();
    await this.#peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
    await untilOpen(this.#app, signal);
  }

  async observeAudio(): Promise<{ intervalMs: number }> {
    this.#audio.observeLevels((remote, local) => {
      this.#events.onRemoteLevel(remote);
      this.#events.onLocalLevel(local);
    });
    return { intervalMs: AUDIO_LEVEL_INTERVAL_MS };
  }

  async describeAudioProcessing(): Promise<Record<string, unknown>> {
    const { echoCancellation, noiseSuppression, autoGainControl } = this.#microphone?.getSettings() ?? {};
    return { echoCancellation, noiseSuppression, autoGainControl };
  }

  send(data: string): boolean {
    if (this.#app.readyState !== "open") return false;
    this.#app.send(data);
    return true;
  }

  async useMicrophone(track: MediaStreamTrack | undefined): Promise<void> {
    this.#microphone = track;
    this.#audio.listenToLocal(track);
    await this.#sender.replaceTrack(track ?? null);
    this.#recognise();
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#recognise();
  }

  async leave(): Promise<void> {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#recognition.stop();
    // A closing channel reaches the host within milliseconds; the peer's own state would take it 17 s.
    this.#telemetry.close();
    this.#app.close();
    this.#peer.close();
    this.#sound.close();
    // Without a session nobody has joined: the room itself is given back, so that it holds no place until it times out.
    hangUp(this.#sessionUrl ?? this.#roomUrl);
    await this.#audio.close();
  }

  #listen(): void {
    this.#app.addEventListener("message", ({ data }) => this.#events.onAppMessage(String(data)));
    this.#app.addEventListener("close", () => this.#gone("closed"));
    this.#peer.addEventListener("track", ({ track }) => void this.#play(new MediaStream([track])));
    this.#peer.addEventListener("connectionstatechange", () => {
      const state = this.#peer.connectionState;
      if (this.#isLeft) return;
      if (state === "connected") this.#events.onConnection("connected");
      if (state === "disconnected") this.#events.onConnection("interrupted");
      if (state === "failed") this.#gone("lost");
    });
  }

  #gone(reason: "closed" | "lost"): void {
    if (!this.#isLeft) this.#events.onGone(reason);
  }

  async #play(stream: MediaStream): Promise<void> {
    this.#audio.listenToRemote(stream);
    const playable = () => {
      if (this.#isLeft) return;
      this.#audio.resume();
      this.#events.onPlayable();
    };
    // A call that ends while its sound begins rejects play(); there is nobody left to tell.
    const isPlaying = await this.#sound.play(stream).catch(() => undefined);
    if (this.#isLeft || isPlaying === undefined) return;
    if (isPlaying) return playable();
    this.#events.onSoundBlocked();
    this.#sound.playWhenTouched(playable);
  }

  #told(message: ServerTelemetry): void {
    if (this.#isLeft) return;
    if (message.type === "speech-started") {
      this.#audio.findOnset((atMs) => this.#telemetry.tellAudible(message.turn, atMs));
    }
    if (message.type === "session") {
      this.#isBrowserHearing = message.hearing === "browser";
      this.#recognise();
    }
    this.#events.onTelemetry(message);
  }

  #recognise(): void {
    if (this.#isBrowserHearing && this.#microphone && !this.#isMuted) this.#recognition.start();
    else this.#recognition.stop();
  }
}

/** The language the caller is to be heard in. Default: English, as the platform's transcribers. */
function languageOf(call: Call): string {
  const { transcriber } = (call.assistant ?? {}) as { transcriber?: { language?: string } };
  return transcriber?.language ?? "en-US";
}
