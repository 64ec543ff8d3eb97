import { command } from "../../../harness/command.ts";
import { scratchPath } from "../../../harness/scratch.ts";

/** A sound file as the bytes of PCMU, for a phone to say. */
export async function ulawFile(file: string, pad: readonly [number, number] = [0, 0]): Promise<string> {
  const raw = scratchPath("words.ul");
  await command("sox", [file, "-r", "8000", "-c", "1", "-t", "raw", "-e", "u-law", "-b", "8", raw, "pad", String(pad[0]), String(pad[1])]);
  return raw;
}

/** Words of flite. */
export async function spoken(text: string, voice = "rms"): Promise<string> {
  const file = scratchPath("spoken.wav");
  await command("flite", ["-voice", voice, "-t", text, "-o", file]);
  return file;
}

/** A mailbox: its greeting, a pause and half a second of 1,000 Hz, with which the file ends. */
export async function mailboxGreeting(): Promise<string> {
  const words = scratchPath("words.wav");
  const greeting = "You have reached the mailbox of Ann Lee. I cannot answer the phone. Please leave a message after the tone.";
  await command("sox", [await spoken(greeting), "-r", "8000", "-c", "1", "-b", "16", words, "pad", "0.5", "0.7"]);
  const [beep, both] = [scratchPath("beep.wav"), scratchPath("mailbox.wav")];
  await command("sox", ["-n", "-r", "8000", "-c", "1", "-b", "16", beep, "synth", "0.5", "sine", "1000", "vol", "0.4"]);
  await command("sox", [words, beep, both]);
  return ulawFile(both);
}
