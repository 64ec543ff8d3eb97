import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { closeSharedWindows, openPage, sharedChromium } from "../harness/chromium.ts";
import { newcomer } from "../harness/dashboard.ts";
import { type FakeElevenLabs, startFakeElevenLabs } from "../harness/fake-elevenlabs.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

const KEY = "sk-elevenlabs-of-the-screen";

let elevenLabs: FakeElevenLabs;
let server: ServerProcess;
let page: Page;

beforeAll(async () => {
  elevenLabs = await startFakeElevenLabs(KEY);
  server = await startServerProcess({ env: { ELEVENLABS_BASE_URL: elevenLabs.url } });
  ({ page } = await openPage(await sharedChromium(), server.url));
  const user = await signUpByRequest(page, server.url, newcomer);
  await user.send("POST", "/credential", { provider: "11labs", apiKey: KEY });
});
afterAll(async () => {
  await closeSharedWindows();
  await server.stop();
  await elevenLabs.close();
});

test("a voice is cloned from a recording, and refusals are said in words", async () => {
  await page.goto("/voices");
  await page.getByLabel("Provider").selectOption({ label: "ElevenLabs" });
  await page.getByRole("button", { name: "Clone a voice…" }).click();
  const dialog = page.getByRole("dialog", { name: "Clone a voice at ElevenLabs" });
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  for (const missing of ["Enter a name.", "Choose at least one recording.", "Get the person's consent first."])
    await dialog.getByText(missing).waitFor();
  await dialog.getByLabel("Name").fill("Grace");
  await dialog.getByLabel("Description").fill("Calm.");
  await dialog.getByLabel("The person in the recordings agrees to this voice.").check();
  await dialog.locator("input[type=file]").setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("Hi") });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  await dialog.getByText("'note.txt' is no recording").waitFor();
  const recording = { name: "grace.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF sound") };
  await dialog.locator("input[type=file]").setInputFiles(recording);
  elevenLabs.refuseClones("The recording is too short.");
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  await dialog.getByText("The recording is too short.").waitFor();
  elevenLabs.refuseClones(undefined);
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "Grace" }).waitFor();
  expect(elevenLabs.clones).toEqual([expect.stringContaining("RIFF sound")]);
});
