import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "../audio-format.ts";
import type { TransportStats } from "../media-transport.ts";
import type { Random } from "../sound-parts.ts";

const PACKET_FRAMES = 2;
const PACKET_MS = PACKET_FRAMES * FRAME_MS;

interface PacketNetworkOptions {
  /** Share of the packets, and how many are lost in a row on average. */
  loss: { share: number; burstPackets: number };
  /** Mean delay of a packet over the fastest one. */
  jitterMs: number;
  /** The sound is played this much later. */
  bufferMs: number;
  /** Of losses and of delays, so that neither changes the other. */
  random: { loss: Random; jitter: Random };
}

/**
 * A network of packets of 20 ms, and a simple receiver with a jitter buffer of a fixed length. Losses come in bursts (Gilbert's model):
 *
 * ```
 *   arriving ── share ∕ (burst · (1 − share)) ──▶ losing ── 1 ∕ burst ──▶ arriving
 * ```
 * The order is kept: a late packet holds up those behind it, which then arrive at once.
 */
export class PacketNetwork {
  readonly #options: PacketNetworkOptions;
  readonly #receiver = new Concealment();
  /** Frames on their way; undefined: lost. */
  readonly #underway: (Int16Array | undefined)[] = [];
  readonly #bufferFrames: number;
  #frames = 0;
  #isLosing = false;
  #isLost = false;
  /** When the packet before arrived. */
  #arrivedMs = 0;
  #packetsLost = 0;

  constructor(options: PacketNetworkOptions) {
    this.#options = options;
    this.#bufferFrames = Math.round(options.bufferMs / FRAME_MS);
  }

  get stats(): TransportStats {
    const packetsSent = Math.ceil(this.#frames / PACKET_FRAMES);
    return {
      packetsReceived: packetsSent - this.#packetsLost,
      packetsLost: this.#packetsLost,
      concealedSamples: this.#receiver.concealedSamples,
    };
  }

  /** 10 ms that are sent; returns the 10 ms that are played now. */
  push(frame: Int16Array): Int16Array {
    if (this.#frames % PACKET_FRAMES === 0) this.#send();
    this.#frames += 1;
    this.#underway.push(this.#isLost ? undefined : frame);
    if (this.#underway.length <= this.#bufferFrames) return new Int16Array(FRAME_SAMPLES);
    return this.#receiver.play(this.#underway.shift());
  }

  #send(): void {
    const { loss, jitterMs, bufferMs, random } = this.#options;
    const { share, burstPackets } = loss;
    const begins = share / (burstPackets * (1 - share));
    this.#isLosing = random.loss() < (this.#isLosing ? 1 - 1 / burstPackets : begins);
    const sentMs = (this.#frames / PACKET_FRAMES) * PACKET_MS;
    this.#arrivedMs = Math.max(this.#arrivedMs, sentMs - jitterMs * Math.log(1 - random.jitter()));
    this.#isLost = this.#isLosing || this.#arrivedMs > sentMs + bufferMs;
    if (this.#isLost) this.#packetsLost += 1;
  }
}

/** Pitches of voices: 66 to 400 Hz. */
const PERIOD = { min: SAMPLE_RATE / 400, max: Math.round(SAMPLE_RATE / 66) };
const COMPARED_SAMPLES = 320;
const KEPT_SAMPLES = COMPARED_SAMPLES + PERIOD.max;
/** The last period is repeated as loud as it was for 10 ms, and is silent after 60 ms. */
const FULL_SAMPLES = 0.01 * SAMPLE_RATE;
const SILENT_SAMPLES = 0.06 * SAMPLE_RATE;
/** What is received fades in over what is repeated. */
const FADE_SAMPLES = 0.004 * SAMPLE_RATE;

/** Fills gaps with the last period of the voice, which fades out: as receivers of G.711 do (its appendix I), but simpler. */
class Concealment {
  readonly #kept = new Int16Array(KEPT_SAMPLES);
  #period = PERIOD.max;
  /** Samples since the gap began. */
  #gap = 0;
  concealedSamples = 0;

  /** 10 ms; undefined: they are lost. */
  play(frame: Int16Array | undefined): Int16Array {
    if (frame === undefined) return this.#conceal();
    const heard = this.#gap > 0 ? this.#fadeIn(frame) : frame;
    this.#gap = 0;
    this.#kept.copyWithin(0, frame.length);
    this.#kept.set(heard, KEPT_SAMPLES - heard.length);
    return heard;
  }

  #conceal(): Int16Array {
    if (this.#gap === 0) this.#period = periodOf(this.#kept);
    const filled = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => Math.round(this.#repeated(this.#gap + index)));
    this.#gap += FRAME_SAMPLES;
    this.concealedSamples += FRAME_SAMPLES;
    return filled;
  }

  #fadeIn(frame: Int16Array): Int16Array {
    return frame.map((sample, index) => {
      if (index >= FADE_SAMPLES) return sample;
      const part = index / FADE_SAMPLES;
      return Math.round(part * sample + (1 - part) * this.#repeated(this.#gap + index));
    });
  }

  /** The sample this long after the gap began. */
  #repeated(at: number): number {
    const loudness = Math.min(1, Math.max(0, (SILENT_SAMPLES - at) / (SILENT_SAMPLES - FULL_SAMPLES)));
    return loudness * (this.#kept[KEPT_SAMPLES - this.#period + (at % this.#period)] ?? 0);
  }
}

/** The shift by which the end of the sound is most like itself. */
function periodOf(kept: Int16Array): number {
  const from = KEPT_SAMPLES - COMPARED_SAMPLES;
  let best = { period: PERIOD.max, likeness: 0 };
  for (let period = PERIOD.min; period <= PERIOD.max; period++) {
    let [product, energy] = [0, 1];
    // Every other sample is enough to compare.
    for (let at = from; at < KEPT_SAMPLES; at += 2) {
      const before = kept[at - period] ?? 0;
      product += (kept[at] ?? 0) * before;
      energy += before * before;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > best.likeness) best = { period, likeness };
  }
  return best.period;
}
