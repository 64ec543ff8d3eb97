import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";

test("a number is imported from Twilio, and its setup says what it lacks", async () => {
  const { page } = await openDashboard();
  await page.goto("/phone-numbers");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("menuitem", { name: "Import from Twilio" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from Twilio" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+14155550123");
  await dialog.getByRole("textbox", { name: /^Account SID/ }).fill(`AC${"1".repeat(32)}`);
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(/tab=setup/);
  const steps = page.getByRole("status").getByRole("listitem");
  await steps.first().waitFor();
  const states = () => steps.getByRole("img").evaluateAll((icons) => icons.map((icon) => icon.getAttribute("aria-label")));
  // No public address and no auth token: nothing further can be checked.
  const none = ["Not ready", "Not checked yet", "Not ready", "Not checked yet", "Not checked yet", "Not ready"];
  expect(await states()).toEqual(none);
  await page.getByText("Set the auth token").waitFor();
  expect(await page.getByRole("button", { name: "Bring its calls here" }).count()).toBe(0);
  await page.getByRole("button", { name: "Check again" }).click();
  await expectAccessibleInEveryLook(page);
  await page.reload();
  await steps.first().waitFor();
  expect(await states()).toEqual(none);
});
