import { describe, expect, it } from "vitest";
import { PROCESSORS, soundProcessors } from "./sound-worklet.ts";

// As the audio thread gets it where a bundler leaves it no file: it uses nothing outside of itself.
const { createJitterBuffer, createResampler, register } = new Function(
  `return (${soundProcessors.toString()})();`,
)() as ReturnType<typeof soundProcessors>;

/** The buffer works at every rate; this one keeps the tests short. */
const RATE = 16_000;
/** What an audio thread computes at a time. */
const QUANTUM = 128;

describe("a resampler", () => {
  /** A second of a tone, resampled in quanta. */
  function resampled(from: number, to: number, hertz: number): Float32Array {
    const resample = createResampler(from, to);
    const pieces: number[] = [];
    for (let at = 0; at < from; at += QUANTUM) {
      const quantum = Float32Array.from({ length: QUANTUM }, (_, index) => Math.sin((2 * Math.PI * hertz * (at + index)) / from));
      pieces.push(...resample(quantum));
    }
    return Float32Array.from(pieces);
  }
  /** Beside the beginning and the end. */
  const middle = (samples: Float32Array) => samples.subarray(samples.length / 4, (3 * samples.length) / 4);
  const peak = (samples: Float32Array) => middle(samples).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

  it.each([
    [48_000, 16_000],
    [44_100, 16_000],
    [16_000, 16_000],
    [16_000, 48_000],
    [16_000, 44_100],
    [48_000, 44_100],
  ])("keeps a tone of speech from %i to %i Hz", (from, to) => {
    const samples = resampled(from, to, 1_000);
    const seconds = (Math.ceil(from / QUANTUM) * QUANTUM) / from;
    expect(Math.abs(samples.length - seconds * to)).toBeLessThan(0.01 * to);
    expect(peak(samples)).toBeCloseTo(1, 1);
    const inside = middle(samples);
    const rises = inside.filter((sample, at) => at > 0 && sample >= 0 && (inside[at - 1] ?? 0) < 0).length;
    expect(Math.abs((rises * to) / inside.length - 1_000)).toBeLessThan(5);
  });

  it("lets nothing through that the lower rate cannot have", () => {
    expect(peak(resampled(48_000, 16_000, 10_000))).toBeLessThan(0.01);
    expect(peak(resampled(44_100, 16_000, 9_500))).toBeLessThan(0.01);
  });
});

describe("the microphone", () => {
  it("is silent, not gone, while the browser hands out no channel, as Firefox does for digital silence", () => {
    const posted: Float32Array[] = [];
    const processors = new Map<string, new (options: object) => { process(inputs: Float32Array[][]): boolean }>();
    register({
      sampleRate: 48_000,
      currentTime: 0,
      AudioWorkletProcessor: class {
        readonly port = { postMessage: (block: Float32Array) => posted.push(block) } as unknown as MessagePort;
      },
      registerProcessor: (name, processor) => void processors.set(name, processor as never),
    });
    const Capture = processors.get(PROCESSORS.capture);
    if (!Capture) throw new Error("There is no such processor.");
    const capture = new Capture({ processorOptions: { rate: RATE } });
    const quantum = new Float32Array(QUANTUM).fill(0.5);
    // A second of sound, and one without a channel.
    for (let at = 0; at < 375; at++) capture.process([[quantum]]);
    for (let at = 0; at < 375; at++) capture.process([[]]);
    expect(posted.length).toBeGreaterThanOrEqual(98);
    expect(posted.at(-1)?.every((sample) => sample === 0)).toBe(true);
  });
});

