import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { silenceFile } from "./speech.ts";

/** Exported for benchmarks, which cannot resolve the packages of this folder. */
export type { Browser, CDPSession, Page } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Chromium without windows, from Debian's package of the same version: a page costs half the CPU time, an empty one a quarter. */
const SHELL = "/usr/lib/chromium/chromium-headless-shell";

let isShellEnough = false;

/** Whether the next Chromium may be the shell. Screens need no more; what speaks or belongs to a release runs in the browser that people have. */
export function allowShell(isAllowed: boolean): void {
  isShellEnough = isAllowed;
}

/** The shell knows no refused permission. */
const runsInShell = (microphone: Options["microphone"]) => isShellEnough && microphone !== "refused" && existsSync(SHELL);

interface Options {
  /**
   * WAV file that the microphone plays in a loop, from the moment a page opens it. `none`: the machine has no microphone. `refused`: it has one, and
   * the person refuses access.
   */
  microphone: string | "none" | "refused";
}

/** A real headless Chromium that can only reach the test's server. */
export function launchChromium({ microphone }: Options): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
  ];
  const isShell = runsInShell(microphone);
  // A page lives for seconds: optimizing its scripts does not pay, and would take a fifth of the loading time.
  if (isShell) args.push("--js-flags=--no-opt");
  if (microphone !== "none") args.push("--use-fake-device-for-media-stream");
  if (microphone === "refused") args.push("--deny-permission-prompts");
  else args.push("--use-fake-ui-for-media-stream");
  if (microphone !== "none" && microphone !== "refused") args.push(`--use-file-for-fake-audio-capture=${microphone}`);
  return chromium.launch({ executablePath: isShell ? SHELL : CHROMIUM, headless: true, args });
}

/** Keyed by whether it is the shell. */
const shared = new Map<boolean, Promise<Browser>>();

/** The Chromium of this worker, for all files that need no other. Its microphone is silent. The pages of a file are closed after the file. */
export function sharedChromium(): Promise<Browser> {
  const isShell = runsInShell("none");
  const browser = shared.get(isShell) ?? silenceFile(60).then((microphone) => launchChromium({ microphone }));
  shared.set(isShell, browser);
  return browser;
}

/** Closes what a file has opened in the worker's Chromium. */
export async function closeSharedWindows(): Promise<void> {
  const browsers = await Promise.all(shared.values());
  await Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close()));
}

/** A new page, signed out, with its unwanted output: uncaught exceptions, refusals by the content security policy. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Uncaught|Unhandled/i.test(message.text())) errors.push(message.text());
  });
  return { page, errors };
}
