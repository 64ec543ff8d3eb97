import type { Call, PhoneNumber } from "@callwright/contract";
import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { followPath } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { getCall } from "../harness/platform.ts";

test("a scheduled call is listed with its time and canceled on its page, and the settings limit calls at the same time", async () => {
  const { page, user } = await openDashboard();
  const { id: phoneNumberId } = (await user.send<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body;
  const earliestAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = (
    await user.send<Call>("POST", "/call", {
      assistant: { name: "Riley" },
      name: "Reminder",
      phoneNumberId,
      customer: { number: "+12025550101", name: "Ada", extension: "12" },
      schedulePlan: { earliestAt },
    })
  ).body;
  await followPath(page, "/calls");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Status", { exact: true }).selectOption("Scheduled");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await page.getByRole("row").filter({ hasText: "Reminder" }).getByText("Scheduled").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("row").filter({ hasText: "Reminder" }).getByRole("link").first().click();

  await page.getByText("This call starts at").waitFor();
  await page.getByText("+12025550101, extension 12").waitFor();
  expect(await page.getByRole("region", { name: "Supervise the call" }).count()).toBe(0);
  const cancel = page.getByRole("button", { name: "Cancel the call…" });
  const dialog = page.getByRole("dialog", { name: "Cancel this call?" });
  await cancel.click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectAccessibleInEveryLook(page);
  expect((await getCall(user, id)).status).toBe("scheduled");
  await cancel.click();
  await dialog.getByRole("button", { name: "Cancel the call", exact: true }).click();
  await page.getByText("The call was ended from the dashboard or the API.").waitFor();
  await cancel.waitFor({ state: "detached" });
  expect(await getCall(user, id)).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
  await page.reload();
  await page.getByText("The call was ended from the dashboard or the API.").waitFor();

  await page.goto("/settings/organization");
  await page.getByText(/0 of \d+ concurrent calls in use. The server.s limit applies/).waitFor();
  await page.getByLabel("Concurrent calls").fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("0 of 2 concurrent calls in use. The organization's own limit applies.").waitFor();
  await expectAccessibleInEveryLook(page);
});
