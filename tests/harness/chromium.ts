import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

interface Options {
  /**
   * WAV file the microphone plays, over and over, from the moment a page opens it.
   * `none`: the machine has no microphone. `refused`: it has one, and the person does not allow it.
   */
  microphone: string | "none" | "refused";
}

/** A real headless Chromium that talks to nobody but the test's server. */
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
  if (microphone !== "none") args.push("--use-fake-device-for-media-stream");
  if (microphone === "refused") args.push("--deny-permission-prompts");
  else args.push("--use-fake-ui-for-media-stream");
  if (microphone !== "none" && microphone !== "refused") args.push(`--use-file-for-fake-audio-capture=${microphone}`);
  return chromium.launch({ executablePath: EXECUTABLE, headless: true, args });
}

/** A page of its own, signed out, and everything it printed that it never should: exceptions nobody caught, refusals by the content security policy. */
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
