import { readPcm } from "../../media/wave.ts";

/** Reads the sound of an answer: bytes of 16-bit samples, low byte first, in pieces of any length. Throws on what it does not understand. */
export type SoundFormat = (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** A failure that the service reports inside an answer that began well. `message` is the service's own. */
export class ServiceFailure extends Error {}

/** A line of text longer than this is no answer of a voice: a second of sound is 64 kB in base64. */
const LINE_MAX_CHARACTERS = 16 * 1024 * 1024;

/** One JSON value on each line. `soundOf` returns the base64 of each, undefined for a line without sound. */
export const jsonLines = (soundOf: (value: unknown) => string | undefined): SoundFormat =>
  async function* (body) {
    for await (const line of lines(body)) {
      const sound = line.trim() === "" ? undefined : soundOf(JSON.parse(line));
      if (sound) yield withoutWaveHead(Buffer.from(sound, "base64"));
    }
  };

/** Server-sent events with JSON. `soundOf` returns the encoded sound of each, undefined for an event without sound. */
export const jsonEvents = (encoding: "base64" | "hex", soundOf: (value: unknown) => string | undefined): SoundFormat =>
  async function* (body) {
    for await (const line of lines(body)) {
      const data = /^data:\s*(\{.*\})\s*$/.exec(line)?.[1];
      const sound = data === undefined ? undefined : soundOf(JSON.parse(data));
      if (sound) yield Buffer.from(sound, encoding);
    }
  };

async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > LINE_MAX_CHARACTERS) throw new SyntaxError("A line of the answer is too long.");
    yield* parts;
  }
  if (rest !== "") yield rest;
}

const WAVE_HEAD_BYTES = 44;

/** Some services send a WAV header before each piece. */
function withoutWaveHead(piece: Buffer): Uint8Array {
  return piece.subarray(0, 4).toString("latin1") === "RIFF" ? piece.subarray(WAVE_HEAD_BYTES) : piece;
}

/** Bytes as 16-bit samples, low byte first. A sample may be split between two pieces. */
export async function* samplesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const samples = readPcm(bytes);
    if (samples.length > 0) yield samples;
    rest = bytes.subarray(samples.byteLength);
  }
}
