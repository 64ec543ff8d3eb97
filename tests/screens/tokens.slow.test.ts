import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openSettings } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** API tokens, from the screen that creates them to their use. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
});

async function statusOf(path: string, token: string): Promise<number> {
  return (await fetch(`${dashboard.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });

async function choose(name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

let secret: string;

test("a private token is shown once, and opens the API", async () => {
  await openSettings(page, "Developers");
  await page.getByRole("heading", { name: "No API tokens yet" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New token" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New API token" });
  await dialog.getByLabel("Name").fill("Warehouse");
  await dialog.getByRole("radio", { name: "Private" }).check();
  await dialog.getByRole("button", { name: "Create token" }).click();
  secret = await dialog.getByLabel("Token").inputValue();
  expect(await statusOf("/assistant", secret)).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await row("Warehouse").getByText("Shown only at creation").waitFor();
});

test("disabled it opens nothing, enabled again it does", async () => {
  await choose("Warehouse", "Disable");
  await row("Warehouse").getByText("Disabled").waitFor();
  expect(await statusOf("/assistant", secret)).toBe(401);
  await choose("Warehouse", "Enable");
  await row("Warehouse").getByText("Disabled").waitFor({ state: "detached" });
  expect(await statusOf("/assistant", secret)).toBe(200);
});

test("a public token names the assistants and the pages it is for", async () => {
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New API token" });
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByRole("combobox", { name: "Assistants" }).click();
  await page.getByRole("option", { name: "Riley" }).click();
  const origins = dialog.getByRole("combobox", { name: "Allowed origins" });
  await origins.fill("shop.example");
  await origins.press("Enter");
  await dialog.getByText("“shop.example” is not an origin.").waitFor();
  expect(await dialog.getByRole("button", { name: "Create token" }).isDisabled()).toBe(true);
  await origins.press("Backspace");
  await origins.fill("https://shop.example/");
  await origins.press("Enter");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const value = await dialog.getByLabel("Token").inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await row("Shop").getByText("1 assistant · https://shop.example").waitFor();
  expect(await statusOf("/assistant", value)).toBe(401);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test("deleting one can be undone", async () => {
  await choose("Warehouse", "Delete");
  await row("Warehouse").waitFor({ state: "detached" });
  expect(await statusOf("/assistant", secret)).toBe(401);
  await page.getByRole("button", { name: "Undo" }).click();
  await row("Warehouse").waitFor();
  expect(await statusOf("/assistant", secret)).toBe(200);
});
