import { execFile } from "node:child_process";
import { promisify } from "node:util";

const WAV_HEADER_BYTES = 44;

/** Mono 16 kHz speech by the flite program, as a caller would say it. Voices slt, rms, awb, kal16. */
export async function speechSample(text: string, voice = "slt"): Promise<Int16Array> {
  const { stdout } = await promisify(execFile)("flite", ["-voice", voice, "-t", text, "-o", "/dev/stdout"], {
    encoding: "buffer",
    maxBuffer: 10_000_000,
  });
  const bytes = stdout.subarray(WAV_HEADER_BYTES);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~1)));
}
