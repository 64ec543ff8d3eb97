import { expect, test } from "vitest";
import { SAMPLE_RATE } from "./audio-format.ts";
import { createDecoder, createEncoder, type SoundFormat } from "./sound-format.ts";

const HERTZ = 440;
const tone = Int16Array.from({ length: SAMPLE_RATE }, (_, at) => 8_000 * Math.sin((2 * Math.PI * HERTZ * at) / SAMPLE_RATE));

/** How often a tone of a second rises through zero. */
const risesOf = (pcm: Int16Array) => pcm.filter((sample, at) => at > 0 && sample >= 0 && (pcm[at - 1] ?? 0) < 0).length;

test.each<SoundFormat>([
  { encoding: "mulaw", sampleRate: 8_000 },
  ...[8_000, 16_000, 24_000, 32_000, 48_000].map((sampleRate) => ({ encoding: "pcm_s16le" as const, sampleRate })),
])("a tone keeps its pitch, length and loudness on its way through $encoding at $sampleRate Hz, in pieces", (format) => {
  const [encode, decode] = [createEncoder(format), createDecoder(format)];
  const bytes: Uint8Array[] = [];
  for (let at = 0; at < tone.length; at += 160) bytes.push(encode(tone.subarray(at, at + 160)));
  const sent = Buffer.concat(bytes);
  expect(sent.byteLength).toBe(format.sampleRate * (format.encoding === "mulaw" ? 1 : 2));
  const back = bytes.flatMap((piece) => [...decode(piece)]);
  expect(back).toHaveLength(SAMPLE_RATE);
  expect(Math.abs(risesOf(Int16Array.from(back)) - HERTZ)).toBeLessThan(10);
  expect(Math.abs(Math.max(...back) - 8_000)).toBeLessThan(600);
});

test("half a sample at the end is dropped", () => {
  const decode = createDecoder({ encoding: "pcm_s16le", sampleRate: 16_000 });
  expect([...decode(Uint8Array.from([0xff, 0x7f, 1]))]).toEqual([32_767]);
  expect([...decode(new Uint8Array())]).toEqual([]);
});
