import type { FakeOpenAiServer } from "@callwright/engine/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type LoopbackServer,
  startLoopbackServer,
} from "../../apps/server/src/modules/credential/outgoing/testing/loopback-server.ts";
import { startFakeModelServer } from "../../packages/engine/src/providers/testing/fake-model-server.ts";
import { openAiDialect } from "../../packages/engine/src/providers/testing/openai-dialect.ts";
import { newcomer, partRow, talk, transcript } from "../harness/dashboard.ts";
import { countEffort, type Effort } from "../harness/effort.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { mark, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { startServerProcess } from "../harness/server-process.ts";

/**
 * A builder's first hour: from the sign-up to a published assistant with a key, knowledge, a tool and a test that passes, talked to before and
 * after. Its clicks are counted.
 */

const KEY = "sk-of-the-builder";
const PROMPT = "You answer for the bookshop Paper Moon. Be short.";
const RETURNS = "Books may be returned within 14 days.";
const ASKED = "Is Emma in stock?";
const ANSWER = "Yes, we have three copies of Emma.";
const CLICKS_MAX = 40;
/** On a busy machine. */
const SPOKEN_WITHIN_MS = 120_000;

let model: FakeOpenAiServer;
let shop: LoopbackServer;
let effort: Effort;

const started = journey({
  server: async () => {
    model = await startFakeModelServer(openAiDialect, { apiKey: KEY });
    shop = await startLoopbackServer((response) => response.end(JSON.stringify({ copies: 3 })));
    return startServerProcess({ env: { OPENAI_BASE_URL: model.url, ALLOW_PRIVATE_ADDRESSES: "true" } });
  },
});

beforeAll(async () => {
  effort = await countEffort(started().page, "A builder's first hour");
});
afterAll(async () => {
  await Promise.all([model?.close(), shop?.close()]);
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const isSaved = (page: Page) => page.getByText("Draft · saved").waitFor();

/** The model looks in the stock, then answers. */
function scriptAnswer(): void {
  const call = { id: "call_1", name: "stock_of_book", arguments: JSON.stringify({ title: "Emma" }) };
  model.reply({ kind: "words", words: [call] }, { kind: "words", words: ANSWER.split(/(?= )/) });
}

/** Asks after the greeting of a new call, and hears the whole answer. */
async function talkAbout(page: Page): Promise<void> {
  scriptAnswer();
  const begun = await mark(page);
  await talk(page);
  await waitForSound(page, begun);
  await waitForSilence(page);
  const asked = await mark(page);
  await effort.type(page.getByRole("textbox", { name: "Type instead" }), ASKED);
  await page.keyboard.press("Enter");
  await transcript(page).getByText(ANSWER).waitFor({ timeout: SPOKEN_WITHIN_MS });
  await waitForSound(page, asked);
  await waitForSilence(page);
}

test("somebody signs up", async () => {
  const { page } = started();
  effort.begin("Sign up");
  await page.goto("/sign-up");
  await effort.type(page.getByLabel("Name"), newcomer.name);
  await effort.type(page.getByLabel("Email"), newcomer.email);
  await effort.type(page.getByLabel("Password"), newcomer.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Riley is ready to talk" }).waitFor();
});

test("an assistant of one's own gets a name and a prompt", async () => {
  const { page } = started();
  effort.begin("Assistant and prompt");
  await page.getByRole("link", { name: /^Start from another template/ }).click();
  await effort.type(page.getByRole("dialog", { name: "New assistant" }).getByLabel("Name"), "Paper Moon");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Paper Moon" }).waitFor();
  await effort.type(page.getByRole("textbox", { name: "Prompt", exact: true }), PROMPT);
  await isSaved(page);
});

test("a key opens the models of its provider, and one of them is chosen", async () => {
  const { page } = started();
  effort.begin("Provider key and model");
  await partRow(page, "Model").click();
  const sheet = page.getByRole("dialog", { name: "Model", exact: true });
  await sheet.getByRole("button", { name: "Add a key for OpenAI" }).last().click();
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("API key") });
  await effort.type(dialog.getByLabel("API key"), KEY);
  await page.keyboard.press("Enter");
  await sheet.getByRole("button", { name: "Use gpt-6-luna" }).click();
  await press(page, "Done");
  await partRow(page, "Model").getByText("OpenAI · gpt-6-luna").waitFor();
});

test("a file is dropped on it", async () => {
  const { page } = started();
  effort.begin("Knowledge");
  const knowledge = page.getByRole("region", { name: "Knowledge" });
  await effort.drop(knowledge.getByText("Drop files here"), {
    name: "returns.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(RETURNS),
  });
  await knowledge.getByText("1 passage").waitFor();
});

test("it gets a tool, which asks the shop's server", async () => {
  const { page } = started();
  effort.begin("Tool");
  await page.getByRole("region", { name: "Tools" }).getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("button", { name: /^API request/ }).click();
  const sheet = page.getByRole("dialog");
  await effort.type(sheet.getByRole("textbox", { name: "Name", exact: true }), "stock_of_book");
  await effort.type(sheet.getByRole("textbox", { name: "Description" }), "How many copies of a book are in stock.");
  await sheet.getByRole("button", { name: "Add field" }).click();
  await effort.type(sheet.getByRole("textbox", { name: "Parameters, field 1: name" }), "title");
  await effort.type(sheet.getByRole("textbox", { name: "URL" }), `${shop.origin}/stock?title={{ title }}`);
  await page.keyboard.press("Escape");
  await isSaved(page);
});

test("the draft is talked to, and answers with the tool", async () => {
  const { page } = started();
  effort.begin("Talk with the draft");
  await talkAbout(page);
  expect(shop.arrived.map(({ url }) => url)).toEqual(["/stock?title=Emma"]);
  await press(page, "Hang up");
  await page.getByRole("link", { name: "Open the call" }).click();
});

test("the call becomes a test, which passes with the draft", async () => {
  const { page } = started();
  effort.begin("Test that passes");
  // Two answers, the summary and the evaluation: what the test asks the model comes after them.
  await eventually("the analysis of the call", async () => model.requests.length >= 4 || undefined);
  await press(page, "Make a test");
  await page.getByRole("link", { name: "made from a call" }).waitFor();
  scriptAnswer();
  await press(page, "Run");
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("region", { name: "Last run" }).getByText("Passed", { exact: true }).waitFor();
});

test("the assistant is published, and talked to", async () => {
  const { page } = started();
  effort.begin("Publish");
  await page.getByRole("link", { name: "Edit the prompt" }).click();
  await press(page, "Publish…");
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText("v1 live").waitFor();
  effort.begin("Talk with the published one");
  await talkAbout(page);
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(PROMPT);
  await press(page, "Hang up");
});

test("it took no more clicks than allowed", async () => {
  effort.print();
  await effort.expectAtMost(CLICKS_MAX);
});
