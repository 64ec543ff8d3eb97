import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseProvider, closePart, hangUp, signUpInPage, talk } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { hearAnswer } from "../harness/page-audio.ts";

/** An assistant for a dental clinic, made from the template, answers with a model of the user: chosen, published, talked to by typing. */

const QUESTION = "Do you whiten teeth?";
const ANSWER = "Yes, whitening takes one hour and costs 300 dollars.";

const started = journey();

let model: FakeOpenAiServer;

beforeAll(async () => {
  model = await startFakeOpenAiServer();
  model.reply({ kind: "words", words: ANSWER.split(/(?= )/) });
});
afterAll(() => model.close());

test("a newcomer makes an assistant from the dental clinic template", async () => {
  const { page } = started();
  await signUpInPage(page, started().person);
  await page.getByRole("button", { name: "New assistant" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New assistant" });
  await dialog.getByLabel("Name").fill("Bright Smile");
  await dialog.getByRole("radio", { name: "Dental clinic" }).click();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Bright Smile" }).waitFor();
  expect(await page.getByLabel("Prompt").inputValue()).toContain("dental");
});

test("the OpenAI-compatible model is chosen by its address", async () => {
  const { page } = started();
  await chooseProvider(page, "Model", "OpenAI-compatible server");
  await page.getByLabel("Base URL").fill(model.url);
  await page.getByLabel("Model name").fill("clinic-1");
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText("It answers:").waitFor();
  await closePart(page);
  await page.getByLabel("First message").fill("Hello, how can I help you?");
  await page.getByText("Draft · saved").waitFor();
});

test("the assistant is published", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText("v1 live").waitFor();
});

test("a typed question gets the model's answer, and the model gets the prompt", async () => {
  const { page } = started();
  await talk(page);
  await hearAnswer(page, QUESTION, ANSWER);
  const { body } = model.requests.at(-1) ?? {};
  expect(body).toMatchObject({ model: "clinic-1" });
  expect(JSON.stringify(body?.messages)).toContain("Bright Smile Dental");
  expect(JSON.stringify(body?.messages)).toContain(QUESTION);
});

test("the page of the call shows question and answer", async () => {
  const { page } = started();
  await hangUp(page);
  await page
    .getByText(/hung up/i)
    .first()
    .waitFor();
  await page.getByText(QUESTION).first().waitFor();
  await page.getByText(ANSWER).first().waitFor();
});
