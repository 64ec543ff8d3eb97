import { expect, it, vi } from "vitest";
import { FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "./audio-format.ts";
import { type CarrierInput, openCarrierTransport } from "./carrier-transport.ts";
import { decodeMuLaw, encodeMuLaw } from "./mu-law.ts";

const tone = (hz: number, rate: number, ms: number) =>
  Int16Array.from({ length: (rate * ms) / 1000 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * hz * index) / rate)));
const toSound = (pcm: Int16Array) => Buffer.from(encodeMuLaw(pcm)).toString("base64");

const opening = () => new Promise((resolve) => setImmediate(resolve));

function opened() {
  const [sent, heard, keys]: [string[], Int16Array[], string[]] = [[], [], []];
  const time = { ms: 0 };
  let bring: (input: CarrierInput) => void = () => {};
  const onConnected = vi.fn();
  const none = () => {};
  const transport = openCarrierTransport(
    {
      listen: (onInput) => {
        bring = onInput;
      },
      send: (sound) => sent.push(sound),
    },
    {
      onConnected,
      onInterrupted: none,
      onRestored: none,
      onChannelOpen: none,
      onText: none,
      onClosed: none,
      onFault: none,
      onAudio: (pcm) => heard.push(pcm),
      onKey: (key) => keys.push(key),
    },
    () => time.ms,
  );
  return { transport, bring: (input: CarrierInput) => bring(input), sent, heard, keys, time, onConnected };
}

/** Amplitude of the loudest of some frequencies in the second half of a sound. */
function loudest(pcm: Int16Array, rate: number, frequencies: readonly number[]): number {
  const settled = pcm.subarray(pcm.length / 2);
  const powerOf = (hz: number) => {
    const sum = (part: (angle: number) => number) =>
      settled.reduce((total, sample, index) => total + sample * part((2 * Math.PI * hz * index) / rate), 0);
    return Math.hypot(sum(Math.cos), sum(Math.sin));
  };
  return frequencies.reduce((best, hz) => (powerOf(hz) > powerOf(best) ? hz : best));
}

it("sends a packet for every 20 ms, never earlier, and hears what comes at 16 kHz", async () => {
  const { transport, bring, sent, heard, onConnected } = opened();
  expect(onConnected).not.toHaveBeenCalled();
  await opening();
  expect(onConnected).toHaveBeenCalledOnce();
  const said = tone(500, SAMPLE_RATE, 200);
  for (let at = 0; at < said.length; at += FRAME_SAMPLES) {
    transport.sendAudio(said.subarray(at, at + FRAME_SAMPLES));
    expect(sent.length).toBe(Math.floor((at / FRAME_SAMPLES + 1) / 2));
  }
  const packets = sent.map((sound) => decodeMuLaw(Buffer.from(sound, "base64")));
  expect(new Set(packets.map(({ length }) => length))).toEqual(new Set([160]));
  const tones = [250, 500, 1_000];
  expect(loudest(Int16Array.from(packets.flatMap((each) => [...each])), PHONE_RATE, tones)).toBe(500);
  const there = tone(1_000, PHONE_RATE, 200);
  for (let at = 0; at < there.length; at += 160) bring({ sound: toSound(there.subarray(at, at + 160)) });
  const all = Int16Array.from(heard.flatMap((each) => [...each]));
  expect(all.length).toBe(0.2 * SAMPLE_RATE);
  expect(loudest(all, SAMPLE_RATE, tones)).toBe(1_000);
});

it("reports a key once that comes as tones and as a message, and twice when it is pressed twice", () => {
  const { bring, keys, time } = opened();
  const [low, high] = [tone(770, PHONE_RATE, 80), tone(1_336, PHONE_RATE, 80)];
  const five = toSound(low.map((sample, index) => sample + (high[index] ?? 0)));
  const pause = toSound(new Int16Array(480));
  for (const ms of [0, 200]) {
    time.ms = ms;
    bring({ sound: five });
    bring({ sound: pause });
    time.ms = ms + 60;
    bring({ key: "5" });
  }
  expect(keys).toEqual(["5", "5"]);
  time.ms = 1_000;
  bring({ key: "#" });
  bring({ key: "#" });
  expect(keys).toEqual(["5", "5", "#", "#"]);
});

it("is silent in both directions once it is closed", async () => {
  const { transport, bring, sent, heard, onConnected } = opened();
  transport.close();
  await opening();
  transport.sendAudio(new Int16Array(FRAME_SAMPLES));
  transport.sendAudio(new Int16Array(FRAME_SAMPLES));
  bring({ sound: toSound(new Int16Array(160)) });
  expect([sent, heard, onConnected.mock.calls]).toEqual([[], [], []]);
});
