import { SAMPLE_RATE } from "./audio-format.ts";

/** Chords of a slow phrase, in Hz, one after the other. */
const CHORDS_HZ = [
  [261.6, 329.6, 392, 523.3],
  [220, 277.2, 329.6, 440],
  [174.6, 220, 261.6, 349.2],
  [196, 246.9, 293.7, 392],
] as const;
const NOTE_SECONDS = 0.5;
const NOTES_PER_CHORD = 8;
const AMPLITUDE = 2_600;
/** The order in which the notes of a chord are plucked. */
const PATTERN = [0, 1, 2, 3, 2, 1, 2, 1];

let made: Int16Array | undefined;

/** The music that a caller hears while an operator is asked, as a loop: plucked chords, synthesized. */
export function holdMusic(): Int16Array {
  made ??= synthesize();
  return made;
}

function synthesize(): Int16Array {
  const noteSamples = NOTE_SECONDS * SAMPLE_RATE;
  const sound = new Int16Array(CHORDS_HZ.length * NOTES_PER_CHORD * noteSamples);
  for (const [place, chord] of CHORDS_HZ.entries())
    for (const [step, note] of PATTERN.entries()) {
      const start = (place * NOTES_PER_CHORD + step) * noteSamples;
      const hz = chord[note] ?? 0;
      for (let at = 0; at < noteSamples; at++) {
        const seconds = at / SAMPLE_RATE;
        // A soft start, and silence before the next note: no clicks.
        const shape = Math.min(1, seconds / 0.01) * Math.exp(-4 * seconds) * (1 - at / noteSamples);
        const wave = Math.sin(2 * Math.PI * hz * seconds) + 0.3 * Math.sin(4 * Math.PI * hz * seconds);
        sound[start + at] = Math.round(AMPLITUDE * shape * wave);
      }
    }
  return sound;
}
