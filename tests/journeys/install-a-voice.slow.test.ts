import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toyRecognizerFiles, toyToneLevel } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DownloadServer, startDownloadServer } from "../../apps/server/src/platform/local-speech/testing/download-server.ts";
import {
  sourceFile,
  toyDownloads,
  toyEntry,
  toyRecognizerEntry,
} from "../../apps/server/src/platform/local-speech/testing/toy-catalog.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { closePart, hangUp, openAssistant, openPart, openScreen, signUpInPage, talk } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { heardSince, mark, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { scratchPath } from "../harness/scratch.ts";
import { startServerProcess } from "../harness/server-process.ts";

/**
 * A natural voice is installed on a server of one's own, tried, given to an assistant and heard in a call; a recognizer is installed, chosen and
 * removed. Its catalog has the toy voice and the toy recognizer.
 */

let downloads: DownloadServer;
let ears: Record<string, Buffer>;

beforeAll(async () => {
  ears = await toyRecognizerFiles();
  downloads = await startDownloadServer({ ...toyDownloads(), ...ears });
});
afterAll(() => downloads.close());

const started = journey({
  server: async () => {
    const catalog = [
      toyEntry(downloads.url),
      toyEntry(downloads.url, {
        id: "gone",
        name: "Gone",
        isRecommended: false,
        sources: [{ files: [sourceFile(downloads.url, "gone.onnx", Buffer.from("gone"))] }],
      }),
      toyRecognizerEntry(downloads.url, ears),
    ];
    const folder = scratchPath("voice-catalog");
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, "catalog.json");
    writeFileSync(file, JSON.stringify(catalog));
    return startServerProcess({ env: { VOICE_CATALOG: file, FAKE_PROVIDERS: "true" } });
  },
});

const transcriber = () => started().page.getByRole("region", { name: "Transcriber" });
const voice = (name: string) => started().page.getByRole("listitem", { name, exact: true });

test("the local voices are found, and one is installed; it can be canceled and taken up again", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await page.getByRole("link", { name: "Voices" }).click();
  await page.getByRole("tab", { name: "Local" }).click();
  await voice("Toy").getByText("MIT").waitFor();
  await expectAccessibleInEveryLook(page);
  downloads.behavior.holdAfterBytes = 900_000;
  await voice("Toy").getByRole("button", { name: "Install Toy, 3 MB" }).click();
  await voice("Toy").getByText("1 of 3 MB").waitFor();
  await expectAccessibleInEveryLook(page);
  await voice("Toy").getByRole("button", { name: "Cancel the installation of Toy" }).click();
  downloads.release();
  await voice("Toy").getByRole("button", { name: "Install Toy, 3 MB" }).click();
  await voice("Toy")
    .getByText(/\d\.\d\d × real time on this machine/)
    .waitFor();
});

test("one that cannot be downloaded says why, and can be tried again", async () => {
  const { page } = started();
  await voice("Gone").getByRole("button", { name: "Install Gone, 1 MB" }).click();
  await voice("Gone").getByText("is no longer there").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.reload();
  await voice("Gone").getByText("is no longer there").waitFor();
  await voice("Gone").getByRole("button", { name: "Try again to install Gone, 1 MB" }).click();
  await voice("Gone").getByText("is no longer there").waitFor();
});

test("the installed voice can be heard", async () => {
  await voice("Toy").getByRole("button", { name: "Play Toy" }).click();
  await voice("Toy").getByRole("button", { name: "Stop Toy" }).waitFor();
  await voice("Toy").getByRole("button", { name: "Play Toy" }).waitFor();
});

test("an assistant gets it", async () => {
  const { page } = started();
  await voice("Toy").getByRole("button", { name: "Use in an assistant…" }).click();
  const dialog = page.getByRole("dialog", { name: "Use Toy" });
  await dialog.getByLabel("Assistant").selectOption({ label: "Riley" });
  await dialog.getByRole("button", { name: "Use this voice" }).click();
  await page.getByRole("heading", { level: 1, name: "Riley" }).waitFor();
  await openPart(page, "Voice");
  const chosen = page.getByRole("region", { name: "Voice" }).getByLabel("Voice", { exact: true });
  await expect.poll(() => chosen.inputValue()).toBe("toy");
  await closePart(page);
  await page.getByLabel("First message").fill("hhhhhhhhhhhhhhhhhhhh");
  await page.getByText("Draft · saved").waitFor();
});

test("it is heard in a call", async () => {
  const { page } = started();
  const begun = await mark(page);
  await talk(page);
  await waitForSound(page, begun);
  await waitForSilence(page);
  const heard = await heardSince(page, begun);
  const levelOf = (letter: string) => toyToneLevel(letter, heard, 16_000);
  expect(levelOf("h")).toBeGreaterThan(5 * Math.max(levelOf("c"), levelOf("m")));
  await hangUp(page);
});

test("removed, it asks first, and flite speaks again", async () => {
  const { page } = started();
  await page.getByRole("link", { name: "Voices" }).click();
  await page.getByRole("tab", { name: "Local" }).click();
  await voice("Toy").getByRole("button", { name: "Remove Toy" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Toy from this server?" });
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await voice("Toy").getByRole("button", { name: "Install Toy, 3 MB" }).waitFor();
  await openScreen(page, "Assistants");
  await page.getByRole("link", { name: "Riley" }).first().click();
  const begun = await mark(page);
  await talk(page);
  await page.getByText("is not installed on this server").waitFor();
  await waitForSound(page, begun);
});

test("a recognizer is installed, and the transcriber card offers it with its languages", async () => {
  const { page } = started();
  await hangUp(page);
  await openScreen(page, "Assistants");
  await openAssistant(page, "Riley");
  await openPart(page, "Transcriber");
  await transcriber().getByRole("link", { name: "More recognizers" }).click();
  await voice("Toy ears")
    .getByRole("button", { name: /^Install Toy ears/ })
    .click();
  await voice("Toy ears")
    .getByText(/\d\.\d\d × real time on this machine/)
    .waitFor();
  await expectAccessibleInEveryLook(page);
  await openScreen(page, "Assistants");
  await openAssistant(page, "Riley");
  await openPart(page, "Transcriber");
  await transcriber().getByLabel("Speech recognition").selectOption({ label: "Toy ears · 2 languages" });
  await transcriber().getByText("Toy ears transcribes on this server. Audio stays here.").waitFor();
  await transcriber().getByLabel("Language").selectOption({ label: "German" });
  await page.getByText("Draft · saved").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.reload();
  await expect.poll(() => transcriber().getByLabel("Speech recognition").inputValue()).toBe("toy-ears");
  await expect.poll(() => transcriber().getByLabel("Language").inputValue()).toBe("de");
});

test("removed, the card says so, with the way to install it", async () => {
  const { page } = started();
  await closePart(page);
  await page.getByRole("link", { name: "Voices" }).click();
  await page.getByRole("tab", { name: "Local" }).click();
  await voice("Toy ears").getByRole("button", { name: "Remove Toy ears" }).click();
  await page.getByRole("dialog", { name: "Remove Toy ears from this server?" }).getByRole("button", { name: "Remove" }).click();
  await voice("Toy ears")
    .getByRole("button", { name: /^Install Toy ears/ })
    .waitFor();
  await openScreen(page, "Assistants");
  await openAssistant(page, "Riley");
  // Said where the sheet is closed, too.
  await page.getByText("Toy ears is not installed on this server, so calls cannot start.").waitFor();
  await openPart(page, "Transcriber");
  await transcriber().getByRole("link", { name: "Install it" }).click();
  await voice("Toy ears").waitFor();
});