describe("a jitter buffer", () => {
  const PACKET = RATE / 50;
  const loud = new Float32Array(PACKET).fill(0.5);
  const silent = new Float32Array(PACKET);

  /** Plays for so long, while packets come whose lateness in seconds is given. */
  function play(packets: { late: number; sound: Float32Array }[], seconds: number) {
    const buffer = createJitterBuffer(RATE);
    const due = packets.map(({ late, sound }, index) => ({ at: index / 50 + late, sound }));
    const output: number[] = [];
    const waits: number[] = [];
    for (let played = 0; played < seconds * RATE; played += QUANTUM) {
      const now = played / RATE;
      while (due[0] && due[0].at <= now) buffer.push(due.shift()?.sound ?? silent, now);
      const quantum = new Float32Array(QUANTUM);
      buffer.pull(quantum);
      output.push(...quantum);
      waits.push(buffer.waiting());
    }
    /** How often sound stops between the first and the last loud sample. */
    const heard = output.map((sample) => sample !== 0);
    const from = heard.indexOf(true);
    const to = heard.lastIndexOf(true);
    const gaps = heard.slice(from, to).filter((isLoud, at, all) => !isLoud && (all[at - 1] ?? true)).length;
    return { buffer, gaps, from: from / RATE, waits, output };
  }

  const steady = (count: number, sound: Float32Array) => Array.from({ length: count }, () => ({ late: 0, sound }));

  it("plays what comes in time 40 ms late, without a gap", () => {
    const { gaps, from, waits } = play(steady(250, loud), 5);
    expect(gaps).toBe(0);
    expect(from).toBeLessThan(0.05);
    expect(Math.max(...waits)).toBeLessThan(0.08);
  });

  it("waits longer on an irregular network, and has no more gaps then", () => {
    /** Up to 150 ms late, in the same order. */
    const late = [0, 0.15, 0.13, 0.11, 0.09, 0.07, 0.05, 0.03, 0.01];
    // Words of 400 ms, with pauses of 200 ms in which it can wait.
    const packets = Array.from({ length: 1_000 }, (_, at) => ({
      late: late[at % late.length] ?? 0,
      sound: at % 30 < 20 ? loud : silent,
    }));
    const { buffer, output } = play(packets, 20);
    expect(buffer.delay()).toBeGreaterThan(0.15);
    expect(buffer.delay()).toBeLessThan(0.25);
    const lastSeconds = output.slice(10 * RATE);
    // A word has no hole: each stretch of sound is as long as it was spoken.
    const words = lastSeconds
      .map((sample) => (sample === 0 ? " " : "x"))
      .join("")
      .split(/ +/)
      .slice(1, -1);
    expect(words.length).toBeGreaterThan(10);
    for (const word of words) expect(word.length).toBe(20 * PACKET);
  });

  it("gives the delay back in pauses when the network is regular again", () => {
    const rough = Array.from({ length: 100 }, (_, at) => ({ late: at % 20 === 10 ? 0.3 : 0, sound: loud }));
    const calm = Array.from({ length: 1_900 }, (_, at) => ({ late: 0, sound: at % 50 < 25 ? loud : silent }));
    const { buffer, waits } = play([...rough, ...calm], 40);
    expect(Math.max(...waits.slice(0, (3 * RATE) / QUANTUM))).toBeGreaterThan(0.2);
    expect(buffer.delay()).toBeLessThan(0.08);
    expect(waits.at(-1)).toBeLessThan(0.13);
  });

  it("skips what is far behind after the network stood still, even in the middle of a word", () => {
    const buffer = createJitterBuffer(RATE);
    for (let at = 0; at < 200; at++) buffer.push(loud, at < 20 ? at / 50 : 4);
    expect(buffer.waiting()).toBeLessThan(1.5);
  });

  it("fades out where packets are missing, instead of a click", () => {
    const { output } = play(steady(10, loud), 1);
    const end = output.findLastIndex((sample) => sample !== 0);
    const steps = output.slice(end - 100, end + 10).map((sample, at, all) => Math.abs(sample - (all[at - 1] ?? sample)));
    expect(Math.max(...steps)).toBeLessThan(0.02);
  });

  it("is silent at once when it is cleared, and plays what comes after that", () => {
    const buffer = createJitterBuffer(RATE);
    const quantum = new Float32Array(QUANTUM);
    for (let at = 0; at < 5; at++) buffer.push(loud, at / 50);
    buffer.pull(quantum);
    expect(quantum[0]).toBe(0.5);
    buffer.clear();
    buffer.pull(quantum);
    buffer.pull(quantum);
    expect(Math.max(...quantum)).toBe(0);
    for (let at = 5; at < 10; at++) buffer.push(loud, at / 50);
    buffer.pull(quantum);
    expect(quantum[0]).toBe(0.5);
  });

  it("holds no more than four seconds", () => {
    const buffer = createJitterBuffer(RATE);
    for (let at = 0; at < 1_000; at++) buffer.push(loud, 0);
    expect(buffer.waiting()).toBeLessThanOrEqual(4);
  });
});
