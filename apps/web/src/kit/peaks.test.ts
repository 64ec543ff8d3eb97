import { expect, test, vi } from "vitest";
import { barsOf, loadPeaks, toOneScale } from "./peaks.ts";

const samples = (...values: number[]) => new Float32Array(values);

test("the louder side fills the height, the other one keeps its share of it", () => {
  const { customer, assistant } = toOneScale({ customer: samples(0.125, -0.25), assistant: samples(-0.5, 0) });
  expect([...assistant]).toEqual([-1, 0]);
  expect([...customer]).toEqual([0.25, -0.5]);
});

test("a recording in which nobody is loud is not blown up", () => {
  const { customer, assistant } = toOneScale({ customer: samples(0.01), assistant: samples(0) });
  expect(customer[0]).toBeCloseTo(0.1);
  expect(assistant[0]).toBe(0);
});

test("a bar is as high as the loudest peak in it", () => {
  expect([...barsOf(samples(0.1, 0.9, 0.2, 0.3), 2)].map((bar) => bar.toFixed(1))).toEqual(["0.9", "0.3"]);
  // More bars than peaks leave no gaps.
  expect([...barsOf(samples(0.5, 1), 4)]).toEqual([0.5, 0.5, 1, 1]);
});

/** Stereo, 400 frames a second: each peak is 4 frames. A chunk that no player knows stands before the sound. */
function wav(frames: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(54 + frames.length * 4));
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, "RIFF");
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, 400, true);
  view.setUint16(34, 16, true);
  write(36, "LIST");
  view.setUint32(40, 2, true);
  write(46, "data");
  view.setUint32(50, frames.length * 4, true);
  for (const [index, [left, right]] of frames.entries()) {
    view.setInt16(54 + index * 4, left, true);
    view.setInt16(56 + index * 4, right, true);
  }
  return new Uint8Array(view.buffer);
}

function streamOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

test.each([7, 50, 1000])("a WAV file that arrives in pieces of %i bytes is measured as it comes", async (size) => {
  const silent = [0, 0] as const;
  const bytes = wav([silent, [-16_384, 0], silent, silent, [8192, 32_767], silent, silent, silent]);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
  vi.stubGlobal("fetch", async () => new Response(streamOf(pieces)));
  const { customer, assistant, durationSeconds } = await loadPeaks(
    "https://other.example/recording.wav",
    new AbortController().signal,
  );
  vi.unstubAllGlobals();
  expect([...customer].map((peak) => peak.toFixed(2))).toEqual(["0.50", "0.25"]);
  expect([...assistant].map((peak) => peak.toFixed(2))).toEqual(["0.00", "1.00"]);
  expect(durationSeconds).toBe(0.02);
});

test("this server is asked for the peaks alone, and another host for its file as it is signed", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    asked.push(url.href);
    return Response.json({ channels: [[500], [1000]], durationSeconds: 7200 });
  });
  const { signal } = new AbortController();
  const own = await loadPeaks("https://callwright.example/artifact/org/a/call/b/recording.wav?expires=1&signature=c", signal);
  await loadPeaks("https://other.example/recording.wav?signature=d", signal);
  vi.unstubAllGlobals();
  expect(own).toMatchObject({ customer: samples(0.5), assistant: samples(1), durationSeconds: 7200 });
  expect(asked).toEqual([
    "https://callwright.example/artifact/org/a/call/b/recording.wav?expires=1&signature=c&peaks=",
    "https://other.example/recording.wav?signature=d",
  ]);
});
