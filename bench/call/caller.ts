import wrtc from "@roamhq/wrtc";

const { RTCPeerConnection, nonstandard } = wrtc;

export const CALLER_RATE_HZ = 16_000;
const FRAME_SAMPLES = CALLER_RATE_HZ / 100;
/** Above this a sample is speech: −34 dBFS, as the voices are trimmed. */
const LOUD = 655;

/** Sends the caller's offer to a host and brings its answer back. */
export type Signal = (sdp: string) => Promise<string>;

/** When sound of the other side was heard, on `performance.now()`. */
interface Heard {
  /** Starts of stretches of sound, a stretch being ended by `GAP_MS` of quiet. */
  starts: number[];
  lastLoudMs: number;
}
const GAP_MS = 400;

/**
 * A caller in this process: one WebRTC peer that plays speech in real time and notes when it hears some.
 * Measures what a person would, without a browser, so that ten of them fit beside the host they load.
 */
export class Caller {
  readonly heard: Heard = { starts: [], lastLoudMs: Number.NEGATIVE_INFINITY };
  readonly #peer = new RTCPeerConnection({ iceServers: [] });
  readonly #source = new nonstandard.RTCAudioSource();
  readonly #track = this.#source.createTrack();
  #sink: InstanceType<typeof nonstandard.RTCAudioSink> | undefined;
  #speech = new Int16Array(0);
  #position = 0;
  #lastLoudSentMs = 0;
  #spoken: (() => void) | undefined;
  #frames = 0;
  readonly #startedMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** Connects; resolves when audio can flow. */
  async join(signal: Signal): Promise<void> {
    const peer = this.#peer;
    // A hang-up is noticed by the closing of this channel.
    peer.createDataChannel("app");
    peer.createDataChannel("telemetry");
    peer.addTrack(this.#track);
    peer.ontrack = ({ track }) => {
      this.#sink = new nonstandard.RTCAudioSink(track);
      this.#sink.ondata = ({ samples }: { samples: Int16Array }) => this.#listen(samples);
    };
    await peer.setLocalDescription(await peer.createOffer());
    if (peer.iceGatheringState !== "complete")
      await new Promise<void>((resolve) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve();
      });
    const connected = new Promise<void>((resolve, reject) => {
      peer.onconnectionstatechange = () => {
        if (peer.connectionState === "connected") resolve();
        if (peer.connectionState === "failed") reject(new Error("The caller could not reach the host."));
      };
    });
    await peer.setRemoteDescription({ type: "answer", sdp: await signal(peer.localDescription?.sdp ?? "") });
    await connected;
    this.#timer = setInterval(() => this.#pace(), 5);
  }

  /** Plays speech (16 kHz). Resolves with the time of its last loud sample. */
  async speak(speech: Int16Array<ArrayBuffer>): Promise<number> {
    this.#speech = speech;
    this.#position = 0;
    await new Promise<void>((resolve) => {
      this.#spoken = resolve;
    });
    return this.#lastLoudSentMs;
  }

  /** The first sound that began after a moment. Undefined when there was none within the time. */
  async soundAfter(sinceMs: number, withinMs: number): Promise<number | undefined> {
    const found = () => this.heard.starts.find((startMs) => startMs > sinceMs);
    await this.#until(() => found() !== undefined, withinMs);
    return found();
  }

  /** Waits for quiet of this length. Answers when the last sound was. */
  async quietFor(quietMs: number, withinMs: number): Promise<number> {
    await this.#until(() => performance.now() - this.heard.lastLoudMs > quietMs, withinMs);
    return this.heard.lastLoudMs;
  }

  /** Share (0–1) of the received samples that the jitter buffer had to make up. */
  async concealedShare(): Promise<number> {
    for (const report of (await this.#peer.getStats()).values())
      if (report.type === "inbound-rtp" && report.totalSamplesReceived)
        return ((report.concealedSamples ?? 0) - (report.silentConcealedSamples ?? 0)) / report.totalSamplesReceived;
    return Number.NaN;
  }

  leave(): void {
    clearInterval(this.#timer);
    this.#sink?.stop();
    this.#track.stop();
    this.#peer.close();
  }

  async #until(reached: () => boolean, withinMs: number): Promise<void> {
    const deadlineMs = performance.now() + withinMs;
    while (!reached() && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #listen(samples: Int16Array): void {
    if (!samples.some((sample) => Math.abs(sample) > LOUD)) return;
    const nowMs = performance.now();
    if (nowMs - this.heard.lastLoudMs > GAP_MS) this.heard.starts.push(nowMs);
    this.heard.lastLoudMs = nowMs;
  }

  #pace(): void {
    const dueFrames = Math.floor((performance.now() - this.#startedMs) / 10);
    if (this.#frames === 0) this.#frames = dueFrames - 1;
    for (; this.#frames < dueFrames; this.#frames++) this.#sendFrame();
  }

  #sendFrame(): void {
    const samples = new Int16Array(FRAME_SAMPLES);
    const part = this.#speech.subarray(this.#position, this.#position + FRAME_SAMPLES);
    samples.set(part);
    if (part.length > 0) {
      this.#position += part.length;
      if (part.some((sample) => Math.abs(sample) > LOUD)) this.#lastLoudSentMs = performance.now();
      if (this.#position >= this.#speech.length) this.#spoken?.();
    }
    this.#source.onData({
      samples,
      sampleRate: CALLER_RATE_HZ,
      bitsPerSample: 16,
      channelCount: 1,
      numberOfFrames: FRAME_SAMPLES,
    });
  }
}
