import { guarded } from "@callwright/contract";
import { AudioFrame, AudioResampler } from "@livekit/rtc-node";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { KeyDetector } from "./key-detector.ts";
import {
  type DialedPeer,
  type MediaTransport,
  OfferError,
  type TransportEnd,
  type TransportListener,
  type TransportStats,
} from "./media-transport.ts";
import { RateFilter } from "./rate-filter.ts";
import {
  checkOffer,
  maxTextBytes,
  requireSdp,
  withPublicAddress,
  withRefusedMedia,
  withShortPackets,
  withSpeechParameters,
  withTelephoneCodecs,
} from "./sdp.ts";
import { SoundInbox } from "./sound-inbox.ts";
import { TextChannels } from "./text-channels.ts";
import type { VideoSource } from "./video-feed.ts";
import {
  type AudioData,
  type AudioSink,
  type AudioSource,
  type DataChannel,
  MediaStream,
  type MediaTrack,
  type PeerConfiguration,
  type PeerConnection,
  RTCAudioSink,
  RTCAudioSource,
  RTCPeerConnection,
  RTCVideoSource,
  type Transceiver,
} from "./wrtc.ts";

export interface WebRtcOptions extends PeerConfiguration {
  /** Put into host candidates instead of the machine's own addresses. Not towards Janus. */
  publicIp?: string;
  /** The video for a caller whose offer has video. Default: none. */
  video?: VideoSource;
}

const GATHERING_TIMEOUT_MS = 2_000;
/** After how long libwebrtc reports a silent peer. */
const SILENT_MS = 8_000;
/** ICE, DTLS and SCTP take 0.2 s on a good path and some seconds through TURN. */
const CONNECT_TIMEOUT_MS = 20_000;

/** Answers an offer (non-trickle: all candidates are in the SDP). Fails with `OfferError`. */
export async function openWebRtcTransport(
  offerSdp: string,
  options: WebRtcOptions,
  listener: TransportListener,
): Promise<{ transport: MediaTransport; answerSdp: string }> {
  checkOffer(offerSdp);
  return opened(new WebRtcTransport(options, listener, maxTextBytes(offerSdp)), offerSdp);
}

/**
 * The same for a telephone: Opus, G.722 or G.711, keys, no channel for texts, one connection. A hang-up comes through the signaling; that the peer
 * stops answering is a safety net. `restart` renews the offer: the telephone holds the call, takes it back or changes its codec.
 */
export async function openPhoneTransport(
  offerSdp: string,
  options: WebRtcOptions,
  listener: TransportListener,
): Promise<{ transport: MediaTransport; answerSdp: string }> {
  return opened(new WebRtcTransport(options, withKeys(listener), 0, true), offerSdp);
}

/** A telephone that is called: `answerSdp` is an offer for it, and its answer connects. */
export async function openDialedTransport(
  peer: DialedPeer,
  options: WebRtcOptions,
  listener: TransportListener,
): Promise<{ transport: MediaTransport; answerSdp: string }> {
  const transport = new WebRtcTransport(options, withKeys(listener), 0, true);
  const offer = await closedOnFailure(transport, transport.offer());
  peer.onOffered((...answer) => closedOnFailure(transport, transport.take(...answer)));
  return { transport, answerSdp: offer };
}

/** Keys are found in the sound. */
function withKeys(listener: TransportListener): TransportListener {
  const keys = new KeyDetector((key) => listener.onKey(key));
  return {
    ...listener,
    onAudio(pcm) {
      keys.push(pcm);
      // Key tones are removed, so that no transcriber reads them as words.
      listener.onAudio(keys.isHeld ? pcm.fill(0) : pcm);
    },
  };
}

async function opened(transport: WebRtcTransport, offerSdp: string): Promise<{ transport: MediaTransport; answerSdp: string }> {
  return { transport, answerSdp: await closedOnFailure(transport, transport.open(offerSdp)) };
}

async function closedOnFailure<Value>(transport: WebRtcTransport, opening: Promise<Value>): Promise<Value> {
  try {
    return await opening;
  } catch (error) {
    transport.close();
    throw error;
  }
}

class WebRtcTransport implements MediaTransport {
  readonly maxTextBytes: number;
  #peer: PeerConnection;
  #publicIp: string | undefined;
  #video: VideoSource | undefined;
  #stopVideo: (() => void) | undefined;
  #listener: TransportListener;
  /** One stream for sound and picture, so that the caller's side keeps them synchronized. */
  #stream = new MediaStream();
  #source: AudioSource = new RTCAudioSource();
  #track: MediaTrack = this.#source.createTrack();
  #remoteTrack: MediaTrack | undefined;
  #sink: AudioSink | undefined;
  readonly #heard: SoundInbox<AudioData>;
  #channels: TextChannels;
  #filter: RateFilter | undefined;
  #resampler: AudioResampler | undefined;
  readonly #isPhone: boolean;
  /** The telephone still rings. Its sound, such as a ring tone of its network, is not the caller's. */
  #isEarly = false;
  #wasTaken = false;
  #connected = false;
  #interrupted = false;
  #closed = false;
  #connectTimer: NodeJS.Timeout | undefined;

