import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { eventually } from "../../../harness/eventually.ts";
import { scratchPath } from "../../../harness/scratch.ts";

/** The sound of phones whose signalling is SIPp's: `phones.py`, a process of its own, so that its clock is not this one's. */

interface Heard {
  /** Of speech, without telephone events. */
  packets: number;
  samples: number;
  /** Payload types. */
  types: number[];
  /** Between packets. */
  gapsMs: number[];
  /** How often sequence number and timestamp did not go on by a packet. */
  breaks: number;
  fromPorts: number[];
  events: { type: number; key: number; isEnd: boolean; level: number; length: number; stamp: number }[];
  sent: number;
  /** When packets with sound above −34 dBFS (speech, no hiss) came, on the machine's clock. */
  loudMs: number[];
  /** When the last word was said. */
  saidMs: number | null;
  /** Bytes that were not yet said. */
  speechLeft: number;
}

export interface Phone {
  readonly address: string;
  readonly port: number;
  /** Sends, silence at first, to where an SDP says. */
  to(sdp: string): Promise<void>;
  /** Says a file of `g711File` or `opusFile`, as its codec is, after what it says already. */
  say(file: string): Promise<void>;
  /** Waits until all was said. */
  untilSaid(): Promise<void>;
  spoil(line: { loss?: number; jitterMs?: [number, number] }): Promise<void>;
  /** What is heard is sent back. */
  echo(echo: { gain: number; delayMs: number }): Promise<void>;
  /** A key as telephone events, of so many packets. */
  press(key: string, options: { frames: number; type: number }): Promise<void>;
  quiet(isQuiet: boolean): Promise<void>;
  heard(): Promise<Heard>;
  /** Begins to listen again, without what was heard. */
  forget(): Promise<void>;
  /** What was heard, at 8 kHz. */
  sound(): Promise<Int16Array>;
  /** Waits for speech. */
  untilSpeech(): Promise<void>;
  close(): Promise<void>;
}

export interface PhoneBank {
  readonly pid: number;
  /** `type`: 0 is PCMU, 8 is PCMA, 107 is Opus, whose sound is counted and not decoded. `otherPort`: it sends from another port than it names, as behind NAT. */
  open(address: string, options?: { type?: 0 | 8 | 107; otherPort?: boolean }): Promise<Phone>;
  close(): Promise<void>;
}

export function openPhones(): PhoneBank {
  const child = spawn("python3", [path.join(import.meta.dirname, "phones.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  let asked = 0;
  createInterface(child.stdout).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as { id: number; result?: never; error?: string };
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(result as never);
    else asker?.reject(new Error(`phones.py: ${error}`));
  });
  const exit = once(child, "exit");
  let isOver = false;
  void exit.then(() => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(new Error("phones.py ended"));
  });
  const ask = <Result>(act: string, args: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(new Error("phones.py has ended"));
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id: asked, do: act, ...args })}\n`);
    });
  return {
    pid: child.pid ?? -1,
    async open(address, options = {}) {
      const { phone, port } = await ask<{ phone: number; port: number }>("open", { address, ...options });
      const tell = (act: string, args: object = {}) => ask<void>(act, { phone, ...args });
      const heard = () => ask<Heard>("heard", { phone });
      const sound = async () => {
        const file = scratchPath("heard.raw");
        await tell("sound", { file });
        const bytes = await readFile(file);
        return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      };
      return {
        address,
        port,
        to: (sdp) => tell("to", audioOf(sdp)),
        say: (file) => tell("say", { file }),
        untilSaid: async () => {
          await eventually(
            "the end of the phone's words",
            async () => ((await heard()).speechLeft === 0 ? true : undefined),
            600_000,
          );
        },
        spoil: (line) => tell("spoil", line),
        echo: (line) => tell("echo", line),
        press: (key, options) => tell("press", { key, ...options }),
        quiet: (isQuiet) => tell("quiet", { isQuiet }),
        heard,
        forget: () => tell("forget"),
        sound,
        untilSpeech: async () => {
          await eventually("speech in the phone", async () => (await heard()).loudMs.length > 0 || undefined, 60_000);
        },
        close: () => tell("close"),
      };
    },
    async close() {
      child.stdin.end();
      await exit;
    },
  };
}

/** Where the first line of sound is to be sent. */
function audioOf(sdp: string): { address: string; port: number } {
  const [session = "", ...media] = sdp.split(/^(?=m=)/m);
  const audio = media.find((each) => each.startsWith("m=audio")) ?? "";
  const address = /^c=IN IP4 (\S+)/m.exec(audio)?.[1] ?? /^c=IN IP4 (\S+)/m.exec(session)?.[1];
  const port = Number(/^m=audio (\d+)/.exec(audio)?.[1] ?? 0);
  if (address === undefined || port === 0) throw new Error(`There is no line of sound in:\n${sdp}`);
  return { address, port };
}

/** The body of an offer or an answer. `formats`: the rest of the line of sound. `lines`: its attributes. */
export const soundBody = (
  { address, port }: Pick<Phone, "address" | "port">,
  formats = "RTP/AVP 0 8 101",
  lines: readonly string[] = [
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:8 PCMA/8000",
    "a=rtpmap:101 telephone-event/8000",
    "a=fmtp:101 0-16",
  ],
): string =>
  [
    "v=0",
    `o=phone 1 1 IN IP4 ${address}`,
    "s=-",
    `c=IN IP4 ${address}`,
    "t=0 0",
    `m=audio ${port} ${formats}`,
    ...lines,
    "",
  ].join("\n");
