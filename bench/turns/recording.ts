import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { decodeWav } from "../../packages/engine/src/media/decode-wav.ts";
import { speechSample } from "../../packages/engine/src/testing/speech-sample.ts";
import { loudness, quietest, SECOND } from "./noise.ts";

/** A turn of a caller: 16 kHz, from its first sound. */
export interface Recording {
  name: string;
  pcm: Int16Array;
  /** The end of the turn, in seconds. */
  endSeconds: number;
  /** Pauses within the turn, after which the caller continues. */
  pauses: { fromSeconds: number; toSeconds: number }[];
  voice: "human" | "synthetic";
  /** Such as `en`. */
  language: string;
}

const LONGEST_SECONDS = 60;
/** Of Debian's package pocketsphinx-testdata: people who read aloud. */
const DATA = "/usr/share/pocketsphinx/test/data";
const BOOK = `${DATA}/librivox/sense_and_sensibility_01_austen_64kb-`;
const ENDS = [
  ...["0870", "0880", "0890", "0920", "0930"].map((part) => `${BOOK}${part}.wav`),
  ...["001", "002", "003", "004", "005"].map((card) => `${DATA}/cards/${card}.wav`),
  ...["goforward", "numbers", "something", "tidigits/dhd.2934z"].map((file) => `${DATA}/${file}.raw`),
];
/** Places between two words where the sentence cannot end, in seconds, and the pause that is put there, in milliseconds. */
const CUTS: [file: string, nearSeconds: number, pauseMs: number][] = [
  [`${BOOK}0870.wav`, 2.93, 400],
  [`${BOOK}0870.wav`, 4.78, 650],
  [`${BOOK}0870.wav`, 5.76, 900],
  [`${BOOK}0880.wav`, 1.07, 500],
  [`${BOOK}0890.wav`, 2.18, 700],
  [`${BOOK}0890.wav`, 3.88, 450],
  [`${BOOK}0920.wav`, 2.56, 800],
  [`${BOOK}0920.wav`, 3.84, 550],
  [`${BOOK}0930.wav`, 1.1, 600],
  [`${DATA}/cards/005.wav`, 2.15, 850],
];
const QUESTIONS = [
  "What are your opening hours on Saturday?",
  "Can I bring my dog into the shop?",
  "How much is a haircut for a child?",
  "Do you have a table for two at eight?",
  "I would like to change my appointment.",
  "My number is five five five one two three four.",
  "No, thanks.",
];

/** The recordings that the bench brings: human ends, human sentences with a pause in the middle, and synthetic ends. */
export async function builtInRecordings(): Promise<Recording[]> {
  if (!existsSync(DATA)) throw new Error("There are no recordings of people. Install Debian's package pocketsphinx-testdata.");
  const made = { voice: "human", language: "en" } as const;
  const ends = ENDS.map(async (file) => ({ ...made, ...whole(path.basename(file), trimmed(await readSound(file))) }));
  const cuts = CUTS.map(async ([file, nearSeconds, pauseMs]) => {
    const name = `${path.basename(file)} at ${nearSeconds} s`;
    return { ...made, ...withPause(name, await readSound(file), nearSeconds, pauseMs) };
  });
  const questions = QUESTIONS.map(async (text) => ({
    ...whole(text, trimmed(await speechSample(text))),
    language: "en",
    voice: "synthetic" as const,
  }));
  return Promise.all([...ends, ...cuts, ...questions]);
}

async function readSound(file: string): Promise<Int16Array> {
  const bytes = await readFile(file);
  if (!file.endsWith(".raw")) return decodeWav(bytes, LONGEST_SECONDS);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}

const whole = (name: string, pcm: Int16Array) => ({ name, pcm, endSeconds: pcm.length / SECOND, pauses: [] });

