import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ProviderError } from "../../../model/provider-error.ts";
import type { Sound } from "../../phrases/wave.ts";
import type { SpokenBy } from "./installed-voice.ts";
import { VoiceQueue } from "./voice-queue.ts";

export interface VoiceProcessJob {
  /** Of the voice. */
  folder: string;
  voice: Pick<SpokenBy, "model">;
  speaker: number;
  language: string;
  /** One sentence that the voice can pronounce. */
  text: string;
}

export type VoiceProcessAnswer = { sound: Sound; speakers: number; workMs: number } | { problem: string };

export interface SpokenInProcess {
  sound: Sound;
  /** That the voice has. */
  speakers: number;
  /** What speaking took, without loading. */
  workMs: number;
}

/** Loading a large voice takes seconds, on a busy machine many. */
const TIMEOUT_MS = 120_000;
const PARALLEL_MAX = 1;
/** Enough to find the library; no secrets. */
const PASSED_ENVIRONMENT = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "SystemRoot"];

const queue = new VoiceQueue<SpokenInProcess>(PARALLEL_MAX);

/**
 * Speaks a text in a process of its own, one at a time: to try a voice that nobody has loaded yet, and to preview one. Fails with a
 * `ProviderError` when the process ends, takes too long, or says why it cannot speak; with the signal's reason when that aborts.
 */
export function speakInProcess(job: VoiceProcessJob, signal: AbortSignal): Promise<SpokenInProcess> {
  return queue.add(() => run(job, signal), signal);
}

function run(job: VoiceProcessJob, signal: AbortSignal): Promise<SpokenInProcess> {
  const fromSource = import.meta.url.endsWith(".ts");
  const child = fork(fileURLToPath(new URL(fromSource ? "./voice-process.ts" : "./voice-process.js", import.meta.url)), [], {
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
  return new Promise<SpokenInProcess>((resolve, reject) => {
    const fail = (problem: string) =>
      reject(new ProviderError(problem, { provider: "callwright", part: "voice", retryable: false }));
    child.once("message", (answer: VoiceProcessAnswer) => {
      if ("problem" in answer) fail(answer.problem);
      else if (answer.sound.samples.length === 0) fail("It makes no sound.");
      else resolve(answer);
    });
    child.once("error", () => fail("Its process does not start."));
    child.once("exit", (code, ended) => fail(`The speech library ends with ${ended ?? `code ${code}`} when it loads its files.`));
    child.send(job, () => {});
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  });
}
