import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BinaryReader } from "@bufbuild/protobuf";
import { toyVoiceFiles } from "@callwright/engine/testing";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addPiperFiles } from "./add-piper-files.ts";
import { findPiperVoices } from "./piper-voices.ts";

/** The fields of en_US-joe-medium.onnx.json (Piper, 2024) that count, with fewer phonemes. */
const JOE = {
  audio: { sample_rate: 22_050, quality: "medium" },
  espeak: { voice: "en-us" },
  inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
  phoneme_type: "espeak",
  phoneme_map: {},
  phoneme_id_map: { _: [0], "^": [1], $: [2], " ": [3], ɑ: [51], ː: [122] },
  num_symbols: 256,
  num_speakers: 1,
  speaker_id_map: {},
  piper_version: "1.0.0",
  language: { code: "en_US", family: "en", region: "US", name_native: "English", name_english: "English" },
  dataset: "joe",
};

let folder: string;
const logged: string[] = [];
const log = pino({ base: null }, { write: (line: string) => logged.push(line) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "piper-"));
  logged.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function publish(name: string, config: object, under = folder): Promise<void> {
  await mkdir(under, { recursive: true });
  await writeFile(join(under, `${name}.onnx`), toyVoiceFiles()["model.onnx"]);
  await writeFile(join(under, `${name}.onnx.json`), JSON.stringify(config));
}

/** `metadata_props` of an ONNX model, in their order, by the protobuf library. Fails where the file is no message. */
function propertiesOf(model: Uint8Array): [string, string][] {
  const reader = new BinaryReader(model);
  const found: [string, string][] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field !== 14) reader.skip(type);
    else {
      const pair = new BinaryReader(reader.bytes());
      const texts = new Map<number, string>();
      while (pair.pos < pair.len) texts.set(pair.tag()[0], pair.string());
      found.push([texts.get(1) ?? "", texts.get(2) ?? ""]);
    }
  }
  return found;
}

test("published voices are found in the folder and one below it, and described by their file", async () => {
  await publish("en_US-joe-medium", JOE);
  await publish("ru_RU-irina-medium", { ...JOE, num_speakers: 3, language: { family: "ru" } }, join(folder, "irina"));
  await writeFile(join(folder, "alone.onnx"), "");
  expect(
    findPiperVoices(folder, log).map(({ id, name, languages, scripts, speakers }) => [id, name, languages, scripts, speakers]),
  ).toEqual([
    ["en-us-joe-medium", "en_US-joe-medium", ["en"], ["Latin"], 1],
    ["ru-ru-irina-medium", "ru_RU-irina-medium", ["ru"], ["Cyrillic"], 3],
  ]);
  expect(logged).toEqual([]);
  expect(findPiperVoices(undefined, log)).toEqual([]);
  expect(findPiperVoices(join(folder, "nowhere"), log)).toEqual([]);
});

test("a file that describes no voice that runs here is left out, and the log names it and its field", async () => {
  await publish("text", { ...JOE, phoneme_type: "text" });
  await publish("silent", { ...JOE, audio: {} });
  expect(findPiperVoices(folder, log)).toEqual([]);
  expect(logged.join("\n")).toMatch(/silent\.onnx\.json.*audio\.sample_rate[\s\S]*text\.onnx\.json.*phoneme_type/);
});

test("a voice gets its properties, its phonemes and the data of espeak-ng", async () => {
  await publish("en_US-joe-medium", JOE);
  const [voice] = findPiperVoices(folder, log);
  if (!voice) throw new Error("There is no voice.");
  const installed = join(folder, "installed");
  const places = { folder: join(folder, "made"), filesFolder: folder, installed, systemFolders: [] };
  await mkdir(places.folder);
  await expect(addPiperFiles(voice, places)).rejects.toThrow(/espeak-ng-data \(Debian.*VOICES_DIR/);
  expect(await readdir(places.folder)).toEqual([]);

  await mkdir(join(installed, "ljspeech", "espeak-ng-data"), { recursive: true });
  await writeFile(join(installed, "ljspeech", "espeak-ng-data", "phontab"), "of ljspeech");
  await addPiperFiles(voice, places);
  expect((await readdir(places.folder)).toSorted()).toEqual(["espeak-ng-data", "model.onnx", "tokens.txt"]);
  expect(await readFile(join(places.folder, "espeak-ng-data", "phontab"), "utf8")).toBe("of ljspeech");
  expect(await readFile(join(places.folder, "tokens.txt"), "utf8")).toBe("_ 0\n^ 1\n$ 2\n  3\nɑ 51\nː 122\n");
  const published = toyVoiceFiles()["model.onnx"];
  const made = await readFile(join(places.folder, "model.onnx"));
  expect(made.subarray(0, published.length).equals(published)).toBe(true);
  expect(propertiesOf(made).slice(propertiesOf(published).length)).toEqual([
    ["model_type", "vits"],
    ["comment", "piper"],
    ["language", "English"],
    ["voice", "en-us"],
    ["has_espeak", "1"],
    ["n_speakers", "1"],
    ["sample_rate", "22050"],
  ]);
});
