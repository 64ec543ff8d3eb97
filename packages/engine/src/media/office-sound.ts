import { setImmediate as nextTurn } from "node:timers/promises";
import { SAMPLE_RATE } from "./audio-format.ts";
import { makeLoop } from "./make-loop.ts";
import { addMurmur, atFullScale, createRandom, lowPass, type Random, resonance } from "./sound-parts.ts";

const DURATION_SECONDS = 24;
const SAMPLES = DURATION_SECONDS * SAMPLE_RATE;
const SEED = 20_260;

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
  for (const pitchHz of TALKERS) await addMurmur(sound, { pitchHz, cutoffHz: MURMUR_CUTOFF_HZ, pauseSeconds: 4 }, random);
  await nextTurn();
  addKeystrokes(sound, random);
  return makeLoop(atFullScale(sound));
}

function addVentilation(sound: Float32Array, random: Random): void {
  const dull = lowPass(VENTILATION_CUTOFF_HZ);
  const duller = lowPass(VENTILATION_CUTOFF_HZ);
  for (let index = 0; index < SAMPLES; index++) sound[index] = (sound[index] ?? 0) + 0.12 * duller(dull(2 * random() - 1));
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
