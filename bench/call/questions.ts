import { readFile } from "node:fs/promises";
import path from "node:path";
import { SAMPLE_RATE, speechSample } from "@callwright/engine/testing";
import { decodeWav } from "../../packages/engine/src/media/decode-wav.ts";
import { levelOf } from "../../packages/engine/src/media/level-of.ts";

/** The callers' words: whole sentences, without silence at their ends, all equally loud. Mono 16 kHz. */
export interface Questions {
  synthetic: Int16Array[];
  /** Read aloud by people. */
  human: Int16Array[];
}

const SYNTHETIC = [
  "What are your opening hours on Saturday?",
  "Can I bring my dog into the shop?",
  "How much is a haircut for a child?",
  "Do you have a table for two at eight?",
  "I would like to change my appointment.",
];
/** From Debian's package pocketsphinx-testdata. */
const RECORDINGS = "/usr/share/pocketsphinx/test/data";
const HUMAN = [
  "librivox/sense_and_sensibility_01_austen_64kb-0880.wav",
  "librivox/sense_and_sensibility_01_austen_64kb-0930.wav",
  "cards/002.wav",
  "cards/003.wav",
  "cards/005.wav",
];
const RECORDING_MAX_SECONDS = 30;
const PEAK = 16_000;
const WINDOW_SAMPLES = SAMPLE_RATE / 100;
/** Quieter than this share of the loudest windows is silence, and so is a level below the floor. */
const SILENT_SHARE = 0.06;
const SILENT_LEVEL = 200;
const LOUDEST_SHARE = 0.95;
/** Windows kept around the speech. */
const LEAD_WINDOWS = 5;
const TAIL_WINDOWS = 3;

export async function loadQuestions(): Promise<Questions> {
  const recording = async (name: string) => decodeWav(await readFile(path.join(RECORDINGS, name)), RECORDING_MAX_SECONDS);
  const [synthetic, human] = await Promise.all([
    Promise.all(SYNTHETIC.map((text) => speechSample(text))),
    Promise.all(HUMAN.map(recording)),
  ]);
  return { synthetic: synthetic.map(asQuestion), human: human.map(asQuestion) };
}

/** An interruption, with a plain beginning. */
export const stopWords = async (): Promise<Int16Array> => asQuestion(await speechSample("Please stop, I have another question."));

function asQuestion(pcm: Int16Array): Int16Array {
  const levels: number[] = [];
  for (let start = 0; start + WINDOW_SAMPLES <= pcm.length; start += WINDOW_SAMPLES)
    levels.push(levelOf(pcm.subarray(start, start + WINDOW_SAMPLES)));
  const loudest = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * LOUDEST_SHARE)] ?? 0;
  const isLoud = (level: number) => level > Math.max(SILENT_LEVEL, loudest * SILENT_SHARE);
  const from = Math.max(0, levels.findIndex(isLoud) - LEAD_WINDOWS) * WINDOW_SAMPLES;
  const speech = pcm.subarray(from, (levels.findLastIndex(isLoud) + TAIL_WINDOWS) * WINDOW_SAMPLES);
  const peak = speech.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1);
  return speech.map((sample) => (sample * PEAK) / peak);
}
