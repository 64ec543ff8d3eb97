import { LINE_DEFAULTS, type Line } from "@callwright/contract";
import { FRAME_MS, FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "../audio-format.ts";
import type { TransportStats } from "../media-transport.ts";
import { throughMuLaw } from "../mu-law.ts";
import { RateFilter } from "../rate-filter.ts";
import { createRandom, type SampleFilter } from "../sound-parts.ts";
import { PacketNetwork } from "./packet-network.ts";
import { FULL_SCALE, gainOf, toSample } from "./speech-level.ts";

/** A caller's line. */
export interface OpenedLine {
  /** 10 ms of the caller's voice and of the agent's, 16 kHz mono. Returns the 10 ms that reach the agent. */
  push(caller: Int16Array, agent: Int16Array): Int16Array;
  /** Whether neither side hears the other now. */
  readonly isDown: boolean;
  readonly stats: TransportStats;
}

/**
 * Opens a line on which the sound suffers, in this order:
 *
 * ```
 *   voice + background ─▶ level ─▶ + echo of the agent ─▶ microphone clips ─▶ band, µ-law ─▶ packets are lost, late ─▶ drop
 * ```
 * The same frames give the same bytes for the same seed. A field that is absent costs nothing. `background`: see `lineBackground`; needed if the
 * line has one.
 */
export function openLine(line: Line, seed: number, background?: Int16Array): OpenedLine {
  return new SimulatedLine(line, seed, background);
}

/** Each impairment has random numbers of its own, so that one does not change another. */
const STREAMS = { background: 1, loss: 2, jitter: 3 };
const randomOf = (seed: number, stream: keyof typeof STREAMS) => createRandom(Math.imul(seed, 0x9e37_79b1) + STREAMS[stream]);

class SimulatedLine implements OpenedLine {
  readonly #level: number;
  readonly #drive: number;
  readonly #background: Background | undefined;
  readonly #echo: Echo | undefined;
  readonly #band: Band;
  readonly #network: PacketNetwork | undefined;
  readonly #drop: { fromFrame: number; toFrame: number } | undefined;
  #frames = 0;

  constructor(line: Line, seed: number, background: Int16Array | undefined) {
    const { band, levelDb, clippingDb } = { ...LINE_DEFAULTS, ...line };
    this.#level = gainOf(levelDb);
    this.#drive = gainOf(clippingDb);
    this.#band = openBand(band);
    if (line.background) {
      if (!background) throw new Error("a line with a background needs its sound");
      this.#background = new Background(background, line.background.snrDb ?? LINE_DEFAULTS.background.snrDb, seed);
    }
    if (line.echo) this.#echo = new Echo({ ...LINE_DEFAULTS.echo, ...line.echo });
    if (line.loss || line.jitter) this.#network = networkOf(line, seed);
    if (line.drop) {
      const { atSeconds, forSeconds } = { ...LINE_DEFAULTS.drop, ...line.drop };
      this.#drop = { fromFrame: toFrames(atSeconds), toFrame: toFrames(atSeconds + forSeconds) };
    }
  }

  get isDown(): boolean {
    return this.#drop !== undefined && this.#frames >= this.#drop.fromFrame && this.#frames < this.#drop.toFrame;
  }

  get stats(): TransportStats {
    return this.#network?.stats ?? { packetsReceived: 0, packetsLost: 0, concealedSamples: 0 };
  }

  push(caller: Int16Array, agent: Int16Array): Int16Array {
    const coded = this.#band(this.#heardByMicrophone(caller, agent));
    const arrived = this.#network?.push(coded) ?? coded;
    const heard = this.isDown ? new Int16Array(FRAME_SAMPLES) : arrived;
    this.#frames += 1;
    return heard;
  }

  #heardByMicrophone(caller: Int16Array, agent: Int16Array): Int16Array {
    const most = FULL_SCALE / this.#drive;
    const echo = this.#echo?.push(agent);
    return caller.map((sample, index) => {
      const heard = (sample + (this.#background?.next() ?? 0)) * this.#level + (echo?.[index] ?? 0);
      return toSample(Math.max(-most, Math.min(most, heard)));
    });
  }
}

const toFrames = (seconds: number) => Math.round((seconds * 1000) / FRAME_MS);

function networkOf({ loss, jitter }: Line, seed: number): PacketNetwork {
  const { meanMs, bufferMs } = { ...LINE_DEFAULTS.jitter, ...jitter };
  return new PacketNetwork({
    loss: loss ? { ...LINE_DEFAULTS.loss, ...loss } : { share: 0, burstPackets: 1 },
    jitterMs: jitter ? meanMs : 0,
    bufferMs: jitter ? bufferMs : 0,
    random: { loss: randomOf(seed, "loss"), jitter: randomOf(seed, "jitter") },
  });
}

/** A loop that begins at a place of the seed's. */
class Background {
  readonly #loop: Int16Array;
  readonly #gain: number;
  #at: number;

  constructor(loop: Int16Array, snrDb: number, seed: number) {
    this.#loop = loop;
    this.#gain = gainOf(-snrDb);
    this.#at = Math.floor(randomOf(seed, "background")() * loop.length);
  }

  /** The next sample. */
  next(): number {
    const sample = this.#loop[this.#at] ?? 0;
    this.#at = (this.#at + 1) % this.#loop.length;
    return sample * this.#gain;
  }
}

/** A loudspeaker and a microphone: the direct way, a table and a wall. Together, they have the energy of the sound. */
const REFLECTIONS = [
  { ms: 0, gain: 0.9 },
  { ms: 4, gain: 0.36 },
  { ms: 11, gain: -0.25 },
] as const;
const REFLECTED_MS = 11;

class Echo {
  readonly #gain: number;
  /** The agent's sound, oldest first: as long as the latest reflection takes, and a frame. */
  readonly #sent: Int16Array;

  constructor({ levelDb, delayMs }: { levelDb: number; delayMs: number }) {
    this.#gain = gainOf(levelDb);
    this.#sent = new Int16Array(toSamples(delayMs + REFLECTED_MS) + FRAME_SAMPLES);
  }

  /** 10 ms of the agent; returns the echo that is heard meanwhile. */
  push(agent: Int16Array): number[] {
    this.#sent.copyWithin(0, FRAME_SAMPLES);
    this.#sent.set(agent, this.#sent.length - FRAME_SAMPLES);
    return Array.from(agent, (_, index) =>
      REFLECTIONS.reduce(
        (sum, { ms, gain }) => sum + this.#gain * gain * (this.#sent[toSamples(REFLECTED_MS - ms) + index] ?? 0),
        0,
      ),
    );
  }
}

const toSamples = (ms: number) => (ms * SAMPLE_RATE) / 1000;

type Band = (pcm: Int16Array) => Int16Array;

function openBand(band: NonNullable<Line["band"]>): Band {
  if (band === "wide") return (pcm) => pcm;
  const [down, up] = [new RateFilter(SAMPLE_RATE, PHONE_RATE), new RateFilter(PHONE_RATE, SAMPLE_RATE)];
  const carbon = band === "narrow" ? oldTelephone() : (sample: number) => sample;
  return (pcm) => up.push(down.push(pcm).map((sample) => throughMuLaw(toSample(carbon(sample)))));
}

/** The voice band of analog telephones (ITU-T G.712), in hertz. */
const OLD_BAND = { fromHz: 300, toHz: 3_400 };

/** Butterworth filters of the fourth order at both edges, at 8 kHz. */
function oldTelephone(): SampleFilter {
  const { fromHz, toHz } = OLD_BAND;
  const filters = [0.541, 1.307].flatMap((quality) => [
    secondOrder("above", fromHz, quality),
    secondOrder("below", toHz, quality),
  ]);
  return (sample) => filters.reduce((passed, filter) => filter(passed), sample);
}

/** Passes what is above, or below, a frequency: a biquad at 8 kHz. */
function secondOrder(passes: "above" | "below", hz: number, quality: number): SampleFilter {
  const angle = (2 * Math.PI * hz) / PHONE_RATE;
  const cosine = Math.cos(angle);
  const width = Math.sin(angle) / (2 * quality);
  const outer = passes === "above" ? (1 + cosine) / 2 : (1 - cosine) / 2;
  const inner = passes === "above" ? -2 * outer : 2 * outer;
  let [input, inputBefore, output, outputBefore] = [0, 0, 0, 0];
  return (sample) => {
    const next =
      (outer * (sample + inputBefore) + inner * input + 2 * cosine * output - (1 - width) * outputBefore) / (1 + width);
    [inputBefore, input, outputBefore, output] = [input, sample, output, next];
    return next;
  };
}
