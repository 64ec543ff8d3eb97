import { SAMPLE_RATE } from "./audio-format.ts";
import { COLUMNS_HZ, KEYPAD, ROWS_HZ } from "./keypad-tones.ts";

const TONE_MS = 120;
const GAP_MS = 80;
const AMPLITUDE = 6_000;
/** Pauses between keys that menus need, as for modems. */
const PAUSES_MS: Readonly<Record<string, number>> = { w: 500, p: 500, ",": 500, W: 1_000 };
/** Between the answer of a telephone and its extension: a switchboard is not ready for keys at once. */
export const BEFORE_EXTENSION = "w";

/** The sound of keys of a telephone, 16 kHz. `w`, `p` and `,` are pauses of half a second, `W` of one second; other characters are left out. */
export function keyTones(keys: string): Int16Array {
  return Int16Array.from([...keys].flatMap((key) => [...soundOf(key)]));
}

/** The sound of an extension, for a telephone that has just answered. */
export const extensionTones = (extension: string): Int16Array => keyTones(BEFORE_EXTENSION + extension);

function soundOf(key: string): Int16Array {
  const pauseMs = PAUSES_MS[key];
  if (pauseMs !== undefined) return new Int16Array(samplesOf(pauseMs));
  const row = KEYPAD.findIndex((each) => each.includes(key.toUpperCase()));
  const [low, high] = [ROWS_HZ[row], COLUMNS_HZ[KEYPAD[row]?.indexOf(key.toUpperCase()) ?? -1]];
  if (low === undefined || high === undefined) return new Int16Array();
  const sound = new Int16Array(samplesOf(TONE_MS + GAP_MS));
  for (let at = 0; at < samplesOf(TONE_MS); at++) sound[at] = Math.round(AMPLITUDE * (sineAt(low, at) + sineAt(high, at)));
  return sound;
}

const samplesOf = (ms: number) => (SAMPLE_RATE * ms) / 1000;
const sineAt = (hz: number, at: number) => Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE);
