import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { openAssistant, talk } from "../harness/dashboard.ts";
import { newAccount, sharedServerUrl, signUpByRequest } from "../harness/open-dashboard.ts";
import { sentLevel, tapPage } from "../harness/page-audio.ts";
import { listCalls, type PlatformUser } from "../harness/platform.ts";
import { toneFile } from "../harness/speech.ts";
import { failTogether } from "../harness/steps.ts";

declare global {
  interface Window {
    /** Every track of a microphone that the page was given. */
    microphoneTracks: MediaStreamTrack[];
  }
}

failTogether();

let browser: Browser;
let page: Page;
let user: PlatformUser;

beforeAll(async () => {
  browser = await launchChromium({ microphone: await toneFile(20) });
  ({ page } = await openPage(browser, sharedServerUrl()));
  await tapPage(page);
  await keepMicrophoneTracks();
  user = await signUpByRequest(page, sharedServerUrl(), newAccount());
  await page.goto("/assistants");
  await openAssistant(page, "Riley");
  await talk(page);
});

afterAll(() => browser?.close());

/** Call before the page is opened. */
async function keepMicrophoneTracks(): Promise<void> {
  await page.addInitScript(() => {
    window.microphoneTracks = [];
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      window.microphoneTracks.push(...stream.getAudioTracks());
      return stream;
    };
  });
}

function microphoneStates(): Promise<string[]> {
  return page.evaluate(() => window.microphoneTracks.map(({ readyState }) => readyState));
}

test("muted, the page sends silence; unmuted, it sends the microphone again", async () => {
  const mute = page.getByRole("button", { name: "Mute" });
  await expect.poll(() => sentLevel(page)).toBeGreaterThan(0.01);
  await mute.click();
  expect(await mute.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => sentLevel(page)).toBe(0);
  await mute.click();
  expect(await mute.getAttribute("aria-pressed")).toBe("false");
  await expect.poll(() => sentLevel(page)).toBeGreaterThan(0.01);
});

test("leaving the page ends the call and lets the microphone go", async () => {
  expect(await microphoneStates()).toContain("live");
  await page.getByRole("link", { name: "Calls" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave and hang up?" });
  await question.getByRole("button", { name: "Leave and hang up" }).click();
  await page.waitForURL("**/calls");
  await expect.poll(async () => [...new Set(await microphoneStates())]).toEqual(["ended"]);
  const [call] = await listCalls(user);
  expect(await endedCall(user, call?.id ?? "")).toMatchObject({ type: "webCall", endedReason: "customer-ended-call" });
});
