import { APP_CHANNEL, type ClientMessageInput, type ClientTelemetry, LISTENING, TELEMETRY_CHANNEL } from "@callwright/contract";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
import { MediaClock } from "../media/media-clock.ts";
import {
  type AudioData,
  type AudioSink,
  type DataChannel,
  MediaStream,
  type MediaTrack,
  type PictureSink,
  RTCAudioSink,
  RTCAudioSource,
  RTCPeerConnection,
  RTCVideoSink,
  type Transceiver,
} from "../media/wrtc.ts";

/** Louder than this is a voice, not comfort noise. */
const AUDIBLE_LEVEL = 650;

export interface HeardFrame {
  /** `performance.now()` of its arrival. */
  atMs: number;
  peak: number;
}

/** A caller in Node, for tests and benches: it does a browser's part of a call, with sound given as samples. */
export class NodeCaller {
  #peer = new RTCPeerConnection({ iceServers: [] });
  #source = new RTCAudioSource();
  #track = this.#source.createTrack();
  #sink: AudioSink | undefined;
  #pictureSink: PictureSink | undefined;
  #app: DataChannel | undefined;
  #telemetry: DataChannel | undefined;
  #toSay: Int16Array[] = [];
  #stopClock: () => void;
  #waiting = new Set<() => void>();
  readonly messages: Record<string, unknown>[] = [];
  readonly telemetry: Record<string, unknown>[] = [];
  readonly heard: HeardFrame[] = [];
  /** The brightness along the first row of every frame of the other side's picture. */
  readonly seen: Uint8Array[] = [];
  listening = false;
  closed = false;
  /** `performance.now()` when the last audible sample given to `speak` left. */
  spokeUntilMs = 0;

