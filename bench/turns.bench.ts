/**
 * `npm run bench -- turns [folder]`: when does a caller's turn end?
 *
 * Recordings are heard by the speech session of a call, with its voice detector, built-in recognizer, end-of-turn model and rules, in real time:
 * - false cut-offs: the turn ended inside a pause after which the caller goes on;
 * - waits after true ends, of turns that were decided at once and of those that were held, human and synthetic apart.
 * Each under digital silence, the noise of a room and of a line, and over a µ-law telephone. A caller hears an answer about 115 ms later, and the
 * model's time (`npm run bench -- call`).
 *
 * Without a folder, the recordings are those of Debian's pocketsphinx-testdata, and flite's voices. A folder has WAV files and a table `turns.csv`
 * (docs/endpointing.md). The numbers behind the waits are of English; other languages run, and are marked.
 */

import { warmTurnDetection } from "../packages/engine/src/speech/turn-detector.ts";
import { setUpSpeech } from "../packages/engine/src/speech/warm-up.ts";
import { describeMs, percentile, print, printTable } from "./call/statistics.ts";
import { hearTurn, PATIENCE_SECONDS } from "./turns/hear-turn.ts";
import { CONDITIONS, type Condition, SECOND } from "./turns/noise.ts";
import { builtInRecordings, type Recording, recordingsOf } from "./turns/recording.ts";

/** Below this the turn was decided at once. */
const AT_ONCE_MS = 500;
/** Recordings that are heard at the same time. */
const AT_A_TIME = 2;
/** Seconds of speech that the voice detector needs before it reports speech. */
const ONSET_SECONDS = 0.3;

interface Heard {
  recording: Recording;
  /** A turn ended in these pauses, by their place. */
  cutPauses: Set<number>;
  /** The turn ended before its end, outside of a pause. */
  cutElsewhere: number;
  /** From the caller's last sound; undefined if the turn did not end. */
  waitMs: number | undefined;
}

async function hear(recording: Recording, condition: Condition): Promise<Heard> {
  const { pcm, endSeconds, pauses, language } = recording;
  const quiet = new Int16Array(PATIENCE_SECONDS * SECOND);
  const sound = CONDITIONS[condition](Int16Array.from([...pcm.subarray(0, endSeconds * SECOND), ...quiet]));
  const endedAt = await hearTurn(sound, endSeconds, language);
  const early = endedAt.filter((at) => at < endSeconds);
  const pauseOf = (at: number) =>
    pauses.findIndex(({ fromSeconds, toSeconds }) => at > fromSeconds && at < toSeconds + ONSET_SECONDS);
  const end = endedAt.find((at) => at >= endSeconds);
  return {
    recording,
    cutPauses: new Set(early.map(pauseOf).filter((pause) => pause >= 0)),
    cutElsewhere: early.filter((at) => pauseOf(at) < 0).length,
    waitMs: end === undefined ? undefined : (end - endSeconds) * 1000,
  };
}

async function hearAll(recordings: readonly Recording[], condition: Condition): Promise<Heard[]> {
  const heard: Heard[] = [];
  const waiting = [...recordings];
  const take = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) heard.push(await hear(next, condition));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, take));
  return heard;
}

const describe = (waits: readonly number[]) =>
  waits.length === 0 ? "–" : `${Math.round(percentile(waits, 0.5))} / ${Math.round(percentile(waits, 0.9))} ms`;

function rowsOf(condition: Condition, heard: readonly Heard[]): string[][] {
  return (["human", "synthetic"] as const).flatMap((voice) => {
    const of = heard.filter(({ recording }) => recording.voice === voice);
    if (of.length === 0) return [];
    const pauses = of.reduce((sum, { recording }) => sum + recording.pauses.length, 0);
    const cut = of.reduce((sum, { cutPauses }) => sum + cutPauses.size, 0);
    const waits = of.flatMap(({ waitMs }) => waitMs ?? []);
    const [atOnce, held] = [waits.filter((wait) => wait < AT_ONCE_MS), waits.filter((wait) => wait >= AT_ONCE_MS)];
    return [
      [
        ...[
          condition,
          voice,
          pauses === 0 ? "–" : `${cut} of ${pauses}`,
          String(of.reduce((sum, each) => sum + each.cutElsewhere, 0)),
        ],
        ...[
          `${atOnce.length} of ${waits.length}`,
          describe(atOnce),
          describe(held),
          describe(waits),
          String(of.length - waits.length),
        ],
      ],
    ];
  });
}

const [folder, ...rest] = process.argv.slice(2);
if (rest.length > 0) throw new Error(`Name one folder. There is more: ${rest.join(" ")}`);
const recordings = folder ? await recordingsOf(folder) : await builtInRecordings();
setUpSpeech();
await warmTurnDetection();
// The recognizer loads.
await hearTurn(new Int16Array(SECOND), 0, "en");

const rows: string[][] = [];
const single: string[] = [];
for (const condition of Object.keys(CONDITIONS) as Condition[]) {
  const heard = await hearAll(recordings, condition);
  rows.push(...rowsOf(condition, heard));
  for (const { recording, cutPauses, waitMs } of heard)
    if (cutPauses.size > 0 || waitMs === undefined || waitMs >= AT_ONCE_MS)
      single.push(
        `${condition}: ${recording.name}: ${cutPauses.size} cut-offs, ${waitMs === undefined ? "no end" : describeMs([waitMs])}`,
      );
}
print(`Turns of ${recordings.length} recordings. Waits are p50 / p90 from the caller's last sound to the end of the turn`);
printTable(["under it", "voice", "cut off in pauses", "elsewhere", "at once", "wait", "held: wait", "all: wait", "no end"], rows);
const others = [...new Set(recordings.map(({ language }) => language))].filter((language) => !language.startsWith("en"));
if (others.length > 0)
  print(
    `\n${others.join(", ")}: not measured. The built-in recognizer hears English, and the waits were chosen with English callers.`,
  );
print(`\nHeld, cut off or without an end\n${single.join("\n")}`);
// The recognizer keeps a process alive.
process.exit();
