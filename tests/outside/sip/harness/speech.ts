import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { command } from "../../../harness/command.ts";
import { scratchPath } from "../../../harness/scratch.ts";

/** A sound file as the bytes of PCMU (0) or PCMA (8), for a phone to say. `pad`: seconds of silence before and after. */
export async function g711File(file: string, pad: readonly [number, number] = [0, 0], type: 0 | 8 = 0): Promise<string> {
  const raw = scratchPath("words.raw");
  const encoding = ["-r", "8000", "-c", "1", "-t", "raw", "-e", type === 0 ? "u-law" : "a-law", "-b", "8"];
  await command("sox", [file, ...encoding, raw, "pad", String(pad[0]), String(pad[1])]);
  return raw;
}

/** A sound file as Opus, for a phone to say: packets of 20 ms, each behind its length in two bytes. */
export async function opusFile(file: string): Promise<string> {
  const [wav, ogg, packets] = [scratchPath("words.wav"), scratchPath("words.opus"), scratchPath("words.packets")];
  await command("sox", [file, "-r", "48000", "-c", "1", "-b", "16", wav]);
  await command("opusenc", ["--quiet", "--framesize", "20", "--bitrate", "24", wav, ogg]);
  const length = (packet: Buffer) => Buffer.from([packet.length >> 8, packet.length & 255]);
  // The first two are headers (RFC 7845).
  writeFileSync(
    packets,
    Buffer.concat(
      oggPackets(readFileSync(ogg))
        .slice(2)
        .flatMap((packet) => [length(packet), packet]),
    ),
  );
  return packets;
}

/** The packets of an Ogg file (RFC 3533): a segment of less than 255 bytes ends one. */
function oggPackets(ogg: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  let packet = Buffer.alloc(0);
  for (let at = 0; at < ogg.length; ) {
    const count = ogg.readUInt8(at + 26);
    const sizes = ogg.subarray(at + 27, at + 27 + count);
    at += 27 + count;
    for (const size of sizes) {
      packet = Buffer.concat([packet, ogg.subarray(at, at + size)]);
      at += size;
      if (size === 255) continue;
      packets.push(packet);
      packet = Buffer.alloc(0);
    }
  }
  return packets;
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
  return g711File(both);
}

const PEOPLE = "/usr/share/pocketsphinx/test/data/librivox";

/** A person who reads from a book (Debian's pocketsphinx-testdata), with the words. */
export const recordings = (): { text: string; file: string }[] =>
  readFileSync(path.join(PEOPLE, "transcription"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, text, name] = /^<s>\s*(.*?)\s*<\/s>\s*\((.*)\)$/.exec(line.trim()) ?? [];
      return text === undefined ? [] : [{ text, file: path.join(PEOPLE, `${name}.wav`) }];
    });

/** A table for docs/sip.md. The reporter of the area shows what tests write. */
export function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  if (rows.length > 0) process.stdout.write(`\n${line(head)}${line(head.map(() => "---"))}${rows.map(line).join("")}`);
}