  /** `isPhone`: the offer has audio alone. `video`: the direction of the video in the offer. Default: no video. */
  constructor({ isPhone = false, video }: { isPhone?: boolean; video?: Transceiver["direction"] } = {}) {
    if (!isPhone) this.#openChannels();
    this.#peer.addTrack(this.#track, new MediaStream());
    if (video) this.#peer.addTransceiver("video", { direction: video });
    this.#peer.ontrack = ({ track }) => (track.kind === "audio" ? this.#listenTo(track) : this.#watch(track));
    this.#stopClock = new MediaClock(() => performance.now()).start((frames) => {
      for (let frame = 0; frame < frames; frame++) this.#sendFrame();
    });
  }

  #openChannels(): void {
    this.#app = this.#peer.createDataChannel(APP_CHANNEL);
    this.#telemetry = this.#peer.createDataChannel(TELEMETRY_CHANNEL);
    this.#app.onmessage = ({ data }) => {
      if (data === LISTENING) this.listening = true;
      else this.messages.push(JSON.parse(String(data)));
      this.#wake();
    };
    this.#app.onclose = () => {
      this.closed = true;
      this.#wake();
    };
    this.#telemetry.onmessage = ({ data }) => {
      this.telemetry.push(JSON.parse(String(data)));
      this.#wake();
    };
  }

  /** Takes the offer to a room and the answer back. */
  async join(signal: (offerSdp: string) => Promise<string>): Promise<void> {
    await this.accept(await signal(await this.createOffer()));
  }

  /** Look for another path, over the signalling of the session. */
  async restart(signal: (offerSdp: string) => Promise<string>): Promise<void> {
    await this.accept(await signal(await this.createOffer({ iceRestart: true })));
  }

  async createOffer(options: { iceRestart?: boolean } = {}): Promise<string> {
    await this.#peer.setLocalDescription(await this.#peer.createOffer(options));
    await new Promise<void>((resolve) => {
      // Until a restart has begun to gather, this is the state before the restart.
      const check = () => this.#peer.iceGatheringState === "complete" && this.#sdp.includes("a=candidate:") && resolve();
      this.#peer.onicegatheringstatechange = check;
      check();
    });
    return this.#sdp;
  }

  get #sdp(): string {
    return this.#peer.localDescription?.sdp ?? "";
  }

  async accept(answerSdp: string): Promise<void> {
    await this.#peer.setRemoteDescription({ type: "answer", sdp: answerSdp });
  }

  #sendFrame(): void {
    const samples = this.#toSay.shift() ?? new Int16Array(FRAME_SAMPLES);
    if (samples.some((sample) => Math.abs(sample) > AUDIBLE_LEVEL)) this.spokeUntilMs = performance.now();
    this.#source.onData({ samples, sampleRate: SAMPLE_RATE, bitsPerSample: 16, channelCount: 1, numberOfFrames: FRAME_SAMPLES });
  }

  /** Mono 16 kHz; resolves when it has been said. */
  async speak(pcm: Int16Array): Promise<void> {
    for (let start = 0; start < pcm.length; start += FRAME_SAMPLES) {
      const frame = new Int16Array(FRAME_SAMPLES);
      frame.set(pcm.subarray(start, start + FRAME_SAMPLES));
      this.#toSay.push(frame);
    }
    await this.until(() => this.#toSay.length === 0, "the words are said");
  }

  #listenTo(track: MediaTrack): void {
    this.#sink = new RTCAudioSink(track);
    this.#sink.ondata = (data) => this.#hear(data);
  }

  #watch(track: MediaTrack): void {
    this.#pictureSink = new RTCVideoSink(track);
    this.#pictureSink.onframe = ({ frame }) => {
      this.seen.push(Uint8Array.from(frame.data.subarray(0, frame.width)));
      this.#wake();
    };
  }

  #hear({ samples }: AudioData): void {
    const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    this.heard.push({ atMs: performance.now(), peak });
    this.#wake();
  }

  /** The first audible frame after a moment. */
  firstSoundAfter(atMs: number): HeardFrame | undefined {
    return this.heard.find((frame) => frame.atMs > atMs && frame.peak > AUDIBLE_LEVEL);
  }

  /** The last audible frame so far. */
  get lastSound(): HeardFrame | undefined {
    return this.heard.findLast(({ peak }) => peak > AUDIBLE_LEVEL);
  }

  /** Share (0–1) of the received samples that the jitter buffer had to invent. NaN before the first packet. */
  async concealedShare(): Promise<number> {
    for (const report of (await this.#peer.getStats()).values()) {
      const { type, totalSamplesReceived: received, concealedSamples = 0, silentConcealedSamples = 0 } = report;
      if (type === "inbound-rtp" && received)
        return (Number(concealedSamples) - Number(silentConcealedSamples)) / Number(received);
    }
    return Number.NaN;
  }

  /** How long nothing audible has arrived. */
  get quietMs(): number {
    return performance.now() - (this.lastSound?.atMs ?? 0);
  }

  send(message: ClientMessageInput | string): void {
    this.#app?.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  sendTelemetry(message: ClientTelemetry): void {
    this.#telemetry?.send(JSON.stringify(message));
  }

  /** Sends any data, as a hostile client might; false if the channel does not accept it. */
  sendAnything(label: typeof APP_CHANNEL | typeof TELEMETRY_CHANNEL, data: string | Uint8Array): boolean {
    const channel = label === APP_CHANNEL ? this.#app : this.#telemetry;
    try {
      channel?.send(data);
      return channel !== undefined;
    } catch {
      // The channel is closed, or the other side does not read.
      return false;
    }
  }

  /** Fails with the name of the condition. */
  async until(condition: () => unknown, what: string, timeoutMs = 30_000): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while (!condition()) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(leftMs, 100));
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  close(): void {
    this.#stopClock();
    if (this.#app) this.#app.onclose = null;
    if (this.#sink) this.#sink.ondata = null;
    this.#sink?.stop();
    this.#pictureSink?.stop();
    this.#track.stop();
    this.#peer.close();
  }
}
