import {
  deepgramFlux,
  type FakeOpenAiServer,
  type FakeTranscriberServer,
  startFakeOpenAiServer,
  startFakeTranscriberServer,
} from "@callwright/engine/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import {
  ask,
  closePart,
  hangUp,
  openAssistant,
  openPart,
  openScreen,
  partRow,
  providerField,
  signUpInPage,
  talk,
  transcript,
} from "../harness/dashboard.ts";
import { type FakeElevenLabs, HUM_HZ, startFakeElevenLabs } from "../harness/fake-elevenlabs.ts";
import { journey } from "../harness/journey.ts";
import { heardSince, mark, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { startServerProcess } from "../harness/server-process.ts";

/** Keys are added at a whole setup, which is then used, undone, compared, talked to and heard. */

const KEYS = {
  OpenAI: "sk-openai-of-the-journey",
  ElevenLabs: "sk-elevenlabs-of-the-journey",
  Deepgram: "sk-deepgram-of-the-journey",
};
const QUESTION = "When do you open on Sunday?";
const ANSWER = "On Sunday we open at nine.";

let model: FakeOpenAiServer;
let elevenLabs: FakeElevenLabs;
let deepgram: FakeTranscriberServer;

beforeAll(async () => {
  model = await startFakeOpenAiServer({ apiKey: KEYS.OpenAI });
  model.reply({ kind: "words", words: ANSWER.split(/(?= )/) });
  elevenLabs = await startFakeElevenLabs(KEYS.ElevenLabs);
  deepgram = await startFakeTranscriberServer({ streaming: deepgramFlux }, KEYS.Deepgram);
});
afterAll(async () => {
  await model.close();
  await elevenLabs.close();
  await deepgram.close();
});

const started = journey({
  server: () =>
    startServerProcess({
      env: {
        OPENAI_BASE_URL: model.url,
        ELEVENLABS_BASE_URL: elevenLabs.url,
        DEEPGRAM_BASE_URL: deepgram.url,
        ALLOW_PRIVATE_ADDRESSES: "true",
      },
    }),
});

const setup = (page: Page, name: string) =>
  page
    .getByRole("dialog", { name: "Model", exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });

test("a setup names the keys that it would be better with, and takes them right there", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await openAssistant(page, "Riley");
  await openPart(page, "Model");
  const fast = setup(page, "Fast");
  await fast.getByText("Its model needs a key.").waitFor();
  expect(await fast.getByRole("button", { name: "Use Fast" }).count()).toBe(0);
  await expectAccessibleInEveryLook(page);
  for (const [provider, key] of Object.entries(KEYS)) {
    await fast.getByRole("button", { name: `Add a key for ${provider}` }).click();
    const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("API key") });
    await dialog.getByLabel("API key").fill(key);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
  }
  await fast.getByText("OpenAI · gpt-6-luna").waitFor();
  // Four answers of gpt-6-luna, 600 characters of Flash v2.5 and a minute of Flux, at the prices of the catalog.
  await fast.getByText("$0.037").waitFor();
});

test("the setup is used, undone and used again, and is there after a reload", async () => {
  const { page } = started();
  const use = setup(page, "Fast").getByRole("button", { name: "Use Fast" });
  await use.click();
  await page.getByText("Callers wait").waitFor();
  await expect.poll(() => providerField(page, "Model").inputValue()).toBe("OpenAI");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => providerField(page, "Model").inputValue()).toBe("Built-in answers");
  await use.click();
  await closePart(page);
  await page.getByText("Draft · saved").waitFor();
  await page.reload();
  await partRow(page, "Model").getByText("OpenAI · gpt-6-luna").waitFor();
  await partRow(page, "Voice").getByText("ElevenLabs").waitFor();
  await partRow(page, "Transcriber").getByText("Deepgram").waitFor();
  await page.getByRole("region", { name: "How it answers" }).getByRole("button", { name: "Fast", exact: true }).waitFor();
  await openPart(page, "Voice");
  await page.getByText("published by elevenlabs.io").waitFor();
  await closePart(page);
  expect(await page.getByLabel("Prompt").inputValue()).toContain("Hazel Street Bakery");
});

test("two models get the same question", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Compare…" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare models" });
  const side = (letter: string) => dialog.getByRole("region", { name: `Model ${letter}` });
  await side("B").getByLabel("Model").selectOption({ label: "Local: Built-in answers" });
  await dialog.getByLabel("Question").fill(QUESTION);
  await page.keyboard.press("Enter");
  await side("A").getByText(ANSWER).waitFor();
  await side("A")
    .getByText(/\d in, \d out/)
    .waitFor();
  await side("A")
    .getByText(/^\$0\.0\d+$/)
    .waitFor();
  await side("B").getByText("not counted").waitFor();
  await side("B").getByText("free").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("the answer is spoken by the voice of the preset", async () => {
  const { page } = started();
  await talk(page);
  await waitForSilence(page);
  const asked = await mark(page);
  await ask(page, QUESTION);
  await transcript(page).getByText(ANSWER).waitFor();
  await waitForSound(page, asked, 80);
  await waitForSilence(page);
  const heard = await heardSince(page, asked);
  expect(levelAt(HUM_HZ, heard)).toBeGreaterThan(5 * levelAt(1.5 * HUM_HZ, heard));
  expect(elevenLabs.spoken.at(-1)).toEqual({ voiceId: "EXAVITQu4vr4xnSDxMaL", text: ANSWER, model: "eleven_flash_v2_5" });
  await page.getByText(/^\$0\.00\d+ so far$/).waitFor();
  await hangUp(page);
  const cost = page.getByRole("region", { name: "Cost" });
  await cost.locator("summary").click();
  await cost.getByText(/^\d+ characters × \$0\.05 per thousand/).waitFor();
  // The model of the conversation, then its summary and evaluation after the call.
  await expect.poll(() => cost.getByText(/^\d+ output tokens × \$0\.50 per million/).count()).toBe(3);
  await cost.getByText(/^[\d.]+ min × \$0\.0065 per minute/).waitFor();
  await cost.getByText("Runs on this server: free.").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("the expected response time is now that of the call", async () => {
  const { page } = started();
  await openScreen(page, "Assistants");
  await openAssistant(page, "Riley");
  for (const part of ["Model", "Voice"] as const) {
    await openPart(page, part);
    await page.getByText(/from 1 turn of your calls$/).waitFor();
  }
});

/** How strong a tone is in sound of 16 kHz. */
function levelAt(hz: number, samples: Int16Array): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / 16_000);
  let [last, before] = [0, 0];
  for (const value of samples) [last, before] = [value + factor * last - before, last];
  return Math.sqrt(Math.max(0, last * last + before * before - factor * last * before));
}
