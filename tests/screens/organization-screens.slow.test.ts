import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openPage } from "../harness/chromium.ts";
import { openScreen, openSettings, signInInPage } from "../harness/dashboard.ts";
import { joinByInvitation } from "../harness/invited.ts";
import { newAccount, type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** An organization's members, as its admin sees them, and what an editor does not see. */

failTogether();

const grace = newAccount("Grace Guest");

let dashboard: OpenDashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});

const rowIn = (table: string, text: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });
const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });

async function chooseInMenu(button: string, item: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("members", () => {
  test("many are invited at once; what is no address stays in the field, marked", async () => {
    await openSettings(page, "Members");
    await page.getByRole("heading", { level: 2, name: "1 member" }).waitFor();
    await expectAccessible(page);
    const field = page.getByRole("combobox", { name: "Email addresses" });
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Grace <${grace.email}>; alan@example.com\nedsger@, ${dashboard.person.email}`,
    );
    await field.focus();
    await page.keyboard.press("ControlOrMeta+v");
    await page.getByText("Not an email address: edsger@").waitFor();
    await page.getByText(`Already a member, skipped: ${dashboard.person.email}`).waitFor();
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("Viewer");
    await page.getByRole("button", { name: "Invite 2 people" }).click();
    await rowIn("Invitations", grace.email).getByText("Viewer", { exact: true }).waitFor();
    await rowIn("Invitations", "alan@example.com").waitFor();
    await page.getByText("Not an email address: edsger@").waitFor();
    await page.getByRole("button", { name: "Remove invalid entries" }).click();
    await page.getByText("Not an email address").waitFor({ state: "detached" });
  });

  test("an invitation's link is copied, it is not sent twice in a minute, and it can be withdrawn", async () => {
    await rowIn("Invitations", grace.email).getByText("in 7 days", { exact: true }).waitFor();
    const invitation = rowIn("Invitations", grace.email);
    await invitation.getByRole("button", { name: `Copy link for ${grace.email}` }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/^http:\/\/[^/]+\/invite\/[0-9a-f-]{36}#[\w-]{43}$/);
    await chooseInMenu("Actions for alan@example.com", "Resend");
    await rowIn("Invitations", "alan@example.com").getByRole("alert").filter({ hasText: "less than a minute ago" }).waitFor();
    await chooseInMenu("Actions for alan@example.com", "Withdraw");
    await rowIn("Invitations", "alan@example.com").waitFor({ state: "detached" });
  });

  test("the last admin stays one, and hears why where the role was changed", async () => {
    await page.getByRole("combobox", { name: `Role of ${dashboard.person.name}` }).selectOption("Viewer");
    const asked = dialog("Change your own role to Viewer?");
    await asked.getByRole("button", { name: "Change my role" }).click();
    await asked.getByRole("alert").filter({ hasText: "needs at least one admin" }).waitFor();
    await expectAccessible(page);
    await asked.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("combobox", { name: `Role of ${dashboard.person.name}` }).inputValue()).toBe("admin");
    await rowIn("Members", dashboard.person.name).getByText("needs at least one admin").waitFor();
  });

  test("who accepts is a member, and is made an editor", async () => {
    await joinByInvitation(dashboard.url, grace);
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "2 members" }).waitFor();
    await page.getByText("No pending invitations.").waitFor();
    await page.getByRole("combobox", { name: `Role of ${grace.name}` }).selectOption("Editor");
    await page.getByText(`${grace.name} is now Editor`).waitFor();
  });
});

describe("for an editor", () => {
  let graces: Page;

  beforeAll(async () => {
    ({ page: graces } = await openPage(dashboard.browser, dashboard.url));
    await signInInPage(graces, grace);
    await graces.waitForURL("**/overview");
    // Her own organization comes first; she opens Ada's by the menu at the top of the rail.
    const menu = graces.getByRole("button", { name: /^Choose organization/ });
    if (!(await menu.textContent())?.includes("Ada")) {
      await menu.click();
      await graces.getByRole("menuitemradio", { name: /Ada/ }).click();
    }
    await graces.getByRole("button", { name: /^Choose organization: Ada/ }).waitFor();
    await openScreen(graces, "Assistants");
    await graces.getByRole("link", { name: "Riley" }).first().waitFor();
  });
  afterAll(() => graces?.context().close());

  test("there is nothing to press that only admins may", async () => {
    await graces.goto("/settings/members");
    await graces.getByText("Only admins can invite people and change roles.").waitFor();
    await graces.getByRole("table", { name: "Members" }).getByText(dashboard.person.name).waitFor();
    expect(await graces.getByRole("main").getByRole("button").count()).toBe(0);
    expect(await graces.getByRole("main").getByRole("combobox").count()).toBe(0);
    await expectAccessible(graces);
    expect(await graces.getByRole("link", { name: "Audit log" }).count()).toBe(0);
    expect(await graces.getByRole("link", { name: "Key sets" }).count()).toBe(0);
  });

  test("what an address leads to anyway says whose it is", { tags: "long" }, async () => {
    await graces.goto("/settings/audit");
    await graces.getByText("Only admins can read the audit log.").waitFor();
    await graces.goto("/settings/key-sets");
    await graces.getByText("Only admins can manage key sets.").waitFor();
    expect(await graces.getByRole("button", { name: "New key set" }).count()).toBe(0);
    await graces.goto("/settings");
    await graces.getByText("Only admins can change these settings.").waitFor();
    expect(await graces.getByRole("textbox", { name: "Name" }).isDisabled()).toBe(true);
    expect(
      await graces
        .getByRole("main")
        .getByRole("button", { name: /Save|Delete|Add/ })
        .count(),
    ).toBe(0);
    await graces.getByRole("button", { name: "Leave organization" }).waitFor();
  });
});
