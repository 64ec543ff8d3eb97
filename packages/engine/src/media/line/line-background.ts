import { setImmediate as nextTurn } from "node:timers/promises";
import type { LineBackground } from "@callwright/contract";
import { SAMPLE_RATE } from "../audio-format.ts";
import { makeLoop } from "../make-loop.ts";
import { addMurmur, atFullScale, createRandom, lowPass, type Random, resonance } from "../sound-parts.ts";
import { atSpeechLevel, toSample } from "./speech-level.ts";

/** Speaks a text in one of the built-in voices: 16 kHz mono. */
export type SpeakAs = (voice: "slt" | "rms" | "awb", text: string) => Promise<Int16Array>;

const DURATION_SECONDS = 24;
const SAMPLES = DURATION_SECONDS * SAMPLE_RATE;
const SEED = 4_711;

const made = new Map<LineBackground, Promise<Int16Array>>();

/** A sound behind a caller, in a loop of about half a minute, as loud as speech. It is made once per process. Fails as `speak` does. */
export function lineBackground(sound: LineBackground, speak: SpeakAs): Promise<Int16Array> {
  let making = made.get(sound);
  if (making === undefined) {
    making = make(sound, speak);
    made.set(sound, making);
    making.catch(() => made.delete(sound));
  }
  return making;
}

async function make(sound: LineBackground, speak: SpeakAs): Promise<Int16Array> {
  switch (sound) {
    case "cafe":
      return atSpeechLevel(makeLoop(await cafe()));
    case "street":
      return atSpeechLevel(makeLoop(await street()));
    case "television":
      return inTurn(NEWS, ["slt", "rms"], speak, 0.25).then(inRoom);
    case "talker":
      return inTurn(CHATTER, ["awb"], speak, 0.7);
  }
}

// Noises

/** Pitches of the guests, in Hz. */
const GUESTS = [104, 118, 131, 166, 192, 208, 226, 240];
const GUESTS_CUTOFF_HZ = 2_400;
const CUP_HZ = 3_400;

async function cafe(): Promise<Int16Array> {
  const random = createRandom(SEED);
  const sound = new Float32Array(SAMPLES);
  for (const pitchHz of GUESTS) await addMurmur(sound, { pitchHz, cutoffHz: GUESTS_CUTOFF_HZ, pauseSeconds: 1 }, random);
  addCups(sound, random);
  return atFullScale(sound);
}

function addCups(sound: Float32Array, random: Random): void {
  for (let at = SAMPLE_RATE; at < SAMPLES; at += Math.floor((0.4 + 2.5 * random()) * SAMPLE_RATE)) {
    const ring = resonance(CUP_HZ * (0.8 + 0.6 * random()), 60);
    const loudness = 0.1 + 0.15 * random();
    for (let index = 0; index < 0.15 * SAMPLE_RATE && at + index < SAMPLES; index++) {
      const strike = index < 0.002 * SAMPLE_RATE ? 2 * random() - 1 : 0;
      sound[at + index] = (sound[at + index] ?? 0) + loudness * 8 * ring(strike);
    }
  }
}

const RUMBLE_CUTOFF_HZ = 300;
const TYRES_CUTOFF_HZ = 1_600;
/** Time in which a car comes near, and goes away. */
const CAR_SECONDS = 1.2;

async function street(): Promise<Int16Array> {
  const random = createRandom(SEED + 1);
  const sound = new Float32Array(SAMPLES);
  const rumble = lowPass(RUMBLE_CUTOFF_HZ);
  for (let index = 0; index < SAMPLES; index++) sound[index] = 0.35 * rumble(2 * random() - 1);
  for (let at = 0; at < SAMPLES; at += Math.floor((0.7 + 2 * random()) * SAMPLE_RATE)) {
    await nextTurn();
    addCar(sound, at, random);
  }
  return atFullScale(sound);
}

function addCar(sound: Float32Array, middle: number, random: Random): void {
  const [tyres, engine] = [lowPass(TYRES_CUTOFF_HZ * (0.6 + 0.8 * random())), resonance(70 + 60 * random(), 30)];
  const loudness = 0.15 + 0.5 * random();
  const reach = 3 * CAR_SECONDS * SAMPLE_RATE;
  for (let index = Math.max(0, Math.floor(middle - reach)); index < Math.min(SAMPLES, middle + reach); index++) {
    const distance = (index - middle) / (CAR_SECONDS * SAMPLE_RATE);
    const noise = 2 * random() - 1;
    sound[index] = (sound[index] ?? 0) + (loudness * (tyres(noise) + 2 * engine(noise))) / (1 + 6 * distance * distance);
  }
}

// Speech

const NEWS = [
  "Good evening, and welcome to the news at eight.",
  "The city council decided today to build a second bridge over the river.",
  "Work will begin in March and will take about three years.",
  "In sport, the home team won by two goals to one in front of forty thousand people.",
  "And now the weather. Tomorrow will be cloudy in the north, with some rain in the afternoon.",
  "Stay with us, we will be back right after the break.",
];
const CHATTER = [
  "Did you remember to buy the milk and the bread?",
  "I told her that we would be there at half past six.",
  "No, not the blue one, the other one on the shelf.",
  "He said that it would cost twenty dollars, can you believe that?",
  "Well, ask them whether they still have a room for Sunday.",
  "I think I left my keys in the car again.",
];

/** The sentences, spoken by the voices in turn, each with a pause behind it. */
async function inTurn(
  sentences: readonly string[],
  voices: readonly Parameters<SpeakAs>[0][],
  speak: SpeakAs,
  pauseSeconds: number,
): Promise<Int16Array> {
  const pause = new Int16Array(Math.round(pauseSeconds * SAMPLE_RATE));
  const pieces: Int16Array[] = [];
  // One after the other: the agents of other calls need the voices, too.
  for (const [at, text] of sentences.entries())
    pieces.push(atSpeechLevel(await speak(voices[at % voices.length] ?? "slt", text)), pause);
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Walls of a living room: milliseconds on the way, and how much of the sound comes back. */
const WALLS = [
  { ms: 11, gain: 0.5 },
  { ms: 23, gain: 0.4 },
  { ms: 37, gain: 0.3 },
  { ms: 61, gain: 0.2 },
] as const;

/** As it sounds across a room. */
function inRoom(sound: Int16Array): Int16Array {
  const late = WALLS.map(({ ms, gain }) => ({ gain, samples: Math.round((ms * SAMPLE_RATE) / 1000) }));
  return atSpeechLevel(
    sound.map((sample, at) =>
      toSample((sample + late.reduce((sum, { gain, samples }) => sum + gain * (sound[at - samples] ?? 0), 0)) / 2),
    ),
  );
}
