import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openScreen, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";

/** A newcomer makes an assistant and sees it tested by callers of the gallery, in a matrix. */

const started = journey();

const CALLERS = ["In a hurry", "Changes mind", "Says “um”"];
const SEEDS = 5;
/** Each test asks for one thing of the template and expects words of the answer. The clinic says nothing of prices: the last one fails. */
const TESTS = [
  { name: "Friday hours", wants: "Ask when the clinic is open on Friday.", says: "two in the afternoon" },
  { name: "Price of whitening", wants: "Ask how much whitening costs.", says: "300 dollars" },
];
const CONVERSATIONS = TESTS.length * CALLERS.length * SEEDS;
/** From the list of assistants to an opened cell: clicks, filled fields and keys. */
const MOST_ACTIONS = 40;

const tab = (name: string) => started().page.getByRole("tab", { name: new RegExp(`^${name}`) });
const cellOf = (name: string, caller: string) =>
  started().page.getByRole("button", { name: new RegExp(`^${name}, ${caller}: \\d of ${SEEDS} passed$`) });

test("a newcomer makes an assistant from a template, and publishes it", async () => {
  const { page, person } = started();
  await page.context().addInitScript(countActions);
  await signUpInPage(page, person);
  await page.evaluate(() => sessionStorage.removeItem("actions"));
  await page.getByRole("button", { name: "New assistant" }).first().click();
  await page.getByRole("dialog").getByRole("radio", { name: "Dental clinic" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText("v1 live").waitFor();
});

test("a suite for it is made", async () => {
  const { page } = started();
  await openScreen(page, "Simulations");
  await page.getByRole("link", { name: "New suite" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("First calls");
  await page.getByRole("group", { name: "Target" }).getByRole("combobox", { name: "Assistant" }).click();
  await page.getByRole("option", { name: "Dental clinic" }).click();
  await page.getByLabel("Seeds").fill(String(SEEDS));
  await page.getByRole("button", { name: "Create suite" }).click();
  await page.getByRole("heading", { level: 1, name: "First calls" }).waitFor();
});

test.each(TESTS)("a test is typed: $name", async ({ name, wants, says }) => {
  const { page } = started();
  await page.getByRole("link", { name: "New test" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill(name);
  await page.getByText("Plays a role").click();
  await page.getByRole("textbox", { name: "Wants" }).fill(wants);
  await page.getByRole("button", { name: "Expect of the whole call" }).click();
  await page.getByRole("menuitem", { name: "The agent says" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Words", exact: true }).fill(says);
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Create test" }).click();
  await page.getByRole("region", { name: "Last run" }).waitFor();
  await page.getByRole("link", { name: "First calls" }).first().click();
  await page.getByRole("heading", { level: 1, name: "First calls" }).waitFor();
});

test("callers are chosen in the gallery", async () => {
  const { page } = started();
  await tab("Callers").click();
  for (const name of CALLERS) {
    const caller = page.getByRole("checkbox", { name, exact: true });
    await caller.click();
    await expect.poll(() => caller.isChecked()).toBe(true);
    await expect.poll(() => caller.isEnabled()).toBe(true);
  }
  await page.getByText(`Each test runs with each of ${CALLERS.length} callers.`).waitFor();
});

test("a run fills the matrix", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText(`${CONVERSATIONS} conversations`, { exact: true }).waitFor();
  for (const { name } of TESTS) for (const caller of CALLERS) await cellOf(name, caller).waitFor();
  expect(await page.getByText(/^\d+ failed$/).textContent()).toBe(`${CONVERSATIONS / TESTS.length} failed`);
});

test("a cell says which check failed, and opens a conversation", async () => {
  const { page } = started();
  const [, price] = TESTS;
  await cellOf(price?.name ?? "", "In a hurry").click();
  const panel = page.getByRole("region", { name: `${price?.name} with In a hurry` });
  await panel.getByText("says “300 dollars”").first().waitFor();
  await panel.getByText(`${SEEDS} of ${SEEDS}`, { exact: true }).waitFor();
  expect(await actionsOf(page)).toBeLessThanOrEqual(MOST_ACTIONS);
  await expectAccessibleInEveryLook(page);
  await panel
    .getByRole("link", { name: /^Seed / })
    .first()
    .click();
  await page.getByRole("region", { name: "Conversation" }).getByText("Caller").first().waitFor();
});

/** Runs in the page: counts what a person does, over all documents of the tab. */
function countActions(): void {
  const count = () => sessionStorage.setItem("actions", String(Number(sessionStorage.getItem("actions")) + 1));
  addEventListener("pointerdown", count, true);
  addEventListener("keydown", count, true);
  // A field that is filled at once is one event.
  addEventListener("input", (event) => event instanceof InputEvent && event.inputType.startsWith("insert") && count(), true);
}

const actionsOf = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem("actions")));
