import { command } from "./command.ts";
import { scratchPath } from "./scratch.ts";

export type CallerVoice = "slt" | "kal16" | "rms";

interface Speech {
  text: string;
  voice: CallerVoice;
  /** Silence before the words, for the assistant's first message. Default 0. */
  leadSeconds?: number;
  /** Silence after the words. Default 0. */
  tailSeconds?: number;
  /** Room noise this many dB under the voice. Default: none. */
  noiseDb?: number;
}

/** Level of a file's loudest relevant stretch, measured by sox. */
async function rmsLevel(file: string): Promise<number> {
  // sox prints its measures on standard error, so a shell redirects them.
  const text = (await command("sh", ["-c", 'sox "$1" -n stat 2>&1', "sh", file])).toString();
  const level = /RMS\s+amplitude:\s+([\d.]+)/.exec(text)?.[1];
  if (!level) throw new Error(`sox measured no level in ${file}:\n${text}`);
  return Number(level);
}

/** Speak a text into a WAV file that Chromium's fake microphone takes: 48 kHz, mono, 16 bit. Answers its path. */
export async function speechFile({ text, voice, leadSeconds = 0, tailSeconds = 0, noiseDb }: Speech): Promise<string> {
  const spoken = scratchPath(`${voice}.wav`);
  await command("flite", ["-voice", voice, "-t", text, "-o", spoken]);
  const padded = scratchPath(`${voice}-padded.wav`);
  await command("sox", [spoken, "-r", "48000", "-b", "16", "-c", "1", padded, "pad", String(leadSeconds), String(tailSeconds)]);
  if (noiseDb === undefined) return padded;

  const length = (await command("soxi", ["-D", padded])).toString().trim();
  const noise = scratchPath("noise.wav");
  await command("sox", ["-n", "-r", "48000", "-b", "16", "-c", "1", noise, "synth", length, "brownnoise"]);
  const gain = ((await rmsLevel(spoken)) * 10 ** (-noiseDb / 20)) / (await rmsLevel(noise));
  const noisy = scratchPath(`${voice}-noisy.wav`);
  await command("sox", ["-m", "-v", "1", padded, "-v", String(gain), noise, "-b", "16", noisy]);
  return noisy;
}

/** The sound of a silent microphone. */
export async function silenceFile(seconds: number): Promise<string> {
  const file = scratchPath("silence.wav");
  await command("sox", ["-n", "-r", "48000", "-b", "16", "-c", "1", file, "trim", "0", String(seconds)]);
  return file;
}

/** The sound of a microphone with an even tone. */
export async function toneFile(seconds: number): Promise<string> {
  const file = scratchPath("tone.wav");
  await command("sox", [
    "-n",
    "-r",
    "48000",
    "-b",
    "16",
    "-c",
    "1",
    file,
    "synth",
    String(seconds),
    "sine",
    "440",
    "gain",
    "-12",
  ]);
  return file;
}
