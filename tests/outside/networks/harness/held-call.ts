import { readFile } from "node:fs/promises";
import type { Browser as ChromiumBrowser } from "playwright-core";
import type { Browser as FirefoxBrowser } from "puppeteer-core";
import { launchChromium } from "../../../harness/chromium.ts";
import { eventually } from "../../../harness/eventually.ts";
import { launchFirefox } from "../../../harness/firefox.ts";
import "../../../harness/network-page.ts";
import { getCall, listEvents, type PlatformUser } from "../../../harness/platform.ts";
import { silenceFile, speechFile } from "../../../harness/speech.ts";
import { wordErrors, words } from "../../../harness/words.ts";
import type { FarNetwork } from "./far-network.ts";

/** The part of a page that both browsers' libraries have. */
interface PageInBrowser {
  goto(url: string): Promise<unknown>;
  evaluate<Result, Argument>(act: (argument: Argument) => Result | Promise<Result>, argument: Argument): Promise<Result>;
  close(): Promise<void>;
}

export interface BrowserInTest {
  name: "Chromium" | "Firefox";
  open(): Promise<PageInBrowser>;
  close(): Promise<void>;
}

export async function openChromium(): Promise<BrowserInTest> {
  const browser: ChromiumBrowser = await launchChromium({ microphone: await silenceFile(60) });
  return {
    name: "Chromium",
    open: async () => (await browser.newPage()) as unknown as PageInBrowser,
    close: () => browser.close(),
  };
}

export async function openFirefox(): Promise<BrowserInTest> {
  const browser: FirefoxBrowser = await launchFirefox();
  return {
    name: "Firefox",
    open: async () => (await browser.newPage()) as unknown as PageInBrowser,
    close: () => browser.close(),
  };
}

export const QUESTIONS = [
  "What are your opening hours on Saturday?",
  "Can I bring my dog into the shop?",
  "How much is a haircut for a child?",
  "Do you have a table for two at eight?",
  "I would like to change my appointment.",
];

/** Louder is sound: −34 dBFS. */
const AUDIBLE_PEAK = 0.02;
/** Words have shorter pauses. */
const PAUSE_MS = 1_200;

export interface HeldCall {
  id: string;
  /** From the end of each question to the first sound of its answer, in the page. */
  heardMs: number[];
  /** Share of the questions' words that the server got wrong. */
  wordErrorRate: number;
  /** Of all packets between browser and server while the questions were asked. */
  kbitsUp: number;
  kbitsDown: number;
  /** From the click to the first sound of the greeting. */
  greetedMs: number;
  /** `caller.path` events. */
  paths: Record<string, unknown>[];
  connections: unknown[];
  errors: unknown[];
}

interface Setting {
  browser: BrowserInTest;
  site: string;
  target: { token: string; url: string; assistantId: string };
  user: PlatformUser;
  network: FarNetwork;
}

/** One call: the greeting, five questions with their answers, and a hang-up. */
export async function holdCall({ browser, site, target, user, network }: Setting): Promise<HeldCall> {
  const page = await browser.open();
  try {
    await page.goto(site);
    await eventually("the page's script", () => page.evaluate(() => "networkCall" in window || undefined, undefined));
    const clickedMs = await page.evaluate(() => performance.now(), undefined);
    const id = await page.evaluate((options) => window.networkCall.start(options), target);
    const firstMs = await firstSoundAfter(page, clickedMs);
    await untilQuiet(page);
    const [before, beganMs] = [await network.bytes(), performance.now()];
    const heardMs: number[] = [];
    for (const text of QUESTIONS) {
      const wav = (await readFile(await speechFile({ text, voice: "slt" }))).toString("base64");
      const endMs = await page.evaluate((words64) => window.networkCall.speak(words64), wav);
      heardMs.push((await firstSoundAfter(page, endMs)) - endMs);
      await untilQuiet(page);
    }
    const [after, seconds] = [await network.bytes(), (performance.now() - beganMs) / 1_000];
    const told = await page.evaluate(() => window.networkCall.told, undefined);
    await page.evaluate(() => window.networkCall.hangUp(), undefined);
    await eventually("the end of the call", async () => ((await getCall(user, id)).status === "ended" ? true : undefined));
    const events = await listEvents(user, id);
    const heard = events.flatMap(({ type, payload }) => (type === "user.said" ? [String(payload.text)] : [])).join(" ");
    const spoken = QUESTIONS.join(" ");
    const kbits = (bytes: number) => (bytes * 8) / 1_000 / seconds;
    return {
      id,
      heardMs,
      wordErrorRate: wordErrors(spoken, heard) / words(spoken).length,
      kbitsUp: kbits(after.up - before.up),
      kbitsDown: kbits(after.down - before.down),
      greetedMs: firstMs - clickedMs,
      paths: events.flatMap(({ type, payload }) => (type === "caller.path" ? [payload] : [])),
      connections: told.flatMap(({ event, value }) => (event === "network-connection" ? [value] : [])),
      errors: told.flatMap(({ event, value }) => (event === "error" || event === "call-start-failed" ? [value] : [])),
    };
  } finally {
    await page.close();
  }
}

function firstSoundAfter(page: PageInBrowser, afterMs: number): Promise<number> {
  return eventually("sound in the page", () =>
    page.evaluate(({ from, least }) => window.networkCall.peaks.find(({ atMs, peak }) => atMs > from && peak > least)?.atMs, {
      from: afterMs,
      least: AUDIBLE_PEAK,
    }),
  );
}

async function untilQuiet(page: PageInBrowser): Promise<void> {
  await eventually("a pause in the page", () =>
    page.evaluate(
      ({ pauseMs, least }) => {
        const last = window.networkCall.peaks.findLast(({ peak }) => peak > least)?.atMs ?? 0;
        return performance.now() - last > pauseMs || undefined;
      },
      { pauseMs: PAUSE_MS, least: AUDIBLE_PEAK },
    ),
  );
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
