import { AUDIO_LEVEL_INTERVAL_MS } from "@callwright/contract";

/** Samples an analyser remembers for the search of an onset: 0.68 s at 48 kHz, more than a busy page's timers are late. */
const ONSET_WINDOW_SAMPLES = 32_768;
/** Samples of one level: 85 ms at 48 kHz, about as long as the pause between two levels. */
const LEVEL_WINDOW_SAMPLES = 4_096;
const ONSET_POLL_MS = 20;
/** A turn that is silent longer than this is not waited for. */
const ONSET_MAX_WAIT_MS = 10_000;
/** How far before the arming the search begins, because the message may arrive after the sound. */
const ONSET_LOOK_BACK_SECONDS = 0.2;

/** Level of an audible sample: −40 dBFS, well above a codec's output for silence. */
const AUDIBLE_SAMPLE_LEVEL = 0.01;

/** An onset follows at least this much quiet; shorter gaps are inside words. */
const QUIET_BEFORE_ONSET_SECONDS = 0.03;

/**
 * Listens to both sides of a call without changing what is heard: levels, and the moment a turn becomes audible.
 * One audio context per call; `close` ends its timers.
 */
export class RoomAudio {
  readonly #context = new AudioContext({ latencyHint: "interactive" });
  readonly #remoteLevel = this.#analyser(LEVEL_WINDOW_SAMPLES);
  readonly #remoteWindow = this.#analyser(ONSET_WINDOW_SAMPLES);
  readonly #localLevel = this.#analyser(LEVEL_WINDOW_SAMPLES);
  /** Up to this level, the other side's sound is background: no level is reported, and no turn begins. */
  backgroundLevel = 0;
  #local: MediaStreamAudioSourceNode | undefined;
  #remote: MediaStreamAudioSourceNode | undefined;
  #mixture: MediaStreamAudioDestinationNode | undefined;
  #remoteTimer: ReturnType<typeof setInterval> | undefined;
  #localTimer: ReturnType<typeof setInterval> | undefined;
  #onsetTimer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    // A telephone call or sleep interrupts the context.
    this.#context.addEventListener("statechange", () => this.resume());
  }

  listenToRemote(stream: MediaStream): void {
    this.#remote?.disconnect();
    this.#remote = this.#context.createMediaStreamSource(stream);
    this.#remote.connect(this.#remoteLevel);
    this.#remote.connect(this.#remoteWindow);
    if (this.#mixture) this.#remote.connect(this.#mixture);
  }

  listenToLocal(track: MediaStreamTrack | undefined): void {
    this.#local?.disconnect();
    this.#local = track && this.#context.createMediaStreamSource(new MediaStream([track]));
    this.#local?.connect(this.#localLevel);
    if (this.#mixture) this.#local?.connect(this.#mixture);
  }

  /** A track with the sound of both sides, for a recording; silence while there is none. */
  mix(): MediaStreamTrack {
    this.resume();
    this.#mixture ??= new MediaStreamAudioDestinationNode(this.#context);
    this.#local?.connect(this.#mixture);
    this.#remote?.connect(this.#mixture);
    const [track] = this.#mixture.stream.getAudioTracks();
    if (!track) throw new Error("A destination of an audio context has a track.");
    return track;
  }

  /** Tell the other side's level (see `peakLevel`) every 100 ms. */
  observeRemoteLevel(onLevel: (level: number) => void): void {
    this.resume();
    clearInterval(this.#remoteTimer);
    this.#remoteTimer = setInterval(() => {
      const level = levelOf(this.#remoteLevel);
      onLevel(level > this.backgroundLevel ? level : 0);
    }, AUDIO_LEVEL_INTERVAL_MS);
  }

  get isObservingLocalLevel(): boolean {
    return this.#localTimer !== undefined;
  }

  /** Tell the microphone's level (see `peakLevel`) every so many milliseconds. */
  observeLocalLevel(onLevel: (level: number) => void, intervalMs: number): void {
    this.resume();
    clearInterval(this.#localTimer);
    this.#localTimer = setInterval(() => onLevel(this.localLevel()), intervalMs);
  }

  stopObservingLocalLevel(): void {
    clearInterval(this.#localTimer);
    this.#localTimer = undefined;
  }

  localLevel(): number {
    return levelOf(this.#localLevel);
  }

  /** Begins to listen. The browser delays this on a page that was not touched yet; do not wait for it. */
  resume(): void {
    const { state } = this.#context;
    if (state !== "running" && state !== "closed") this.#context.resume().catch(() => undefined);
  }

  /**
   * Find the first audible sample from now on, once. `onFound` gets when it left the loudspeaker, on `performance.now()`.
   *
   * How exact: the sample is found, not the poll that saw it. The context tells which of its samples sounds at which
   * moment (`getOutputTimestamp`, output latency included), good to one audio callback, about 10 ms. The element that plays
   * the sound has its own buffer of the same size. Together within about 20 ms; on a page in the background, whose timers
   * come once a second, an onset can be missed, and is then not reported.
   */
  findOnset(onFound: (audibleAtMs: number) => void): void {
    clearInterval(this.#onsetTimer);
    const context = this.#context;
    const samples = new Float32Array(ONSET_WINDOW_SAMPLES);
    const search = new OnsetSearch(context.sampleRate, this.backgroundLevel);
    let searchedToSeconds = context.currentTime - ONSET_LOOK_BACK_SECONDS;
    const giveUpAtMs = performance.now() + ONSET_MAX_WAIT_MS;
    const poll = () => {
      this.#remoteWindow.getFloatTimeDomainData(samples);
      const windowEndsSeconds = context.currentTime;
      const unsearched = Math.min(samples.length, Math.round((windowEndsSeconds - searchedToSeconds) * context.sampleRate));
      searchedToSeconds = windowEndsSeconds;
      const index = unsearched > 0 ? search.find(samples.subarray(samples.length - unsearched)) : undefined;
      if (index !== undefined) onFound(audibleAtMs(context, windowEndsSeconds - (unsearched - index) / context.sampleRate));
      if (index !== undefined || performance.now() > giveUpAtMs) clearInterval(this.#onsetTimer);
    };
    this.#onsetTimer = setInterval(poll, ONSET_POLL_MS);
    poll();
  }

  async close(): Promise<void> {
    clearInterval(this.#remoteTimer);
    clearInterval(this.#onsetTimer);
    this.stopObservingLocalLevel();
    this.#local?.disconnect();
    this.#remote?.disconnect();
    for (const track of this.#mixture?.stream.getTracks() ?? []) track.stop();
    if (this.#context.state !== "closed") await this.#context.close();
  }

  #analyser(fftSize: number): AnalyserNode {
    return new AnalyserNode(this.#context, { fftSize });
  }
}

/** When a sample of the context sounds, on `performance.now()`. */
function audibleAtMs(context: AudioContext, sampleSeconds: number): number {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
  if (performanceTime > 0) return performanceTime + (sampleSeconds - contextTime) * 1000;
  return performance.now() + (sampleSeconds - context.currentTime + (context.outputLatency || context.baseLatency)) * 1000;
}

function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return peakLevel(samples);
}

/**
 * The level of a sound, 0 to 1: its highest amplitude.
 *
 * The thresholds of speech (0.01) and full volume (0.15) were made for Daily's levels. Daily documents these as 0 to 1, without a
 * formula; WebRTC measures its own `audioLevel` as the highest absolute sample of about 110 ms (libwebrtc, `AudioLevel::ComputeLevel`).
 * A root mean square is about a third of that. Every 100 ms of a sentence of the offline voices, the median of peaks is 0.16 to 0.43,
 * that of root mean squares 0.04 to 0.17: the quietest voice would reach a quarter of full volume.
 */
export function peakLevel(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(1, peak);
}

/**
 * Finds where sound begins after quiet, in samples that arrive piece by piece. The end of the turn before, still sounding
 * when the search begins, is not taken for the beginning of the next.
 */
export class OnsetSearch {
  readonly #quietNeeded: number;
  readonly #audibleLevel: number;
  #quietSamples = 0;

  /** Sound up to `backgroundLevel` counts as quiet. */
  constructor(sampleRate: number, backgroundLevel = 0) {
    this.#quietNeeded = Math.ceil(QUIET_BEFORE_ONSET_SECONDS * sampleRate);
    this.#audibleLevel = Math.max(AUDIBLE_SAMPLE_LEVEL, backgroundLevel);
  }

  /** Index of the first audible sample after quiet; undefined when it is not in this piece. */
  find(samples: Float32Array): number | undefined {
    for (let index = 0; index < samples.length; index += 1) {
      if (Math.abs(samples[index] ?? 0) < this.#audibleLevel) {
        this.#quietSamples += 1;
        continue;
      }
      if (this.#quietSamples >= this.#quietNeeded) return index;
      this.#quietSamples = 0;
    }
    return undefined;
  }
}
