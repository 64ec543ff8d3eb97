import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { decodeWav } from "../../media/decode-wav.ts";
import { LogMelWindow } from "./log-mel-window.ts";
import { loadOnnxModel } from "./onnx-model.ts";
import { turnEndProbability } from "./turn-end-model.ts";

const SECOND = 16_000;
/**
 * A person who reads aloud, from Debian's pocketsphinx-testdata. "… in his power to do for them", "He might even have been | made amiable himself".
 */
const BOOK = "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-";
const read = async (name: string) => decodeWav(await readFile(`${BOOK}${name}.wav`), 30);

async function rated(sound: Int16Array, quietSamples: number): Promise<number> {
  const window = new LogMelWindow();
  window.push(sound);
  window.push(new Int16Array(quietSamples));
  return turnEndProbability(window.features());
}

test("the model distinguishes an end from a cut between two words, in several questions at once", async () => {
  const whole = await read("0870");
  const cut = (await read("0930")).subarray(0, 1.1 * SECOND);
  const quiet = SECOND / 10;
  const [ended = 0, unfinished = 1] = await Promise.all([rated(whole, quiet), rated(cut, quiet)]);
  expect(ended).toBeGreaterThan(0.85);
  expect(unfinished).toBeLessThan(0.5);
  // Runs do not share their input.
  const again = await Promise.all([whole, cut, whole, cut].map((sound) => rated(sound, quiet)));
  expect(again).toEqual([ended, unfinished, ended, unfinished]);
});

test("a file that is no model, and an input of the wrong size, are errors and end no process", async () => {
  const shape = { input: "x", inputShape: [1, 2], output: "y", outputCount: 1 };
  expect(() => loadOnnxModel(Buffer.from("no model"), shape)).toThrow(/protobuf|parse|model/i);
  await expect(turnEndProbability(new Float32Array(7))).rejects.toThrow("The model takes 64000 numbers, not 7.");
});
