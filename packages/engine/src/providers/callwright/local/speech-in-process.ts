import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Sound } from "../../../media/wave.ts";
import { ProviderError } from "../../../model/provider-error.ts";
import { WorkQueue } from "../../../process/work-queue.ts";
import type { HeardBy } from "./installed-recognizer.ts";
import type { SpokenBy } from "./installed-voice.ts";

interface SpeakJob {
  /** Folder of the voice. */
  folder: string;
  voice: Pick<SpokenBy, "model">;
  speaker: number;
  language: string;
  /** One sentence that the voice can pronounce. */
  text: string;
}

interface HearJob {
  /** Folder of the recognizer. */
  folder: string;
  recognizer: Pick<HeardBy, "model">;
}

export type SpeechJob = SpeakJob | HearJob;

export interface Spoken {
  sound: Sound;
  /** Number of the voice's speakers. */
  speakers: number;
  /** Time of speaking, without loading. */
  workMs: number;
}

export interface Heard {
  text: string;
  /** Duration of the sound. */
  seconds: number;
  /** Time of recognizing, without loading. */
  workMs: number;
}

export type SpeechAnswer = Spoken | Heard | { problem: string };

/** Loading a large model takes seconds, on a busy machine many. */
const TIMEOUT_MS = 120_000;
const PARALLEL_MAX = 1;
/** Enough to find the library; no secrets. */
const PASSED_ENVIRONMENT = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "SystemRoot"];

const queue = new WorkQueue<Spoken | Heard>(PARALLEL_MAX);

/**
 * Speaks a text in a separate process, one at a time: to try a voice that was never loaded, and to preview one. Fails with a `ProviderError` if the
 * process ends, takes too long, or reports an error; with the signal's reason if that aborts.
 */
export async function speakInProcess(job: SpeakJob, signal: AbortSignal): Promise<Spoken> {
  const spoken = (await queue.add(() => run(job, signal), signal)) as Spoken;
  if (spoken.sound.samples.length === 0) throw failure("voice", "It makes no sound.");
  return spoken;
}

/** Recognizes an English sentence in a separate process: to try a recognizer that was never loaded. Fails like `speakInProcess`. */
export async function hearInProcess(job: HearJob, signal: AbortSignal): Promise<Heard> {
  return (await queue.add(() => run(job, signal), signal)) as Heard;
}

function failure(part: "voice" | "transcriber", problem: string): ProviderError {
  return new ProviderError(problem, { provider: "callwright", part, retryable: false });
}

function run(job: SpeechJob, signal: AbortSignal): Promise<Spoken | Heard> {
  const fromSource = import.meta.url.endsWith(".ts");
  const child = fork(fileURLToPath(new URL(fromSource ? "./speech-process.ts" : "./speech-process.js", import.meta.url)), [], {
    ...(fromSource ? { cwd: fileURLToPath(new URL(".", import.meta.url)) } : {}),
    execArgv: fromSource ? ["--import", "tsx", "--conditions=callwright-source"] : [],
    env: Object.fromEntries(PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // Sound in JSON would be five times as long.
    serialization: "advanced",
  });
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(kill, TIMEOUT_MS);
  signal.addEventListener("abort", kill);
  return new Promise<Spoken | Heard>((resolve, reject) => {
    const fail = (problem: string) => reject(failure("voice" in job ? "voice" : "transcriber", problem));
    child.once("message", (answer: SpeechAnswer) => ("problem" in answer ? fail(answer.problem) : resolve(answer)));
    child.once("error", () => fail("Its process does not start."));
    child.once("exit", (code, ended) => fail(`The speech library ends with ${ended ?? `code ${code}`} when it loads its files.`));
    child.send(job, () => {});
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  });
}
