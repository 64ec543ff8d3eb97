import { BACKGROUND_SOUND_MAX_LEVEL } from "@callwright/contract";
import { SAMPLE_RATE } from "./audio-format.ts";
import { SoundFileError } from "./sound-file-error.ts";

/** −40 dBFS: some 20 dB below a voice. */
const MEAN_LEVEL = 0.01;
const FULL_SCALE = 32_768;
const SHORTEST_SAMPLES = SAMPLE_RATE;
const CROSSFADE_SAMPLES = 0.3 * SAMPLE_RATE;

/**
 * A sound at the level of a background, whose end fades into its beginning. Peaks are cut at `BACKGROUND_SOUND_MAX_LEVEL`: a listener can
 * tell it from a voice. Fails with a `SoundFileError`.
 */
export function makeLoop(sound: Int16Array): Int16Array {
  if (sound.length < SHORTEST_SAMPLES) throw new SoundFileError("it is shorter than one second");
  const mean = Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length) / FULL_SCALE;
  // Below this are only rounding errors.
  if (mean < 1 / FULL_SCALE) throw new SoundFileError("it is silent");
  const gain = MEAN_LEVEL / mean;
  const most = Math.floor(BACKGROUND_SOUND_MAX_LEVEL * FULL_SCALE);
  const length = sound.length - CROSSFADE_SAMPLES;
  const loop = new Int16Array(length);
  for (let index = 0; index < length; index++) {
    let sample = sound[index] ?? 0;
    if (index < CROSSFADE_SAMPLES) {
      const angle = ((index / CROSSFADE_SAMPLES) * Math.PI) / 2;
      sample = sample * Math.sin(angle) + (sound[length + index] ?? 0) * Math.cos(angle);
    }
    loop[index] = Math.max(-most, Math.min(most, Math.round(sample * gain)));
  }
  return loop;
}
