import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ask,
  chooseProvider,
  closePart,
  openAssistant,
  openScreen,
  signUpInPage,
  talk,
  transcript,
} from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { mark, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { signIn } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";

/** The task: find a call among those that ended in different ways, and learn why it ended and how to fix it. */

const started = journey();

const OVERLOADED = "The model is overloaded.";
let brokenModel: FakeOpenAiServer;

beforeAll(async () => {
  brokenModel = await startFakeOpenAiServer();
  brokenModel.reply({ kind: "error", status: 503, message: OVERLOADED });
});
afterAll(() => brokenModel?.close());

const status = () => started().page.getByRole("status");

test("a call ends because the caller hangs up", async () => {
  const { page, url, person } = started();
  await signUpInPage(page, person);
  await changeRiley(await signIn(url, person), {
    firstMessage: "Hello, this is Riley.",
    failureMessage: "I cannot answer that now.",
  });
  await openAssistant(page, "Riley");
  await talk(page);
  await ask(page, "Do you deliver?");
  await transcript(page).getByText("within 5 miles").waitFor();
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByText("You hung up.").waitFor();
});

test("a call ends by itself after a goodbye of both sides", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Talk again" }).click();
  await status().filter({ hasText: "In call" }).waitFor();
  await ask(page, "Thank you, goodbye.");
  await page.getByText("The assistant said one of its end-call phrases.").waitFor();
});

test("a call ends because nobody speaks", async () => {
  const { page } = started();
  await page.getByRole("tab", { name: "Advanced" }).click();
  await page.getByLabel("Silence timeout").fill("5");
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Talk again" }).click();
  await status().filter({ hasText: "In call" }).waitFor();
  await page.getByText("Nobody spoke for too long.").waitFor();
});

test("a call ends because the model keeps failing", async () => {
  const { page } = started();
  await page.getByLabel("Silence timeout").fill("60");
  await page.getByRole("tab", { name: "Assistant", exact: true }).click();
  await chooseProvider(page, "Model", "OpenAI-compatible server");
  await page.getByLabel("Base URL").fill(brokenModel.url);
  await page.getByLabel("Model name").fill("clinic-1");
  await closePart(page);
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Talk again" }).click();
  await status().filter({ hasText: "In call" }).waitFor();
  for (const question of ["Do you deliver?", "Are you still there?", "Where can I park?"]) {
    await waitForSilence(page);
    const asked = await mark(page);
    await ask(page, question);
    await waitForSound(page, asked);
  }
  await page.getByText("The model failed (OpenAI-compatible server).").waitFor();
});

interface Found {
  reason: string;
  calls: number;
  sentence?: string;
  advice: RegExp;
}

test.each<Found>([
  // The sample call ended like this, too.
  { reason: "The customer hung up.", calls: 2, advice: /Nothing to fix\./ },
  { reason: "The assistant said one of its end-call phrases.", calls: 1, advice: /If that was too early, make the phrase/ },
  { reason: "Nobody spoke for too long.", calls: 1, sentence: "The caller said nothing.", advice: /microphone/ },
  { reason: "The model failed (OpenAI-compatible server).", calls: 1, advice: /overloaded/ },
])("the calls that ended with “$reason” are found, and say it", async ({ reason, calls, sentence = reason, advice }) => {
  const { page } = started();
  await openScreen(page, "Calls");
  await status().filter({ hasText: "5 calls" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "End reason" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("End reason").selectOption({ label: reason });
  await page.getByRole("button", { name: "Apply filters" }).click();
  await status()
    .filter({ hasText: new RegExp(`^${calls} calls?$`) })
    .waitFor();
  const rows = page.getByRole("table", { name: "Calls" }).getByRole("row").filter({ hasText: "Riley" });
  expect(await rows.filter({ hasText: reason }).count()).toBe(calls);
  await rows.first().getByRole("link").click();
  const facts = page.getByRole("complementary", { name: "Details" });
  await facts.getByText(sentence, { exact: true }).waitFor();
  await facts.getByText(advice).waitFor();
});
