import { expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { SoundQueue } from "./sound-queue.ts";
import { StereoWindow, toSamples } from "./stereo-window.ts";

/** A telephone sends a packet of 20 ms in this time of ours. */
const packetMs = (ppm: number) => 20 / (1 + ppm / 1e6);
const PACKET = new Int16Array(2 * FRAME_SAMPLES).fill(1_000);

it("of a telephone lets no delay grow between two telephones: ten minutes, 100 ppm fast and slow", () => {
  for (const ppm of [100, -100]) {
    const queue = new SoundQueue(SAMPLE_RATE / 5);
    let sent = 0;
    let longest = 0;
    let silent = 0;
    for (let ms = 0; ms < 10 * 60_000; ms += 10) {
      for (; (sent + 1) * packetMs(ppm) <= ms; sent++) queue.push(PACKET);
      longest = Math.max(longest, queue.length);
      const frame = queue.next();
      if (ms > 100 && frame?.[FRAME_SAMPLES - 1] !== 1_000) silent += 1;
    }
    expect(longest).toBeLessThanOrEqual(toSamples(60));
    // A slow clock is 60 ms short after ten minutes.
    expect(silent).toBeLessThanOrEqual(ppm < 0 ? 7 : 0);
  }
});

it("of a telephone keeps its side of a recording at its time, and whole: two minutes, 3000 ppm fast and slow", () => {
  const marked = PACKET.map(() => 2_000);
  for (const ppm of [3_000, -3_000]) {
    const window = new StereoWindow(5_000);
    const marks: { arrivedMs: number; atMs: number }[] = [];
    let arrivedMs = 0;
    let silent = 0;
    for (let sent = 1; sent * packetMs(ppm) < 2 * 60_000; sent++) {
      const nowMs = sent * packetMs(ppm);
      const isMarked = sent % 100 === 0;
      if (isMarked) arrivedMs = nowMs;
      window.append("customer", isMarked ? marked : PACKET, nowMs);
      if (sent % 50 !== 25) continue;
      const base = window.base;
      const bytes = window.take(toSamples(nowMs - 300));
      const samples = new Int16Array(new Uint8Array(bytes).buffer).filter((_, at) => at % 2 === 0);
      silent += samples.filter((sample) => sample === 0).length;
      const mark = samples.indexOf(2_000);
      if (mark >= 0) marks.push({ arrivedMs, atMs: ((base + mark) * 1_000) / SAMPLE_RATE });
    }
    expect(marks.length).toBeGreaterThan(50);
    for (const { arrivedMs: cameMs, atMs } of marks) expect(Math.abs(cameMs - 20 - atMs)).toBeLessThan(70);
    // A slow clock is 360 ms short; nothing else is lost.
    expect(silent).toBeLessThanOrEqual(toSamples(ppm < 0 ? 400 : 0));
  }
});
