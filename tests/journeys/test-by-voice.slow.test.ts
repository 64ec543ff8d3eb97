import type { Assistant } from "@callwright/contract";
import { beforeAll, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { followPath } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";

/** A voice test is made in the form, a tester calls the assistant, the test passes, and the call that it had is opened. */

const open = journey();

beforeAll(async () => {
  const { page, url, person } = open();
  const user = await signUpByRequest(page, url, person);
  const riley = (await user.send<Assistant[]>("GET", "/assistant")).body.find(({ name }) => name === "Riley");
  const { body: suite } = await user.send<{ id: string }>("POST", "/test-suite", {
    name: "By voice",
    targetPlan: { assistantId: riley?.id },
  });
  await page.goto(`/simulations/${suite.id}`);
});

test("a voice test is added to a suite", async () => {
  const { page } = open();
  await page.getByRole("link", { name: "New test" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Delivery");
  await page.getByRole("textbox", { name: "Line 1", exact: true }).fill("Do you deliver?");
  await page.getByRole("button", { name: "Expect of the answer to line 1" }).click();
  await page.getByRole("menuitem", { name: "The agent says" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Words", exact: true }).fill("within 5 miles");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByText("More", { exact: true }).click();
  await page.getByLabel("Type").first().selectOption({ label: "Voice" });
  await page.getByRole("button", { name: "Create test" }).click();
  await page.getByRole("heading", { level: 1, name: "Delivery" }).waitFor();
});

test("it runs as a call, and passes", async () => {
  const { page } = open();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("region", { name: "Last run" }).getByText("Passed", { exact: true }).waitFor({ timeout: 180_000 });
  await page.getByRole("link", { name: "Open the run" }).click();
  const criteria = page.getByRole("region", { name: "Criteria" });
  await criteria.getByText("Passed").waitFor();
  await page.getByRole("region", { name: "Conversation" }).getByText("Do you deliver?").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("its call is opened, and can be heard", async () => {
  const { page } = open();
  const runUrl = page.url();
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.getByRole("heading", { level: 1, name: "Delivery" }).waitFor();
  await page.getByRole("button", { name: "Play" }).first().waitFor();
  await followPath(page, new URL(runUrl).pathname);
  await page.getByRole("region", { name: "Criteria" }).getByText("Passed").waitFor();
});
