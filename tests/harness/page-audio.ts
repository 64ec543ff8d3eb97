import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { ask, transcript } from "./dashboard.ts";
import { decodeSamples } from "./recognise.ts";
import { scratchPath } from "./scratch.ts";

/**
 * Records the sound that a page plays, and adds speech to the sound that it sends, without changes to the page's own code: RTCPeerConnection is
 * wrapped before the page loads (page-audio.page.js). The content security policy stays unchanged.
 */

/** Loudest sample above this is sound: −34 dBFS. */
const AUDIBLE_PEAK = 0.02;

interface PageAudio {
  connections: RTCPeerConnection[];
  sampleRate: number;
  /** Samples of the remote track, in blocks of 10 ms. */
  blocks: Float32Array[];
  /** Loudest sample of each block. */
  peaks: number[];
}

declare global {
  interface Window {
    pageAudio: PageAudio;
  }
}

/** Call before the page is opened. */
export async function tapPage(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL("./page-audio.page.js", import.meta.url)) });
}

/** Where the page's ear is now, in blocks of 10 ms: a mark for the functions below. */
export function mark(page: Page): Promise<number> {
  return page.evaluate(() => window.pageAudio.peaks.length);
}

/** Wait until the page has played sound for `blocks` of 10 ms since a mark. */
export async function waitForSound(page: Page, since: number, blocks = 30): Promise<void> {
  await page.waitForFunction(
    ([from, wanted, peak]) => window.pageAudio.peaks.slice(from).filter((level) => level > peak).length >= wanted,
    [since, blocks, AUDIBLE_PEAK] as const,
    { polling: 50 },
  );
}

/** Wait until the page has been silent for `blocks` of 10 ms in a row. */
export async function waitForSilence(page: Page, blocks = 120): Promise<void> {
  await page.waitForFunction(
    ([wanted, peak]) => {
      const { peaks } = window.pageAudio;
      return peaks.length >= wanted && peaks.slice(-wanted).every((level) => level <= peak);
    },
    [blocks, AUDIBLE_PEAK] as const,
    { polling: 50 },
  );
}

/** In the first call of a page: types a question after the greeting, and hears the whole answer. A call keeps only words that were spoken aloud. */
export async function hearAnswer(page: Page, question: string, words: string): Promise<void> {
  await waitForSound(page, 0);
  await waitForSilence(page);
  const asked = await mark(page);
  await ask(page, question);
  await transcript(page).getByText(words).waitFor();
  await waitForSound(page, asked);
  await waitForSilence(page);
}

/** The remote sound since a mark, as 16 kHz samples. */
export async function heardSince(page: Page, since: number): Promise<Int16Array> {
  const { base64, sampleRate } = await page.evaluate((from) => {
    const { blocks, sampleRate: rate } = window.pageAudio;
    const samples = Int16Array.from(
      blocks.slice(from).flatMap((block) => Array.from(block, (value) => Math.max(-1, Math.min(1, value)) * 32_767)),
    );
    const bytes = new Uint8Array(samples.buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return { base64: btoa(text), sampleRate: rate };
  }, since);
  const file = scratchPath("heard.raw");
  writeFileSync(file, Buffer.from(base64, "base64"));
  return decodeSamples(file, sampleRate);
}

/**
 * Speak into the running call, on top of the microphone. Resolves when the last sample was sent.
 * The page keeps its own microphone track; only what the connection sends is mixed.
 */
export async function speakInto(page: Page, file: string): Promise<void> {
  await page.evaluate(async (base64) => {
    const sender = window.pageAudio.connections
      .filter((connection) => connection.connectionState === "connected")
      .flatMap((connection) => connection.getSenders())
      .find(({ track }) => track?.kind === "audio");
    if (!sender?.track) throw new Error("The page sends no sound.");
    const context = new AudioContext();
    const output = context.createMediaStreamDestination();
    context.createMediaStreamSource(new MediaStream([sender.track])).connect(output);
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer);
    source.connect(output);
    const own = sender.track;
    await sender.replaceTrack(output.stream.getAudioTracks()[0] ?? null);
    await new Promise<void>((resolve) => {
      source.onended = () => resolve();
      source.start();
    });
    await sender.replaceTrack(own);
    await context.close();
  }, readFileSync(file).toString("base64"));
}

/** Level (0 to 1) of what the page's running connection sends now. */
export function sentLevel(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const connection = window.pageAudio.connections.find(({ connectionState }) => connectionState === "connected");
    const reports: { type: string; audioLevel?: number }[] = [];
    (await connection?.getStats())?.forEach((report) => {
      reports.push(report);
    });
    return reports.find(({ type }) => type === "media-source")?.audioLevel ?? -1;
  });
}
