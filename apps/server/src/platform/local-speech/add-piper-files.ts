import { appendFile, copyFile, cp, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InstallError } from "./install-error.ts";
import type { PiperConfig, PiperVoice } from "./piper-voices.ts";

/** The data folders of espeak-ng packages: Debian and Ubuntu, others, Homebrew. */
const SYSTEM_FOLDERS = [
  ...["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/share", "/usr/local/share"],
  "/opt/homebrew/share",
];
const DATA = "espeak-ng-data";
/** The list of phonemes: a folder without this file is not the data. */
const DATA_FILE = "phontab";

export interface PiperPlaces {
  /** The folder in which the finished voice is assembled. */
  folder: string;
  /** `VOICES_DIR`. */
  filesFolder: string | undefined;
  /** The folder of the installed voices, which may have the data. */
  installed: string;
  /** Default: where the system's packages have it. */
  systemFolders?: readonly string[];
}

/**
 * Turns a published Piper voice into the files that sherpa-onnx loads: its properties in the model file, the list of its phonemes, and the data of
 * espeak-ng, which turns text into phonemes. The data is copied from `VOICES_DIR`, else from an installed voice, else from the system's package of
 * espeak-ng. Fails with an `InstallError` without any of them.
 */
export async function addPiperFiles({ name, piper }: PiperVoice, places: PiperPlaces): Promise<void> {
  const data = await findData(places);
  if (data === undefined)
    throw new InstallError(
      `${name} needs the data of espeak-ng, which Piper does not publish with its voices. Install the package espeak-ng-data (Debian, Ubuntu) or espeak-ng (Fedora, Homebrew), put the folder ${DATA} into VOICES_DIR, or install another Piper voice first. Then try again.`,
    );
  const model = join(places.folder, "model.onnx");
  await copyFile(piper.model, model);
  await appendFile(model, metadata(piper.config));
  await writeFile(join(places.folder, "tokens.txt"), tokens(piper.config));
  await cp(data, join(places.folder, DATA), { recursive: true, dereference: true });
}

async function findData({ filesFolder, installed, systemFolders = SYSTEM_FOLDERS }: PiperPlaces): Promise<string | undefined> {
  const voices = await readdir(installed).catch(() => []);
  for (const folder of [
    ...(filesFolder === undefined ? [] : [filesFolder]),
    ...voices.map((voice) => join(installed, voice)),
    ...systemFolders,
  ])
    if (await stat(join(folder, DATA, DATA_FILE)).catch(() => undefined)) return join(folder, DATA);
  return undefined;
}

/** A phoneme and its number in each line. */
const tokens = ({ phoneme_id_map: ids }: PiperConfig): string =>
  Object.entries(ids)
    .map(([phoneme, [id]]) => `${phoneme} ${id}\n`)
    .join("");

/**
 * The properties as `metadata_props` of an ONNX model, which is a protobuf message: its repeated fields may be appended to its end
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: `ModelProto.metadata_props` is field 14, key and value are 1 and 2).
 */
function metadata({ audio, espeak, language, num_speakers: speakers }: PiperConfig): Buffer {
  const properties = {
    model_type: "vits",
    comment: "piper",
    language: language?.name_english ?? espeak.voice,
    voice: espeak.voice,
    has_espeak: 1,
    n_speakers: speakers,
    sample_rate: audio.sample_rate,
  };
  const pair = (key: string, value: unknown) =>
    field(14, Buffer.concat([field(1, Buffer.from(key)), field(2, Buffer.from(String(value)))]));
  return Buffer.concat(Object.entries(properties).map(([key, value]) => pair(key, value)));
}

/** Bytes with their field number and length. All are shorter than 128 bytes, so each of the two is one byte. */
function field(number: number, data: Buffer): Buffer {
  if (data.length > 127) throw new Error("A property of a voice is longer than 127 bytes.");
  return Buffer.concat([Buffer.from([number * 8 + 2, data.length]), data]);
}
