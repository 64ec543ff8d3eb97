import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { openAssistant, signUpInPage, talk } from "../harness/dashboard.ts";
import { sentLevel, tapPage } from "../harness/page-audio.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { toneFile } from "../harness/speech.ts";
import { failTogether } from "../harness/steps.ts";

failTogether();

let server: ServerProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const microphone = await toneFile(20);
  [server, browser] = await Promise.all([startServerProcess(), launchChromium({ microphone })]);
  ({ page } = await openPage(browser, server.url));
  await tapPage(page);
  await signUpInPage(page);
  await openAssistant(page, "Riley");
  await talk(page);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

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
  await page.getByRole("link", { name: "Calls" }).first().click();
  await page.waitForURL("**/calls");
  await page.getByText("The customer hung up.").first().waitFor();
});
