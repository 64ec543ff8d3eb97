import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAssistant, openScreen, openShare, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { mark, speakInto, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { signIn } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";
import { openSite, type Site } from "../harness/site.ts";
import { speechFile } from "../harness/speech.ts";
import { conversation, endButton, launcher, shopPage, startButton, write } from "../harness/widget.ts";

/** The task: put an assistant on one's own web page, where visitors write to it and talk with it. */

/** The recognized words of the call. */
const QUESTION = "what are your opening hours on saturday?";

const started = journey();

let shop: Site;
let snippet: string;
let visitor: Page;

beforeAll(async () => {
  shop = await openSite();
});
afterAll(() => shop?.close());

test("the owner finds Share, makes a token for the page and copies the snippet", async () => {
  const { page, url, person } = started();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUpInPage(page, person);
  await changeRiley(await signIn(url, person), {
    firstMessage: "Hello, this is Riley.",
    transcriber: { provider: "callwright", model: "fake-instant", text: QUESTION },
  });
  await openAssistant(page, "Riley");
  await openShare(page);
  await page.getByRole("heading", { name: "Share Riley" }).waitFor();
  await page.getByRole("combobox", { name: "Mode" }).click();
  await page.getByRole("option", { name: "Calls and chat" }).click();
  await page.getByRole("textbox", { name: "Your page" }).fill(`${shop.url}/contact.html`);
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("button", { name: "Copy HTML" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  snippet = await page.evaluate(() => navigator.clipboard.readText());
  expect(await page.getByRole("region", { name: "HTML", exact: true }).textContent()).toBe(snippet);
});

test("a visitor of the page writes to the assistant", async () => {
  shop.show({ html: shopPage(snippet) });
  visitor = await started().openWindow();
  await visitor.goto(shop.url);
  await launcher(visitor).click();
  await write(visitor, "Do you deliver?");
  await conversation(visitor).getByText("We deliver within 5 miles").waitFor();
});

test("the visitor asks by voice and hears the answer", async () => {
  await startButton(visitor).click();
  await waitForSound(visitor, 0);
  await waitForSilence(visitor);
  const asked = await mark(visitor);
  await speakInto(visitor, await speechFile({ text: QUESTION, voice: "slt" }));
  await conversation(visitor).getByText(QUESTION).waitFor();
  await conversation(visitor)
    .getByText(/On Saturday/)
    .waitFor();
  await waitForSound(visitor, asked);
  await endButton(visitor).click();
  await conversation(visitor).getByText("Call ended").waitFor();
});

test("a page of another origin cannot use the token", async () => {
  const thief = await openSite();
  thief.show({ html: shopPage(snippet) });
  const { browser } = started();
  const page = await browser.newPage();
  await page.goto(thief.url);
  await launcher(page).click();
  await write(page, "Do you deliver?");
  await page.getByRole("alert").waitFor();
  expect(await conversation(page).getByText("We deliver within 5 miles").count()).toBe(0);
  await page.close();
  await thief.close();
});

test("the owner reads the visitor's chat and call in the dashboard", async () => {
  const { page } = started();
  await openScreen(page, "Chats");
  await page
    .getByRole("link", { name: /Do you deliver/ })
    .first()
    .click();
  await page.getByText("We deliver within 5 miles").first().waitFor();
  await openScreen(page, "Calls");
  const calls = page.getByRole("table", { name: "Calls" }).getByRole("row");
  await calls.filter({ hasText: "Goal reached", hasNotText: "Sample" }).getByRole("link").click();
  await page.getByText(QUESTION).first().waitFor();
});
