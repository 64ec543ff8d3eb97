import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const WAV_HEADER_BYTES = 44;

/** Mono 16 kHz speech by the flite program, as a caller would say it. Voices slt, rms, awb, kal16. */
export async function speechSample(text: string, voice = "slt"): Promise<Int16Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), "callwright-speech-"));
  try {
    // Not /dev/stdout: a child's output is a socket here, which cannot be opened by that name.
    const path = join(folder, "speech.wav");
    await promisify(execFile)("flite", ["-voice", voice, "-t", text, "-o", path]);
    const bytes = (await readFile(path)).subarray(WAV_HEADER_BYTES);
    return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~1)));
  } finally {
    await rm(folder, { recursive: true });
  }
}
