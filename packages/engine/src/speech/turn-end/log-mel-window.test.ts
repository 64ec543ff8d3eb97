import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SAMPLE_RATE } from "../../media/audio-format.ts";
import { LogMelWindow, MEL_BANDS, MEL_FRAMES } from "./log-mel-window.ts";

/** Samples with an offset of their mean, without randomness: a rising tone whose loudness swells, then quiet. */
function sound(samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, at) => {
    const seconds = at / SAMPLE_RATE;
    const level = at < samples - 1600 ? 6000 * Math.sin(2 * Math.PI * 1.5 * seconds) ** 2 : 3;
    return Math.round(40 + level * Math.sin(2 * Math.PI * (200 + 300 * seconds) * seconds));
  });
}

/** The output of WhisperFeatureExtractor (chunk_length=8, do_normalize) for `sound`, by `log-mel-window.fixture.py`. */
const FIXTURE = new URL("./log-mel-window.fixture.json", import.meta.url);
const read = async () =>
  JSON.parse(await readFile(FIXTURE, "utf8")) as Record<string, [band: number, frame: number, value: number][]>;

test.each([
  ["2.4 s, then nothing before it", 38_400],
  ["12 s, the last 8 count", 192_000],
])("the features are those of the reference: %s", async (_, samples) => {
  const window = new LogMelWindow();
  const pcm = sound(samples);
  // Frames of any size, as networks bring them.
  for (let at = 0; at < samples; at += 512) window.push(pcm.subarray(at, at + 512));
  const features = window.features();
  expect(features).toHaveLength(MEL_BANDS * MEL_FRAMES);
  const expected = (await read())[String(samples)] ?? [];
  expect(expected.length).toBeGreaterThan(400);
  for (const [band, frame, value] of expected)
    expect.soft(features[band * MEL_FRAMES + frame], `band ${band}, frame ${frame}`).toBeCloseTo(value, 3);
});

test("a new turn begins with silence before it", () => {
  const fresh = new LogMelWindow();
  const used = new LogMelWindow();
  used.push(sound(100_000));
  used.clear();
  for (const window of [fresh, used]) window.push(sound(32_000));
  expect(used.features()).toEqual(fresh.features());
});
