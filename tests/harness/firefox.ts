import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type Browser, type ElementHandle, launch, type Page } from "puppeteer-core";
import { eventually } from "./eventually.ts";
import { scratchPath } from "./scratch.ts";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/**
 * Loudspeakers that nobody hears: on a machine without a sound device, Firefox's AudioContext stays suspended, because
 * its clock is the device's. Answers the variables with which Firefox finds them. They go when this process ends.
 */
async function openSpeakers(): Promise<Record<string, string>> {
  const socket = scratchPath("speakers");
  const home = scratchPath("speakers-home");
  const child = spawn(
    "pulseaudio",
    [
      ...["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"],
      ...["-L", `module-native-protocol-unix socket=${socket} auth-anonymous=1`, "-L", "module-null-sink"],
    ],
    { env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home }, stdio: ["ignore", "ignore", "pipe"] },
  );
  process.once("exit", () => child.kill());
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const failed = once(child, "exit").then(() => {
    throw new Error(`pulseaudio ended: ${said}`);
  });
  await Promise.race([eventually("the loudspeakers", () => existsSync(socket) || undefined), failed]);
  failed.catch(() => undefined);
  return { PULSE_SERVER: `unix:${socket}` };
}

let speakers: Promise<Record<string, string>> | undefined;

/** A real headless Firefox over WebDriver BiDi. Its microphone plays a tone, and every page may open it. */
export async function launchFirefox(): Promise<Browser> {
  speakers ??= openSpeakers();
  return launch({
    env: { ...process.env, ...(await speakers) },
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    // Firefox starts slowly on a busy machine.
    timeout: 120_000,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      "media.navigator.streams.fake": true,
      "media.navigator.permission.disabled": true,
      "media.autoplay.default": 0,
    },
  });
}

/** A window of this browser. Its errors are collected in `errors`. */
export async function openWindow(browser: Browser, errors: string[]): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(45_000);
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return page;
}

/** In ms. Firefox draws a window behind another one only every few seconds, so nothing waits for its next frame. */
const LOOK_EVERY = { polling: 100 };

/** The first visible and enabled element, by its label or text. */
async function named(page: Page, selector: string, name: string): Promise<ElementHandle<HTMLElement>> {
  const found = await page.waitForFunction(
    (among, wanted) =>
      [...document.querySelectorAll<HTMLInputElement>(among)].find((element) => {
        const names = [element.ariaLabel, ...[...(element.labels ?? []), element].map(({ textContent }) => textContent)];
        // The asterisk of a required field.
        const isNamed = names.some((each) => each?.replace("*", "").trim() === wanted);
        return isNamed && element.checkVisibility() && !element.disabled;
      }),
    LOOK_EVERY,
    selector,
    name,
  );
  return found as ElementHandle<HTMLElement>;
}

export const press = async (page: Page, name: string) => (await named(page, "button, [role=menuitem]", name)).click();

export const follow = async (page: Page, name: string) => (await named(page, "a", name)).click();

/** Replaces the text of a field. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = await named(page, "input, textarea", label);
  await field.click({ count: 3 });
  await field.type(text);
}

/** Waits until the page shows this text. */
export async function untilText(page: Page, text: string): Promise<void> {
  await page.waitForFunction((shown) => document.body.textContent?.includes(shown), LOOK_EVERY, text);
}
