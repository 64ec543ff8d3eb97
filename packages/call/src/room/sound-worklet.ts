/**
 * Both ends of the sound of a `SocketLink`, in the page's audio thread. This file is loaded twice: by the page, which takes the names, and by the
 * audio thread, which runs it. Where the audio thread finds no file, it runs the text of `soundProcessors`: the function uses nothing outside
 * of itself, and no syntax that a compiler replaces by a helper.
 */

/**
 * The names of the processors. `capture` hears the microphone: it posts blocks of 20 ms (`Float32Array`) at the rate of its option `rate`.
 * `playback` plays: it takes `PlaybackMessage`.
 */
export const PROCESSORS = { capture: "callwright-capture", playback: "callwright-playback" } as const;

/** Sound of any length and rate, or an order to drop what waits. */
export type PlaybackMessage = { samples: Float32Array; rate: number } | "clear" | "close";

/** What the audio thread has, and the DOM library lacks. */
interface AudioThread {
  readonly sampleRate: number;
  readonly currentTime: number;
  AudioWorkletProcessor: new () => { readonly port: MessagePort };
  registerProcessor(name: string, processor: unknown): void;
}

export function soundProcessors() {
  /**
   * Changes the rate of one stream of sound, piece by piece: a low-pass with a window of Blackman (side lobes below −58 dB), which cuts off at
   * nine tenths of the lower rate's half. A piece comes out about a millisecond late.
   */
  function createResampler(from: number, to: number): (samples: Float32Array) => Float32Array {
    if (from === to) return (samples) => samples;
    const CROSSINGS = 16;
    const cutoff = 0.9 * Math.min(1, to / from);
    const reach = Math.ceil(CROSSINGS / cutoff);
    const [up, down] = reduced(to, from);
    const filters = new Map<number, Float32Array>();
    let history = new Float32Array(2 * reach);
    /** Of the next sample: what of it is whole counts from the middle of the history's start, the rest in parts of `up`. */
    let [whole, part] = [0, 0];

    function filterOf(phase: number): Float32Array {
      const known = filters.get(phase);
      if (known) return known;
      const filter = new Float32Array(2 * reach);
      for (let tap = 0; tap < filter.length; tap += 1) {
        const distance = tap - reach + 1 - phase / up;
        const angle = Math.PI * cutoff * distance;
        const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
        const turn = (Math.PI * distance) / reach;
        const window = Math.abs(distance) >= reach ? 0 : 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
        filter[tap] = cutoff * sinc * window;
      }
      filters.set(phase, filter);
      return filter;
    }

    return (samples) => {
      const all = new Float32Array(history.length + samples.length);
      all.set(history);
      all.set(samples, history.length);
      const made: number[] = [];
      while (whole + 2 * reach <= all.length) {
        const filter = filterOf(part);
        let sum = 0;
        for (let tap = 0; tap < filter.length; tap += 1) sum += (filter[tap] ?? 0) * (all[whole + tap] ?? 0);
        made.push(sum);
        part += down;
        whole += Math.floor(part / up);
        part %= up;
      }
      const kept = Math.min(whole, all.length);
      history = all.slice(kept);
      whole -= kept;
      return Float32Array.from(made);
    };
  }

  function reduced(first: number, second: number): [number, number] {
    let [a, b] = [first, second];
    while (b > 0) [a, b] = [b, a % b];
    return [first / a, second / a];
  }

  /**
   * Sound that waits to be played. It plays as late as the network's irregularity needs, and changes that delay where nobody hears it: in
   * silence. Sound that is far behind, after the network stood still, is skipped. Samples and seconds are those of the audio thread.
   */
  function createJitterBuffer(rate: number) {
    /** Seconds. Half a packet and a turn of the page's event loop; what a caller still takes for a conversation. */
    const [DELAY_MIN, DELAY_MAX] = [0.04, 0.8];
    /** Above the delay that is needed: what is tolerated, and what is skipped even in the middle of a word. */
    const [EXCESS_TOLERATED, EXCESS_MAX] = [0.04, 0.6];
    /** The fastest packet of the last 5 to 10 s is the measure of the others. */
    const WINDOW = 5;
    /** The remembered lateness halves in 7 s, at 50 packets a second. */
    const DECAY = 0.998;
    /** −50 dBFS. */
    const QUIET = 0.003;
    const QUIET_NEEDED = 0.01;
    const FADE_SAMPLES = 64;
    const CAPACITY = Math.ceil(4 * rate);

    const ring = new Float32Array(CAPACITY);
    let [start, length] = [0, 0];
    let isPlaying = false;
    let quiet = 0;
    let last = 0;
    let [received, late] = [0, 0];
    let [windowEnds, earliest, earliestBefore] = [0, Infinity, Infinity];

    const delay = () => Math.min(DELAY_MAX, Math.max(DELAY_MIN, late + 0.02));

    function drop(samples: number): void {
      const dropped = Math.min(samples, length);
      start = (start + dropped) % CAPACITY;
      length -= dropped;
    }

    function peakOfNext(samples: number): number {
      let peak = 0;
      for (let at = 0; at < samples && at < length; at += 1) peak = Math.max(peak, Math.abs(ring[(start + at) % CAPACITY] ?? 0));
      return peak;
    }

    /** How late this packet is, beside the fastest. */
    function measure(samples: number, now: number): void {
      received += samples / rate;
      const offset = now - received;
      if (now >= windowEnds) [windowEnds, earliestBefore, earliest] = [now + WINDOW, earliest, Infinity];
      earliest = Math.min(earliest, offset);
      late = Math.max(late * DECAY, offset - Math.min(earliest, earliestBefore));
    }

    /** Plays on from the last sample without a click. */
    function fadeOut(output: Float32Array, from: number): void {
      for (let at = from; at < output.length; at += 1) output[at] = last * Math.max(0, 1 - (at - from + 1) / FADE_SAMPLES);
      last = 0;
    }

    return {
      /** Seconds that wait. */
      waiting: () => length / rate,
      /** Seconds that sound waits for the sake of the network. */
      delay,
      push(samples: Float32Array, now: number): void {
        measure(samples.length, now);
        if (length + samples.length > CAPACITY) drop(length + samples.length - CAPACITY);
        for (let at = 0; at < samples.length; at += 1) ring[(start + length + at) % CAPACITY] = samples[at] ?? 0;
        length += samples.length;
        if (length / rate > delay() + EXCESS_MAX) drop(length - Math.round(delay() * rate));
      },
      pull(output: Float32Array): void {
        if (!isPlaying && length >= delay() * rate) isPlaying = true;
        const inSilence = quiet >= QUIET_NEEDED * rate;
        if (isPlaying && inSilence && peakOfNext(output.length) < QUIET) {
          const excess = length / rate - delay();
          if (excess > EXCESS_TOLERATED) drop(output.length);
          // Less waits than the network needs: this much more silence.
          else if (excess < -DELAY_MIN / 2) return void output.fill(0);
        }
        const read = isPlaying ? Math.min(output.length, length) : 0;
        let peak = 0;
        for (let at = 0; at < read; at += 1) {
          const sample = ring[(start + at) % CAPACITY] ?? 0;
          output[at] = sample;
          peak = Math.max(peak, Math.abs(sample));
        }
        drop(read);
        if (read > 0) last = output[read - 1] ?? 0;
        if (read < output.length) {
          fadeOut(output, read);
          isPlaying = false;
        }
        quiet = peak < QUIET ? quiet + output.length : 0;
      },
      clear(): void {
        drop(length);
        isPlaying = false;
      },
    };
  }

  function register(thread: AudioThread): void {
    const { AudioWorkletProcessor, sampleRate } = thread;
    const BLOCK_SECONDS = 0.02;
    /** One turn of the audio thread. */
    const SILENCE = new Float32Array(128);

    class Capture extends AudioWorkletProcessor {
      declare readonly take: (channel: Float32Array | undefined) => boolean;

      constructor({ processorOptions: { rate } }: { processorOptions: { rate: number } }) {
        super();
        const { port } = this;
        const resample = createResampler(sampleRate, rate);
        const blockSamples = Math.round(BLOCK_SECONDS * rate);
        let block = new Float32Array(blockSamples);
        let [filled, isClosed] = [0, false];
        port.onmessage = () => {
          isClosed = true;
        };
        const take = (channel: Float32Array | undefined) => {
          for (const sample of resample(channel ?? SILENCE)) {
            block[filled] = sample;
            filled += 1;
            if (filled < blockSamples) continue;
            // A block that is handed over has no length any more.
            port.postMessage(block, [block.buffer]);
            block = new Float32Array(blockSamples);
            filled = 0;
          }
          return !isClosed;
        };
        Object.assign(this, { take });
      }

      /** There is no channel without a microphone, nor, in Firefox, while the microphone is digitally silent. */
      process(inputs: Float32Array[][]): boolean {
        return this.take(inputs[0]?.[0]);
      }
    }

    class Playback extends AudioWorkletProcessor {
      declare readonly give: (channel: Float32Array | undefined) => boolean;

      constructor() {
        super();
        const buffer = createJitterBuffer(sampleRate);
        const resamplers = new Map<number, (samples: Float32Array) => Float32Array>();
        let isClosed = false;
        this.port.onmessage = ({ data }: MessageEvent<PlaybackMessage>) => {
          if (data === "clear") buffer.clear();
          else if (data === "close") isClosed = true;
          else {
            const resample = resamplers.get(data.rate) ?? createResampler(data.rate, sampleRate);
            resamplers.set(data.rate, resample);
            buffer.push(resample(data.samples), thread.currentTime);
          }
        };
        const give = (channel: Float32Array | undefined) => {
          if (channel) buffer.pull(channel);
          return !isClosed;
        };
        Object.assign(this, { give });
      }

      process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
        return this.give(outputs[0]?.[0]);
      }
    }

    thread.registerProcessor("callwright-capture", Capture);
    thread.registerProcessor("callwright-playback", Playback);
  }

  return { createResampler, createJitterBuffer, register };
}

/**
 * Where the audio thread may find this file: here, if it stays a file. The builds whose users bundle it into others put a copy of it before that
 * (scripts/packages/bundle.mjs, packages/vapi-web/vite.config.ts), because a content security policy may refuse the text. Throws in a bundle that
 * is no module.
 */
export const workletUrls = (): string[] => [import.meta.url];

if ("registerProcessor" in globalThis) soundProcessors().register(globalThis as unknown as AudioThread);
