import { FRAME_SAMPLES } from "../audio-format.ts";
import { levelOf } from "../level-of.ts";

export const FULL_SCALE = 32_767;
/** Root mean square of speech, without its pauses: 26 dB below full scale, the nominal level of ITU-T P.830. */
export const SPEECH_LEVEL = FULL_SCALE * gainOf(-26);
/** Frames softer than this part of the loudest one are pauses: −20 dB. */
const PAUSE = 0.1;

/** The factor of decibels. */
export function gainOf(db: number): number {
  return 10 ** (db / 20);
}

export const toSample = (value: number): number => Math.max(-FULL_SCALE, Math.min(FULL_SCALE, Math.round(value)));

/** Root mean square of 16 kHz sound without its pauses. 0: it is silent. */
export function activeLevelOf(pcm: Int16Array): number {
  const levels = Array.from({ length: Math.ceil(pcm.length / FRAME_SAMPLES) }, (_, at) =>
    levelOf(pcm.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
  );
  const least = PAUSE * levels.reduce((most, level) => Math.max(most, level), 0);
  const active = levels.filter((level) => level > least);
  return Math.sqrt(active.reduce((sum, level) => sum + level * level, 0) / Math.max(1, active.length));
}

/** 16 kHz sound whose speech has `SPEECH_LEVEL`. */
export function atSpeechLevel(pcm: Int16Array): Int16Array {
  const level = activeLevelOf(pcm);
  return level === 0 ? pcm : pcm.map((sample) => toSample((sample * SPEECH_LEVEL) / level));
}