/** Removes the quiet around it. */
function trimmed(pcm: Int16Array): Int16Array {
  const levels = loudness(pcm);
  const loud = [...levels].sort((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
  const isLoud = (level: number) => level > Math.max(200, loud * 0.06);
  return pcm.slice(Math.max(0, levels.findIndex(isLoud) - 5) * 160, (levels.findLastIndex(isLoud) + 1) * 160);
}

/** A sentence with a pause at the quietest place near `nearSeconds`, as noisy as the quietest part of its recording. */
function withPause(name: string, pcm: Int16Array, nearSeconds: number, pauseMs: number) {
  const around = Math.round((nearSeconds - 0.06) * SECOND);
  const cut = around + quietest(pcm.subarray(around, around + 0.12 * SECOND), 480) + 240;
  const piece = pcm.subarray(quietest(pcm, 960)).subarray(0, 960);
  const pause = Int16Array.from({ length: (pauseMs * SECOND) / 1000 }, (_, at) => {
    const place = at % (2 * piece.length);
    return piece[place < piece.length ? place : 2 * piece.length - 1 - place] ?? 0;
  });
  const first = pcm.subarray(0, cut);
  const rest = trimmed(pcm.slice(cut));
  const toSeconds = (cut + pause.length) / SECOND;
  const joined = Int16Array.from([...first, ...pause, ...rest]);
  return { name, pcm: joined, endSeconds: joined.length / SECOND, pauses: [{ fromSeconds: cut / SECOND, toSeconds }] };
}

const TABLE = "turns.csv";
const COLUMNS = ["file", "endSeconds", "pauses", "voice", "language"] as const;
const Row = z.object({
  file: z.string().regex(/\.wav$/i, "must be the name of a WAV file"),
  endSeconds: z.coerce.number("must be a number of seconds").positive("must be more than 0").max(LONGEST_SECONDS),
  pauses: z
    .string()
    .regex(/^(\d+(\.\d+)?-\d+(\.\d+)?)?(;\d+(\.\d+)?-\d+(\.\d+)?)*$/, 'must be like "1.20-1.85;3.4-4", or empty')
    .transform((text) => text.split(";").flatMap((pause) => pauseOf(pause))),
  voice: z.enum(["human", "synthetic"], "must be human or synthetic"),
  language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be like "en" or "de-AT"'),
});

function pauseOf(text: string): Recording["pauses"] {
  const [from, to] = text.split("-").map(Number);
  return from === undefined || to === undefined ? [] : [{ fromSeconds: from, toSeconds: to }];
}

/** The recordings of a folder, by its table. Fails with all mistakes of the table. */
export async function recordingsOf(folder: string): Promise<Recording[]> {
  const table = path.join(folder, TABLE);
  if (!existsSync(table)) throw new Error(`${table} is missing: a line for each recording, with ${COLUMNS.join(", ")}.`);
  const [head, ...lines] = (await readFile(table, "utf8")).split(/\r?\n/).filter((line) => line.trim() !== "");
  if (head?.trim() !== COLUMNS.join(",")) throw new Error(`The first line of ${table} must be: ${COLUMNS.join(",")}`);
  if (lines.length === 0) throw new Error(`${table} names no recording.`);
  const problems: string[] = [];
  const recordings: Recording[] = [];
  for (const [index, line] of lines.entries()) {
    const read = await readRow(folder, line);
    if ("pcm" in read) recordings.push(read);
    else problems.push(...read.problems.map((problem) => `${table}, line ${index + 2}: ${problem}`));
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return recordings;
}

async function readRow(folder: string, line: string): Promise<Recording | { problems: string[] }> {
  const cells = line.split(",").map((cell) => cell.trim());
  if (cells.length !== COLUMNS.length) return { problems: [`it has ${cells.length} cells, not ${COLUMNS.length}.`] };
  const parsed = Row.safeParse(Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]])));
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path: [column], message }) => `${String(column)} ${message}.`) };
  const { file, endSeconds, pauses, voice, language } = parsed.data;
  try {
    const pcm = await decodeWav(await readFile(path.join(folder, file)), LONGEST_SECONDS);
    const problems = timesOf({ endSeconds, pauses }, pcm.length / SECOND);
    return problems.length > 0 ? { problems } : { name: file, pcm, endSeconds, pauses, voice, language };
  } catch (error) {
    return { problems: [`${file} cannot be read: ${error instanceof Error ? error.message : error}.`] };
  }
}

function timesOf({ endSeconds, pauses }: Pick<Recording, "endSeconds" | "pauses">, seconds: number): string[] {
  const order = [0, ...pauses.flatMap(({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds]), endSeconds];
  const problems = order.some((time, at) => time < (order[at - 1] ?? 0))
    ? ["pauses must be in order, each before its end, and all before endSeconds."]
    : [];
  return endSeconds > seconds + 0.01
    ? [...problems, `endSeconds is ${endSeconds}, and the file has ${seconds.toFixed(2)} s.`]
    : problems;
}
