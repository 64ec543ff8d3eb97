import {
  HeardBy,
  hearInProcess,
  type InstalledRecognizer,
  type InstalledVoice,
  pronounceable,
  SpokenBy,
  speakInProcess,
} from "@callwright/engine";
import type { RecognizerEntry, VoiceEntry } from "./catalog-entry.ts";
import { InstallError } from "./install-error.ts";
import type { Installable } from "./install-model.ts";

const SAMPLE_RATE_MIN = 8_000;

type Tried<Installed> = Omit<Installed, "bytes" | "installedAt">;

/**
 * Loads the downloaded model in `folder` and uses it once, in a separate process. Returns its properties and its speed on this machine. Fails with an
 * `InstallError` if it does not run, or with the signal's reason.
 */
export async function tryModel(
  entry: Installable,
  folder: string,
  signal: AbortSignal,
): Promise<Tried<InstalledVoice> | Tried<InstalledRecognizer>> {
  try {
    return await (entry.kind === "voice" ? tryVoice(entry, folder, signal) : tryRecognizer(entry, folder, signal));
  } catch (cause) {
    signal.throwIfAborted();
    const does = entry.kind === "voice" ? "speak" : "recognize speech";
    throw new InstallError(`${entry.name} does not ${does} on this machine: ${(cause as Error).message}`, { cause });
  }
}

async function tryVoice(entry: Omit<VoiceEntry, "sources">, folder: string, signal: AbortSignal): Promise<Tried<InstalledVoice>> {
  const text = pronounceable(entry.sample, entry.scripts);
  const job = { folder, voice: entry, speaker: 0, language: entry.languages[0] ?? "en", text };
  const { sound, speakers, workMs } = await speakInProcess(job, signal);
  const { sampleRate } = sound;
  if (sampleRate < SAMPLE_RATE_MIN) throw new Error(`it speaks at ${sampleRate} Hz`);
  return {
    ...SpokenBy.parse(entry),
    sampleRate,
    speakers,
    realTimeFactor: realTimeFactor(workMs, sound.samples.length / sampleRate),
  };
}

async function tryRecognizer(entry: RecognizerEntry, folder: string, signal: AbortSignal): Promise<Tried<InstalledRecognizer>> {
  const { text, seconds, workMs } = await hearInProcess({ folder, recognizer: entry }, signal);
  // The sentence is English.
  if (text.trim() === "" && entry.languages.includes("en")) throw new Error("it finds no words in a spoken sentence");
  return { ...HeardBy.parse(entry), realTimeFactor: realTimeFactor(workMs, seconds) };
}

function realTimeFactor(workMs: number, seconds: number): number {
  return Math.max(0.001, Math.round(workMs / seconds) / 1000);
}
