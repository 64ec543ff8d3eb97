/**
 * `npm run bench -- denoising [noise.wav …]`: does RNNoise in the call host reduce wrong words on the telephone?
 *
 * Sentences read by people, with noise, pass a telephone (8 kHz µ-law) and the built-in recognizer in three forms: unchanged, without the noise that
 * RNNoise removes, and with half of it removed. The noise is other speakers, the synthesized office, and the given WAV files. The call setting
 * `backgroundSpeechDenoisingPlan` is worth its processor time only if the words improve.
 *
 * Needs Debian's pocketsphinx-testdata. Street, market and train are in lincity-ng-data, for example.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { builtInRecognizer } from "@callwright/engine/testing";
import { type DenoiseState, Rnnoise } from "@shiguredo/rnnoise-wasm";
import { decodeWav } from "../packages/engine/src/media/decode-wav.ts";
import { throughMuLaw } from "../packages/engine/src/media/mu-law.ts";
import { officeSound } from "../packages/engine/src/media/office-sound.ts";
import { RateFilter } from "../packages/engine/src/media/rate-filter.ts";
import { print, printTable } from "./call/statistics.ts";
import { recordedSpeech, type Utterance, wordsOf, wrongWords } from "./denoising/recorded-speech.ts";

const SPEECH_RATE = 16_000;
const PHONE_RATE = 8_000;
const DENOISER_RATE = 48_000;
/** How much louder than the noise the speech is, in decibels. */
const LOUDER = [20, 10, 5, 0];
const TALKERS = 4;
const NOISE_SECONDS = 60;
const FULL = 32_767;

const never = new AbortController().signal;

const sumOfSquares = (pcm: Int16Array) => pcm.reduce((sum, sample) => sum + sample * sample, 0);
const rms = (pcm: Int16Array) => Math.sqrt(sumOfSquares(pcm) / pcm.length);
const clipped = (sample: number) => Math.max(-FULL, Math.min(FULL, Math.round(sample)));

/** Speech over noise that begins at a different place for each sentence, and covers its pauses. */
function mixed(speech: Int16Array, noise: Int16Array, louderDb: number, from: number): Int16Array {
  const piece = speech.map((_, index) => noise[(from + index) % noise.length] ?? 0);
  const gain = rms(speech) / Math.max(rms(piece), 1) / 10 ** (louderDb / 20);
  return speech.map((sample, index) => clipped(sample + (piece[index] ?? 0) * gain));
}

const throughPhone = (pcm: Int16Array) =>
  new RateFilter(PHONE_RATE, SPEECH_RATE).push(new RateFilter(SPEECH_RATE, PHONE_RATE).push(pcm).map(throughMuLaw));

/** Converts the sample rate as a call host does. */
function denoised(rnnoise: Rnnoise, pcm: Int16Array): Int16Array {
  const wide = new RateFilter(SPEECH_RATE, DENOISER_RATE).push(pcm);
  const state: DenoiseState = rnnoise.createDenoiseState();
  const quiet = new Int16Array(wide.length);
  for (let at = 0; at + rnnoise.frameSize <= wide.length; at += rnnoise.frameSize) {
    const frame = Float32Array.from(wide.subarray(at, at + rnnoise.frameSize));
    state.processFrame(frame);
    quiet.set(Int16Array.from(frame, clipped), at);
  }
  state.destroy();
  return new RateFilter(DENOISER_RATE, SPEECH_RATE).push(quiet);
}

async function heard(pcm: Int16Array): Promise<string[]> {
  return wordsOf(
    await builtInRecognizer.recognize(
      Float32Array.from(pcm, (sample) => sample / 32_768),
      never,
    ),
  );
}

/** Other simultaneous speakers: each is the whole recording from a different place. */
function babble(speech: readonly Utterance[]): Int16Array {
  const all = Int16Array.from(speech.flatMap(({ pcm }) => [...pcm]));
  return all.map((_, index) => {
    let sum = 0;
    for (let talker = 1; talker <= TALKERS; talker++)
      sum += all[(index + Math.floor((talker * all.length) / (TALKERS + 1))) % all.length] ?? 0;
    return clipped(sum / TALKERS);
  });
}

/** The library is built for browsers, and looks for their global object when it loads. */
async function loadRnnoise(): Promise<Rnnoise> {
  Object.assign(globalThis, { window: globalThis });
  try {
    return await Rnnoise.load();
  } finally {
    // Otherwise, other libraries take this process for a browser.
    Reflect.deleteProperty(globalThis, "window");
  }
}

const speech = await recordedSpeech();
const rnnoise = await loadRnnoise();
const noises: [string, Int16Array][] = [
  ["people who speak", babble(speech)],
  ["office", await officeSound()],
];
for (const file of process.argv.slice(2))
  noises.push([path.basename(file), await decodeWav(await readFile(file), NOISE_SECONDS)]);

const words = speech.reduce((sum, each) => sum + each.words.length, 0);
const all = { plain: 0, denoised: 0, half: 0, words: 0 };
let denoisingMs = 0;
let denoisedSeconds = 0;

async function measure(noise: Int16Array | undefined, louderDb: number): Promise<string[]> {
  const wrong = { plain: 0, denoised: 0, half: 0 };
  for (const [index, { pcm, words: said }] of speech.entries()) {
    const plain = throughPhone(noise ? mixed(pcm, noise, louderDb, index * SPEECH_RATE * 7) : pcm);
    const startedMs = performance.now();
    const quiet = denoised(rnnoise, plain);
    denoisingMs += performance.now() - startedMs;
    denoisedSeconds += plain.length / SPEECH_RATE;
    const half = plain.map((sample, at) => Math.round((sample + (quiet[at] ?? 0)) / 2));
    wrong.plain += wrongWords(said, await heard(plain));
    wrong.denoised += wrongWords(said, await heard(quiet));
    wrong.half += wrongWords(said, await heard(half));
  }
  if (noise) for (const each of ["plain", "denoised", "half"] as const) all[each] += wrong[each];
  if (noise) all.words += words;
  return [wrong.plain, wrong.denoised, wrong.half].map((count) => `${((count / words) * 100).toFixed(0)} %`);
}

const rows: string[][] = [["none", "", ...(await measure(undefined, 0))]];
for (const [name, noise] of noises)
  for (const louderDb of LOUDER) rows.push([name, `${louderDb} dB`, ...(await measure(noise, louderDb))]);
const share = (count: number) => `${((count / all.words) * 100).toFixed(1)} %`;
rows.push(["all with noise", "", share(all.plain), share(all.denoised), share(all.half)]);
print(`Wrong words on the telephone, of ${words} words in ${speech.length} recorded sentences`);
printTable(["noise", "speech over noise", "as it is", "RNNoise", "half RNNoise"], rows);
print(
  `\nRNNoise with its changes of rate takes ${((denoisingMs / denoisedSeconds / 1_000) * 100).toFixed(1)} % of a core for a call`,
);
// The recognizer keeps a process alive.
process.exit();
