/**
 * `npm run bench -- lines [seeds]`: how many words of people does the built-in transcriber get wrong over each impairment of a simulated line?
 *
 * Sentences read by people, at the nominal level of speech, go through each impairment alone at some strengths, and through each line of the gallery.
 * Each is heard with several seeds (default 3), which place noises and losses differently. Needs Debian's pocketsphinx-testdata.
 */
import { LINE_DEFAULTS, LINES, type Line } from "@callwright/contract";
import { builtInRecognizer, FRAME_SAMPLES, SAMPLE_RATE } from "@callwright/engine/testing";
import { EchoCanceller } from "../packages/engine/src/media/echo-canceller.ts";
import { lineBackground } from "../packages/engine/src/media/line/line-background.ts";
import { openLine } from "../packages/engine/src/media/line/open-line.ts";
import { atSpeechLevel } from "../packages/engine/src/media/line/speech-level.ts";
import { trimSilence } from "../packages/engine/src/media/wave.ts";
import { openWebRtcEcho } from "../packages/engine/src/media/webrtc-echo.ts";
import { synthesise } from "../packages/engine/src/providers/callwright/flite/synthesise.ts";
import { print } from "./call/statistics.ts";
import { recordedSpeech, wordsOf, wrongWords } from "./denoising/recorded-speech.ts";

/** Sound around a sentence, as in a call. */
const PAUSE = SAMPLE_RATE / 2;
/** The canceller learns the line meanwhile. */
const LEARNING = 3 * SAMPLE_RATE;
/** What the agent says all the time, on lines that return it. */
const ANNOUNCEMENT =
  "Thank you for calling. All of our agents are busy at the moment. Please hold the line, and we will be with you shortly.";

const never = new AbortController().signal;
const speak = async (voice: string, text: string) => trimSilence(await synthesise(voice, text)).samples;
const seeds = Array.from({ length: Number(process.argv[2] ?? 3) }, (_, at) => at + 1);
const people = (await recordedSpeech()).map(({ pcm, words }) => ({ words, pcm: atSpeechLevel(pcm) }));
const agent = await speak("slt", ANNOUNCEMENT);
const words = people.reduce((sum, each) => sum + each.words.length, 0);

interface Row {
  name: string;
  strength?: string;
  line: Line;
  /** As in calls, an echo is canceled. */
  isCanceled?: boolean;
}

const BACKGROUNDS = { cafe: "café", street: "street", television: "television", talker: "someone beside" } as const;
const strengths = <Value>(values: readonly Value[], row: (value: Value) => Row) => values.map(row);

const ROWS: readonly Row[] = [
  { name: "good telephone", line: {} },
  { name: "wide band", line: { band: "wide" } },
  { name: "band of an old telephone", line: { band: "narrow" } },
  ...(Object.keys(BACKGROUNDS) as (keyof typeof BACKGROUNDS)[]).flatMap((sound) =>
    strengths([20, 10, 5], (snrDb) => ({
      name: BACKGROUNDS[sound],
      strength: `${snrDb} dB below speech`,
      line: { background: { sound, snrDb } },
    })),
  ),
  ...strengths([0.02, 0.1, 0.2], (share) => ({ name: "packet loss", strength: percent(share), line: { loss: { share } } })),
  ...strengths([0.1, 0.2], (share) => ({
    name: "packet loss in bursts of 4",
    strength: percent(share),
    line: { loss: { share, burstPackets: 4 } },
  })),
  ...strengths([10, 20, 40], (meanMs) => ({
    name: "jitter, buffer of 60 ms",
    strength: `${meanMs} ms`,
    line: { jitter: { meanMs } },
  })),
  ...strengths([10, 20, 30], (clippingDb) => ({ name: "clipping", strength: `${clippingDb} dB`, line: { clippingDb } })),
  ...strengths([-10, -20, -30], (levelDb) => ({ name: "level", strength: `${levelDb} dB`, line: { levelDb } })),
  ...[false, true].flatMap((isCanceled) =>
    strengths([-30, -20, -10], (levelDb) => ({
      name: isCanceled ? "the same, echo canceled" : "agent speaks too, echo",
      strength: `${levelDb} dB`,
      line: { echo: { levelDb } },
      isCanceled,
    })),
  ),
  { name: "drop", strength: "1 s in the sentence", line: { drop: { atSeconds: 1.5, forSeconds: 1 } } },
  ...LINES.map(({ label, line }) => ({ name: `“${label}”`, line, isCanceled: true })),
];

function percent(share: number): string {
  return `${100 * share} %`;
}

/** The sentence as the recognizer gets it: over the line, with half a second around it. */
function through({ line, isCanceled }: Row, seed: number, background: Int16Array | undefined, pcm: Int16Array): Float32Array {
  const opened = openLine(line, seed, background);
  const canceller =
    isCanceled && line.echo
      ? new EchoCanceller(openWebRtcEcho(), (cause) => {
          throw cause;
        })
      : undefined;
  const lead = canceller ? LEARNING : 0;
  const frames = Math.ceil((lead + pcm.length + 2 * PAUSE) / FRAME_SAMPLES);
  const caller = new Int16Array(frames * FRAME_SAMPLES);
  caller.set(pcm, lead + PAUSE);
  const heard = new Float32Array(caller.length);
  for (let at = 0; at < caller.length; at += FRAME_SAMPLES) {
    const spoken = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => agent[(at + index) % agent.length] ?? 0);
    const arrived = opened.push(caller.subarray(at, at + FRAME_SAMPLES), spoken);
    canceller?.sent(spoken);
    heard.set(
      Float32Array.from(canceller?.clean(arrived) ?? arrived, (sample) => sample / 32_768),
      at,
    );
  }
  canceller?.close();
  return heard.slice(lead);
}

/** Wrong words of all sentences, with one seed. */
async function wrongWith(row: Row, seed: number): Promise<number> {
  const { background } = row.line;
  const behind = background && (await lineBackground(background.sound ?? LINE_DEFAULTS.background.sound, speak));
  let wrong = 0;
  for (const { pcm, words: said } of people)
    wrong += wrongWords(said, wordsOf(await builtInRecognizer.recognize(through(row, seed, behind, pcm), never)));
  return wrong;
}

const isRandom = ({ background, loss, jitter }: Line) => [background, loss, jitter].some((each) => each !== undefined);

print(`${people.length} recordings of people with ${words} words; random impairments with ${seeds.length} seeds`);
print("\n| impairment | strength | wrong words | by seed |\n|---|---|---|---|");
for (const row of ROWS) {
  const wrong: number[] = [];
  for (const seed of isRandom(row.line) ? seeds : seeds.slice(0, 1)) wrong.push(await wrongWith(row, seed));
  const mean = wrong.reduce((sum, count) => sum + count, 0) / wrong.length;
  const share = (count: number) => `${((100 * count) / words).toFixed(0)} %`;
  const range = wrong.length > 1 ? `${share(Math.min(...wrong))} to ${share(Math.max(...wrong))}` : "";
  print(`| ${row.name} | ${row.strength ?? ""} | ${share(mean)} | ${range} |`);
}
// The recognizer keeps a process alive.
process.exit();
