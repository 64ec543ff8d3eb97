import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildStale } from "../../scripts/build.mjs";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { hangUp, openAssistant, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { mark, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { startServerProcess } from "../harness/server-process.ts";
import { speechFile } from "../harness/speech.ts";

/** The pictures of README and docs, taken in a real call. */

const picture = (name: string) => fileURLToPath(new URL(path.posix.join("../../docs/images", name), import.meta.url));
const LOOK = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5, colorScheme: "light" } as const;

export async function takeDocuments(): Promise<void> {
  await buildStale();
  const microphone = await speechFile({
    text: "what are your opening hours on saturday?",
    voice: "slt",
    leadSeconds: 10,
    tailSeconds: 60,
  });
  const server = await startServerProcess();
  const browser = await launchChromium({ microphone });
  try {
    const { page } = await openPage(browser, server.url, LOOK);
    await tapPage(page);
    await signUpInPage(page);
    await openAssistant(page, "Riley");
    await talk(page);
    await transcript(page).getByText("opening hours on saturday", { exact: false }).waitFor();
    await waitForSound(page, await mark(page));
    await waitForSilence(page);
    await page.screenshot({ path: picture("talk.png") });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: picture("talk-dark.png") });
    await page.emulateMedia({ colorScheme: "light" });
    await hangUp(page);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: picture("call.png") });
  } finally {
    await browser.close();
    await server.stop();
  }
}
