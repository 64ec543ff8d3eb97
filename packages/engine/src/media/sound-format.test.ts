import { expect, test } from "vitest";
import { SAMPLE_RATE } from "./audio-format.ts";
import { createDecoder, createEncoder, opusPacketMs, type SoundFormat } from "./sound-format.ts";

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

const PACKET_SAMPLES = SAMPLE_RATE / 50;
const OPUS = { encoding: "opus", sampleRate: SAMPLE_RATE } as const;
function packetsOf(pcm: Int16Array): Uint8Array[] {
  const encode = createEncoder(OPUS);
  return Array.from({ length: pcm.length / PACKET_SAMPLES }, (_, at) =>
    encode(pcm.subarray(at * PACKET_SAMPLES, (at + 1) * PACKET_SAMPLES)),
  );
}

test("a tone keeps its pitch, length and loudness in packets of 20 ms, which take a ninth of its bytes", () => {
  const packets = packetsOf(tone);
  expect(packets.map(opusPacketMs)).toEqual(Array(50).fill(20));
  const bytes = packets.reduce((sum, packet) => sum + packet.byteLength, 0);
  expect(bytes).toBeLessThan((tone.length * 2) / 7);
  const decode = createDecoder(OPUS);
  const back = Int16Array.from(packets.flatMap((packet) => [...decode(packet)]));
  expect(back).toHaveLength(SAMPLE_RATE);
  // Beside the first packets, in which the coder finds the tone.
  const steady = back.subarray(SAMPLE_RATE / 5);
  expect(Math.abs(risesOf(steady) - HERTZ * 0.8)).toBeLessThan(4);
  expect(Math.abs(Math.max(...steady) - 8_000)).toBeLessThan(1_500);
});

test.each<[string, number[]]>([
  ["nothing", []],
  ["frames that their count denies", [0x0b, 0x00]],
  ["more bytes than a packet has", Array(9_000).fill(0x08)],
])("%s is no sound, and the packet after it is heard", (_, bytes) => {
  const decode = createDecoder(OPUS);
  const [first = new Uint8Array()] = packetsOf(tone);
  expect(decode(Uint8Array.from(bytes))).toHaveLength(0);
  expect(decode(first)).toHaveLength(PACKET_SAMPLES);
});

test.each([
  [[], undefined],
  [[0x00], 10],
  [[0x18], 60],
  [[0x09], 40],
  [[0x60], 10],
  [[0x80], 2.5],
  [[0xf8], 20],
  [[0xfb, 3], 60],
  [[0xfb, 0], undefined],
])("a packet that begins with %j has %j ms", (bytes, packetMs) => {
  expect(opusPacketMs(Uint8Array.from(bytes))).toBe(packetMs);
});
