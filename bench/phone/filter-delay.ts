import { AudioFrame, AudioResampler } from "@livekit/rtc-node";
import { RateFilter } from "../../packages/engine/src/media/rate-filter.ts";

/** The delay by a change of the sample rate. */
export interface FilterDelay {
  /** Between a sample's input and its output, milliseconds. */
  meanMs: number;
  worstMs: number;
  /** Processor time of a frame of 10 ms. */
  frameUs: number;
}

type Push = (pcm: Int16Array) => Int16Array;

const FRAMES = 600;
/** One click in ten frames, so that outputs do not overlap. */
const CLICK_EVERY = 10;
const CLICK = 20_000;

/** With the framework's resampler at its default quality, which web calls and telephones had before. */
export function frameworkDelay(from: number, to: number): FilterDelay {
  const resampler = new AudioResampler(from, to, 1);
  const push = (pcm: Int16Array) =>
    Int16Array.from(resampler.push(new AudioFrame(pcm, from, 1, pcm.length)).flatMap(({ data }) => [...data]));
  const delay = measure(push, from, to);
  resampler.close();
  return delay;
}

export function ourDelay(from: number, to: number): FilterDelay {
  const filter = new RateFilter(from, to);
  return measure((pcm) => filter.push(pcm), from, to);
}

/** Clicks are fed in frames of 10 ms; the peak of each comes in the same frame or a later one. */
function measure(push: Push, from: number, to: number): FilterDelay {
  const out: { sample: number; frame: number }[] = [];
  let busyMs = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    const pcm = new Int16Array(from / 100);
    if (frame % CLICK_EVERY === 0) pcm[0] = CLICK;
    const startedMs = performance.now();
    const given = push(pcm);
    busyMs += performance.now() - startedMs;
    for (const sample of given) out.push({ sample, frame });
  }
  const delays: number[] = [];
  for (let clicked = CLICK_EVERY; clicked < FRAMES - CLICK_EVERY; clicked += CLICK_EVERY) {
    // Position of the click in the output of all frames.
    const first = clicked * (to / 100);
    const near = out.slice(first - to / 100, first + (CLICK_EVERY / 2) * (to / 100));
    const loudest = near.reduce((best, { sample }, at) => (Math.abs(sample) > Math.abs(near[best]?.sample ?? 0) ? at : best), 0);
    const at = first - to / 100 + loudest;
    const shiftMs = ((at - first) / to) * 1_000;
    const heldBackMs = ((out[at]?.frame ?? clicked) - Math.floor(at / (to / 100))) * 10;
    delays.push(shiftMs + heldBackMs);
  }
  return {
    meanMs: delays.reduce((sum, each) => sum + each, 0) / delays.length,
    worstMs: Math.max(...delays),
    frameUs: (busyMs / FRAMES) * 1_000,
  };
}
