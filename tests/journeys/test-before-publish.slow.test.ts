import { expect, test } from "vitest";
import { hangUp, openAssistant, openScreen, signUpInPage, talk } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { hearAnswer } from "../harness/page-audio.ts";

/**
 * A call shows a missing answer of an assistant. It becomes a test that fails, the prompt is changed, the test passes, and the version is published.
 */

const started = journey();

const NEAR = "within 5 miles";
const FAR = "within 20 miles";

test("a call is had, and becomes a test in one click", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await openAssistant(page, "Riley");
  await talk(page);
  await hearAnswer(page, "Do you deliver?", NEAR);
  await hangUp(page);
  await page.getByRole("button", { name: "Make a test" }).click();
  await page.getByRole("heading", { level: 1, name: /^Call of/ }).waitFor();
  await page.getByText("Do you deliver?").first().waitFor();
});

test("its expectation is edited, and the test fails with the criterion and the turn", async () => {
  const { page } = started();
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Delivery");
  await page.getByRole("button", { name: /^says “/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Criterion in words" }).fill("Names the new distance");
  const chooseType = async (name: string) => {
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name, exact: true }).click();
  };
  // A check without its value shows what is missing, and nothing is saved.
  await chooseType("Who ends the conversation");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Fix 1 problem to continue.").waitFor();
  await page.getByRole("button", { name: "Names the new distance" }).click();
  await dialog.getByText("Required.").waitFor();
  await chooseType("The agent says");
  await dialog.getByRole("textbox", { name: "Words", exact: true }).fill(FAR);
  await dialog.getByLabel("In turn").fill("1");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Delivery" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Names the new distance: 1 of 1 failed").waitFor();
  await page.getByRole("link", { name: "Open the run" }).click();
  const criteria = page.getByRole("region", { name: "Criteria" });
  await criteria.getByText("Names the new distance").waitFor();
  await criteria.getByText("Failed").waitFor();
  await criteria.getByRole("link", { name: "Turn 1" }).click();
  await page.getByRole("region", { name: "Conversation" }).getByText("Failed: Names the new distance").waitFor();
  await page.reload();
  await criteria.getByText("Failed").waitFor();
});

test("the prompt is changed, the test passes with the draft, and the version is published", async () => {
  const { page } = started();
  await openScreen(page, "Assistants");
  await openAssistant(page, "Riley");
  const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
  await prompt.getByText(NEAR).waitFor();
  await prompt.fill((await prompt.inputValue()).replace(NEAR, FAR));
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  const offer = page.getByRole("dialog").getByRole("region", { name: "Test before publishing" });
  // The run ends before the page has the response to its start.
  const ofRuns = "**/test-suite/*/run";
  await page.route(ofRuns, async (route) => {
    const response = await route.fetch();
    const started = { url: `${route.request().url()}/${(await response.json()).id}`, method: "GET", postData: "" };
    await expect.poll(async () => (await (await route.fetch(started)).json()).status, { timeout: 30_000 }).toBe("completed");
    await route.fulfill({ response });
  });
  await offer.getByRole("button", { name: /Run all tests/ }).click();
  await offer.getByText("1 passed, 0 failed of 1.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText("v2 live").waitFor();
});
