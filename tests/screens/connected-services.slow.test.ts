import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  FAKE_CLIENT,
  type FakeServices,
  startFakeServices,
} from "../../apps/server/src/modules/credential/outgoing/connected/testing/fake-services.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage } from "../harness/account-stage.ts";

/** Accounts of services, connected by a person in a browser, and used by a tool. */

let services: FakeServices;
let stage: AccountStage;

beforeAll(async () => {
  services = await startFakeServices();
  stage = await openAccountStage({
    config: {
      connectClients: { google: FAKE_CLIENT, slack: undefined, gohighlevel: undefined },
      serviceOrigins: services.serviceOrigins,
      allowPrivateAddresses: true,
    },
  });
});

afterAll(async () => {
  await stage?.stop();
  await services?.close();
  expect(stage?.errors).toEqual([]);
});

/** Signs in at the service in the other window, up to the page that confirms it. */
async function signInThere(page: Page, name: string): Promise<Page> {
  const dialog = page.getByRole("dialog", { name: `Connect ${name}` });
  const link = dialog.getByRole("link", { name: `Sign in at ${name}` });
  await link.waitFor();
  const [other] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await other.getByRole("heading", { name: `Connect ${name}` }).waitFor();
  await expectAccessibleInEveryLook(other);
  await other.getByRole("link", { name: "Continue to Google" }).click();
  await other.getByRole("heading", { name: `${name} is connected as anna@example.com` }).waitFor();
  return other;
}

test("an admin connects Google Calendar, makes a tool with it, and tests the tool", async () => {
  const page = await stage.open(await stage.signUp("Ada Admin"));
  await page.goto("/credentials");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("menuitem", { name: "Slack" }).click();
  await page.getByText("SLACK_CLIENT_ID and SLACK_CLIENT_SECRET").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Connect an account" }).focus();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("menuitem", { name: "Google Calendar" });
  await calendar.waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press("ArrowDown");
      return calendar.evaluate((item) => item === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.press("Enter");
  const other = await signInThere(page, "Google Calendar");
  await other.close();
  await page.waitForURL(/\/credentials\/[\da-f-]{36}/);
  await page.getByRole("button", { name: "Connect Google Calendar again" }).waitFor();
  await page.getByText("Connected as anna@example.com").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.goto("/credentials");
  await page.getByText("Connected as anna@example.com").waitFor();

  await page.goto("/tools/new?kind=google.calendar.availability.check");
  await page.getByRole("combobox", { name: /^Account/ }).click();
  await page.getByRole("option", { name: /^Google Calendar/ }).click();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Create tool" }).click();
  await page.waitForURL(/\/tools\/[\da-f-]{36}/);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("The calendar is free from").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.close();
});

test("an account is connected beside the tool that needs it", async () => {
  const page = await stage.open(await stage.signUp("Bea Builder"));
  await page.goto("/tools/new?kind=google.sheets.row.append");
  await page.getByRole("button", { name: "Connect Google Sheets" }).click();
  const other = await signInThere(page, "Google Sheets");
  await other.close();
  await page
    .getByRole("combobox", { name: /^Account/ })
    .and(page.locator('[value^="Google Sheets"]'))
    .waitFor();
  await page.close();
});