  constructor(
    { iceServers, portRange, publicIp, video }: WebRtcOptions,
    listener: TransportListener,
    textMaxBytes: number,
    isPhone = false,
  ) {
    this.maxTextBytes = textMaxBytes;
    this.#isPhone = isPhone;
    this.#listener = listener;
    this.#publicIp = publicIp;
    this.#video = video;
    // Closing channels reveal a hang-up within milliseconds; the connection's state needs 17 s.
    this.#channels = new TextChannels(textMaxBytes, {
      onChannelOpen: (label) => listener.onChannelOpen(label),
      onText: (label, text) => listener.onText(label, text),
      onClosed: () => this.#end("hung-up"),
      onFault: listener.onFault,
    });
    this.#peer = new RTCPeerConnection({ iceServers, ...(portRange ? { portRange } : {}) });
    const { onFault } = listener;
    const hear = (data: AudioData) => {
      for (const pcm of this.#toSpeechRate(data)) if (!this.#isEarly) listener.onAudio(pcm);
    };
    this.#heard = new SoundInbox(guarded(onFault, hear));
    this.#peer.onconnectionstatechange = guarded(onFault, () => this.#onConnectionState());
    this.#peer.ontrack = guarded(onFault, ({ track }: { track: MediaTrack }) => this.#onTrack(track));
    this.#peer.ondatachannel = guarded(onFault, ({ channel }: { channel: DataChannel }) => this.#channels.add(channel));
  }

  async open(offerSdp: string): Promise<string> {
    const answerSdp = await this.#answer(offerSdp, () => this.#peer.addTrack(this.#track, this.#stream));
    this.#awaitConnection();
    return answerSdp;
  }

  /** An offer of telephone sound. The connection begins with `take`, which may be a minute later. */
  async offer(): Promise<string> {
    this.#peer.addTrack(this.#track, this.#stream);
    const offer = await this.#peer.createOffer();
    await this.#peer.setLocalDescription({ type: "offer", sdp: withTelephoneCodecs(offer.sdp) });
    return this.#gatheredSdp();
  }

  /** `isEarly`: the answer came while the telephone rings. It is given again when somebody picks up. */
  async take(answerSdp: string, isEarly = false): Promise<void> {
    this.#isEarly = isEarly;
    if (this.#wasTaken) {
      if (this.#connected && !isEarly) this.#listener.onConnected();
      return;
    }
    this.#wasTaken = true;
    try {
      await this.#peer.setRemoteDescription({ type: "answer", sdp: answerSdp });
    } catch (cause) {
      throw refusedSdp(cause);
    }
    this.#awaitConnection();
  }

  #awaitConnection(): void {
    this.#connectTimer = setTimeout(() => this.#end("never-connected"), CONNECT_TIMEOUT_MS);
  }

  async restart(offerSdp: string): Promise<string> {
    if (!this.#isPhone) checkOffer(offerSdp);
    return this.#answer(offerSdp, () => {});
  }

  async #answer(offerSdp: string, addSound: () => void): Promise<string> {
    if (this.#isPhone) requireSdp(offerSdp);
    // Short packets are for browsers: some telephones take none but those of 20 ms.
    const [takes, answers] = this.#isPhone ? [withTelephoneCodecs, withSpeechParameters] : [withShortPackets, withShortSpeech];
    const offer = takes(offerSdp);
    try {
      await this.#peer.setRemoteDescription({ type: "offer", sdp: offer });
      addSound();
      this.#settleVideo();
      const answer = await this.#peer.createAnswer();
      await this.#peer.setLocalDescription({ type: "answer", sdp: answers(answer.sdp) });
    } catch (cause) {
      throw refusedSdp(cause);
    }
    const answer = await this.#gatheredSdp();
    return this.#isPhone ? withRefusedMedia(answer, offerSdp) : answer;
  }

  /** Sends the picture on the offer's first place for video. The caller's camera is not received, because nothing would use the decoded frames. */
  #settleVideo(): void {
    const isOpen = ({ stopped, receiver }: Transceiver) => !stopped && receiver.track.kind === "video";
    const [first, ...others] = this.#peer.getTransceivers().filter(isOpen);
    for (const other of others) other.direction = "inactive";
    if (!first) return;
    if (this.#video) this.#stopVideo ??= this.#sendVideo(this.#video);
    first.direction = this.#video ? "sendonly" : "inactive";
  }

  /** Returns a function that stops it. */
  #sendVideo(video: VideoSource): () => void {
    const source = new RTCVideoSource();
    const track = source.createTrack();
    this.#peer.addTrack(track, this.#stream);
    const unwatch = video.watch(({ widthPx: width, heightPx: height, data }) => source.onFrame({ width, height, data }));
    return () => {
      unwatch();
      track.stop();
    };
  }

  /** The local description, with its candidates. Fails with `OfferError`. */
  async #gatheredSdp(): Promise<string> {
    await this.#gathered();
    const sdp = this.#peer.localDescription?.sdp ?? "";
    if (!sdp.includes("a=candidate:")) throw new OfferError("host", "no UDP port is free in its range.");
    // Janus runs on this machine, and does not reach it by its public address. It is the only telephone that is dialed, or has ICE Lite.
    const isOfJanus = this.#isPhone && (this.#peer.remoteDescription?.sdp.includes("a=ice-lite") ?? true);
    return this.#publicIp && !isOfJanus ? withPublicAddress(sdp, this.#publicIp) : sdp;
  }

  #gathered(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#peer.iceGatheringState === "complete") return resolve();
      const timer = setTimeout(resolve, GATHERING_TIMEOUT_MS);
      this.#peer.onicegatheringstatechange = () => {
        if (this.#peer.iceGatheringState !== "complete") return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #onConnectionState(): void {
    const state = this.#peer.connectionState;
    if (state === "connected") this.#onAnswering();
    else if (state === "disconnected" || state === "failed" || state === "closed") this.#onSilent(state);
  }

  #onAnswering(): void {
    if (!this.#connected) {
      this.#connected = true;
      clearTimeout(this.#connectTimer);
      if (!this.#isEarly) this.#listener.onConnected();
    } else if (this.#interrupted) {
      this.#interrupted = false;
      this.#listener.onRestored();
    }
  }

  #onSilent(state: "disconnected" | "failed" | "closed"): void {
    if (!this.#connected) {
      if (state !== "disconnected") this.#end("never-connected");
    } else if (!this.#interrupted && !this.#isEarly) {
      this.#interrupted = true;
      this.#listener.onInterrupted(SILENT_MS);
    }
  }

  #onTrack(track: MediaTrack): void {
    if (track.kind !== "audio" || this.#sink) return;
    this.#remoteTrack = track;
    this.#sink = new RTCAudioSink(track);
    // The sink reuses its buffer, so samples are copied.
    this.#sink.ondata = guarded(this.#listener.onFault, (data: AudioData) => {
      this.#heard.push({ ...data, samples: data.samples.slice() });
    });
  }

  /** A track's rate changes during a call, so every frame is checked. */
  #toSpeechRate({ samples, sampleRate, channelCount }: AudioData): Int16Array[] {
    const mono = channelCount > 1 ? samples.filter((_, index) => index % channelCount === 0) : samples;
    if (sampleRate === SAMPLE_RATE) return [mono];
    if (RateFilter.fits(sampleRate, SAMPLE_RATE)) {
      if (this.#filter?.inputRate !== sampleRate) this.#filter = new RateFilter(sampleRate, SAMPLE_RATE);
      return [this.#filter.push(mono)];
    }
    if (this.#resampler?.inputRate !== sampleRate) {
      this.#resampler?.close();
      this.#resampler = new AudioResampler(sampleRate, SAMPLE_RATE, 1);
    }
    // The resampler's frames are views of native memory that it frees.
    return this.#resampler.push(new AudioFrame(mono, sampleRate, 1, mono.length)).map((frame) => frame.data.slice());
  }

  #end(end: TransportEnd): void {
    if (this.#closed) return;
    this.close();
    this.#listener.onClosed(end);
  }

  sendAudio(pcm: Int16Array): void {
    if (this.#closed || pcm.length !== FRAME_SAMPLES) return;
    const frame = { samples: pcm, sampleRate: SAMPLE_RATE, bitsPerSample: 16, channelCount: 1, numberOfFrames: FRAME_SAMPLES };
    this.#source.onData(frame);
  }

  sendText(label: string, text: string): boolean {
    return !this.#closed && this.#channels.send(label, text);
  }

  get bufferedBytes(): number {
    return this.#channels.bufferedBytes;
  }

  async stats(): Promise<TransportStats> {
    const stats: TransportStats = { packetsReceived: 0, packetsLost: 0, concealedSamples: 0 };
    if (this.#closed) return stats;
    for (const report of (await this.#peer.getStats()).values()) {
      if (report.type === "inbound-rtp") {
        stats.packetsReceived += Number(report.packetsReceived ?? 0);
        stats.packetsLost += Number(report.packetsLost ?? 0);
        stats.concealedSamples += Number(report.concealedSamples ?? 0);
      }
      if (report.type === "candidate-pair" && report.nominated === true && report.currentRoundTripTime !== undefined)
        stats.roundTripMs = Number(report.currentRoundTripTime) * 1000;
    }
    return stats;
  }

  /** Stops everything that would keep the process alive. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#connectTimer);
    this.#peer.onconnectionstatechange = null;
    this.#peer.onicegatheringstatechange = null;
    this.#channels.close();
    if (this.#sink) this.#sink.ondata = null;
    this.#heard.close();
    this.#sink?.stop();
    this.#track.stop();
    this.#stopVideo?.();
    this.#remoteTrack?.stop();
    this.#peer.close();
    this.#resampler?.close();
  }
}

const withShortSpeech = (sdp: string) => withShortPackets(withSpeechParameters(sdp));

function refusedSdp(cause: unknown): OfferError {
  const why = cause instanceof Error ? cause.message.trim() : "";
  return new OfferError("offer", `cannot be used: ${why || "it is malformed."}`, cause);
}
