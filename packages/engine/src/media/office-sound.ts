import { setImmediate as nextTurn } from "node:timers/promises";
import { SAMPLE_RATE } from "./audio-format.ts";
import { makeLoop } from "./make-loop.ts";

const DURATION_SECONDS = 24;
const SAMPLES = DURATION_SECONDS * SAMPLE_RATE;
const FULL_SCALE = 32_767;
const SEED = 20_260;

/** Formants of vowels, in Hz. */
const VOWELS = [
  [300, 2200],
  [400, 1900],
  [550, 1700],
  [650, 1100],
  [450, 850],
  [350, 750],
] as const;
/** The pitch of the people in the next room, in Hz. */
const TALKERS = [108, 124, 182, 205];
/** The wall takes the high tones. */
const MURMUR_CUTOFF_HZ = 700;
const VENTILATION_CUTOFF_HZ = 220;
const KEY_HZ = 2_600;

let made: Promise<Int16Array> | undefined;

/** A quiet office, synthesized: ventilation, people behind a wall, rare soft keystrokes. The same in every call. */
export function officeSound(): Promise<Int16Array> {
  made ??= synthesizeOffice();
  return made;
}

async function synthesizeOffice(): Promise<Int16Array> {
  const random = createRandom(SEED);
  const sound = new Float32Array(SAMPLES);
  addVentilation(sound, random);
  for (const pitchHz of TALKERS) await addTalker(sound, pitchHz, random);
  await nextTurn();
  addKeystrokes(sound, random);
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return makeLoop(Int16Array.from(sound, (sample) => Math.round((sample / peak) * FULL_SCALE)));
}

type Random = () => number;
type Filter = (sample: number) => number;

function addVentilation(sound: Float32Array, random: Random): void {
  const dull = lowPass(VENTILATION_CUTOFF_HZ);
  const duller = lowPass(VENTILATION_CUTOFF_HZ);
  for (let index = 0; index < SAMPLES; index++) sound[index] = (sound[index] ?? 0) + 0.12 * duller(dull(2 * random() - 1));
}

/** Syllables of a buzz with the formants of vowels, in phrases with pauses: the melody of speech without words. */
async function addTalker(sound: Float32Array, pitchHz: number, random: Random): Promise<void> {
  const [wall, thickWall] = [lowPass(MURMUR_CUTOFF_HZ), lowPass(MURMUR_CUTOFF_HZ)];
  const loudness = 0.05 + 0.04 * random();
  let at = Math.floor(random() * 3 * SAMPLE_RATE);
  while (at < SAMPLES) {
    // Other calls need this thread every 10 ms.
    await nextTurn();
    const syllables = 4 + Math.floor(random() * 12);
    for (let syllable = 0; syllable < syllables; syllable++) {
      const [low, high] = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0];
      const [first, second] = [resonance(low, 90), resonance(high, 140)];
      const length = Math.floor((0.11 + 0.16 * random()) * SAMPLE_RATE);
      const stress = loudness * (0.4 + 0.6 * random());
      // A phrase falls, a stressed syllable rises.
      const tone = pitchHz * (1.12 - (0.25 * syllable) / syllables + 0.12 * random());
      let phase = 0;
      for (let index = 0; index < length && at + index < SAMPLES; index++) {
        phase = (phase + tone / SAMPLE_RATE) % 1;
        const buzz = 1 - 2 * phase + 0.2 * (random() - 0.5);
        const shape = Math.sin((index / length) * Math.PI);
        const heard = thickWall(wall((first(buzz) + 0.5 * second(buzz)) * shape * stress));
        sound[at + index] = (sound[at + index] ?? 0) + heard;
      }
      at += length + Math.floor(0.03 * random() * SAMPLE_RATE);
    }
    at += Math.floor((0.8 + 4 * random()) * SAMPLE_RATE);
  }
}

/** A few typed words from time to time. */
function addKeystrokes(sound: Float32Array, random: Random): void {
  let at = Math.floor(2 * SAMPLE_RATE);
  while (at < SAMPLES) {
    const keys = 3 + Math.floor(random() * 9);
    for (let key = 0; key < keys && at < SAMPLES; key++) {
      const click = resonance(KEY_HZ * (0.8 + 0.4 * random()), 900);
      const loudness = 0.05 + 0.05 * random();
      for (let index = 0; index < 0.03 * SAMPLE_RATE && at + index < SAMPLES; index++)
        sound[at + index] =
          (sound[at + index] ?? 0) + loudness * click(2 * random() - 1) * Math.exp(-index / (0.005 * SAMPLE_RATE));
      at += Math.floor((0.09 + 0.16 * random()) * SAMPLE_RATE);
    }
    at += Math.floor((3 + 4 * random()) * SAMPLE_RATE);
  }
}

function lowPass(cutoffHz: number): Filter {
  const part = 1 - Math.exp((-2 * Math.PI * cutoffHz) / SAMPLE_RATE);
  let last = 0;
  return (sample) => {
    last += part * (sample - last);
    return last;
  };
}

/** Two poles at a frequency, with about the same gain at its peak for every frequency. */
function resonance(hz: number, widthHz: number): Filter {
  const radius = Math.exp((-Math.PI * widthHz) / SAMPLE_RATE);
  const feedback = 2 * radius * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  const gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos((4 * Math.PI * hz) / SAMPLE_RATE) + radius * radius);
  let [last, before] = [0, 0];
  return (sample) => {
    const next = gain * sample + feedback * last - radius * radius * before;
    before = last;
    last = next;
    return next;
  };
}

/** Mulberry32: small, and the same on every machine. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
