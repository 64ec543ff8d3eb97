import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { ask, hangUp, openAssistant, openScreen, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { hearAnswer } from "../harness/page-audio.ts";

/** An assistant says the wrong thing in a call. The call becomes a test that must pass before Publish, and the fault cannot go live again. */

const started = journey();

const ASKED = "How many days do I have to return a book?";
const WRONG = "within 90 days";
const RIGHT = "within 14 days";
const PROMPT = `You answer for the bookshop Paper Moon.
Customers can return a book ${WRONG} of the purchase.
The shop is at 4 Mill Lane.`;

const dialog = () => started().page.getByRole("dialog");
const offer = () => dialog().getByRole("region", { name: "Test before publishing" });
const publishButton = () => dialog().getByRole("button", { name: "Publish", exact: true });
const openPublish = () => started().page.getByRole("button", { name: "Publish…" }).click();
const live = (version: string) => started().page.locator("header").getByText(`${version} live`).waitFor();

test("an assistant goes live with a fault, and a caller hears it", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await page.getByRole("button", { name: "New assistant" }).first().click();
  await dialog().getByLabel("Name").fill("Paper Moon");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(PROMPT);
  await page.getByText("Draft · saved").waitFor();
  await openPublish();
  await publishButton().click();
  await live("v1");
  await talk(page);
  // A test of a call expects whole answers only.
  await hearAnswer(page, ASKED, WRONG);
  await hangUp(page);
});

test("the call becomes a test, which says what must be said instead", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Make a test" }).click();
  await page.getByRole("link", { name: "made from a call" }).waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Returns");
  expect(await page.getByRole("textbox", { name: "Line 1", exact: true }).inputValue()).toBe(ASKED);
  await page.getByRole("button", { name: /^says “/ }).click();
  await dialog().getByRole("textbox", { name: "Criterion in words" }).fill("Names the right time");
  await dialog().getByRole("textbox", { name: "Words", exact: true }).fill(RIGHT);
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Returns" }).waitFor();
});

test("the assistant that is live fails it", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Names the right time: 1 of 1 failed").waitFor();
  await page.getByRole("region", { name: "Last run" }).getByText(/, v1$/).waitFor();
  await expectAccessibleInEveryLook(page);
});

test("the suite must pass before Publish", async () => {
  const { page } = started();
  await page.getByRole("link", { name: "Calls of Paper Moon" }).click();
  await page.getByRole("heading", { level: 1, name: "Calls of Paper Moon" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).first().click();
  await page.getByRole("button", { name: /^Returns, Neutral: 0 of 1 passed/ }).waitFor();
  await page.getByRole("tab", { name: "Gate" }).click();
  const required = page.getByRole("switch", { name: "Must pass before Publish" });
  await required.click({ force: true });
  await expect.poll(() => required.isChecked()).toBe(true);
  await expect.poll(() => required.isChecked()).toBe(true);
  await page.getByText("1 cell has failures.").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("a draft with the fault cannot go live, and Publish says what failed", async () => {
  const { page } = started();
  await openScreen(page, "Assistants");
  await openAssistant(page, "Paper Moon");
  await page.getByLabel("First message").fill("Paper Moon, good day.");
  await page.getByText("Draft · saved").waitFor();
  await openPublish();
  await offer().getByText("Not run with this draft").waitFor();
  expect(await publishButton().isEnabled()).toBe(false);
  await offer().getByRole("button", { name: "Run all tests: Calls of Paper Moon" }).click();
  await offer().getByText("0 passed, 1 failed of 1.").waitFor();
  await offer().getByText("Failed: Returns").waitFor();
  await offer().getByText("needs 1 of 1").waitFor();
  expect(await publishButton().isEnabled()).toBe(false);
  await expectAccessibleInEveryLook(page);
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await live("v1");
});

test("the draft without the fault goes live", async () => {
  const { page } = started();
  const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
  await prompt.fill((await prompt.inputValue()).replace(WRONG, RIGHT));
  await page.getByText("Draft · saved").waitFor();
  await openPublish();
  await offer().getByText("Not run with this draft").waitFor();
  expect(await publishButton().isEnabled()).toBe(false);
  await offer().getByRole("button", { name: "Run all tests: Calls of Paper Moon" }).click();
  await offer().getByText("1 passed, 0 failed of 1.").waitFor();
  await expect.poll(() => publishButton().isEnabled()).toBe(true);
  await publishButton().click();
  await live("v2");
});

test("the next caller hears the right answer, and the suite says that the live version passes", async () => {
  const { page } = started();
  await talk(page);
  await ask(page, ASKED);
  await transcript(page).getByText(RIGHT).waitFor();
  await hangUp(page);
  await openScreen(page, "Simulations");
  await page.getByRole("link", { name: "Calls of Paper Moon" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: /^Returns, Neutral: 1 of 1 passed/ }).waitFor();
  await page.getByRole("tab", { name: "Gate" }).click();
  await page.getByText("Every stable cell passed.").waitFor();
});
