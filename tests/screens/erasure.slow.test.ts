import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openSettings } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** A person asks to be forgotten: an admin counts, types the number again, deletes, and keeps the report. */

failTogether();

const NUMBER = "+493012345678";
let page: Page;
let errors: string[];
let ada: PlatformUser;

beforeAll(async () => {
  ({ page, errors, user: ada } = await openDashboard());
  for (const number of [NUMBER, NUMBER, "+493099999999"])
    expect((await ada.send("POST", "/session", { assistant: { name: "Riley" }, customer: { number } })).status).toBe(201);
});

const sessionsLeft = async () => (await ada.send<{ results: unknown[] }>("GET", "/session")).body.results.length;
const counted = (kind: string) => page.getByRole("table", { name: "What is stored" }).getByRole("row", { name: kind });

test("what is no number or address is refused where it is typed", async () => {
  await openSettings(page, "Deleted for good");
  await page.getByRole("textbox", { name: "Telephone number, SIP address or e-mail address" }).fill("Ann Lee");
  await page.getByRole("button", { name: "Count what is stored" }).click();
  await page.getByText(/person must be a telephone number/).waitFor();
});

test("the counts come first, and nothing is deleted before the number is typed again", async () => {
  await page.getByRole("textbox", { name: "Telephone number, SIP address or e-mail address" }).fill("+49 30 12345678");
  await page.getByRole("textbox", { name: "Telephone number, SIP address or e-mail address" }).press("Enter");
  await counted("Sessions").getByText("2", { exact: true }).waitFor();
  await expectAccessibleInEveryLook(page);
  expect(await sessionsLeft()).toBe(3);
  await page.getByRole("button", { name: "Delete for good" }).click();
  const dialog = page.getByRole("dialog", { name: /^Delete everything about/ });
  expect(await dialog.getByRole("button", { name: "Delete for good" }).isDisabled()).toBe(true);
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("textbox").fill("+49 30 12345678");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await dialog.waitFor({ state: "detached" });
  await page
    .getByRole("status")
    .filter({ hasText: /^Deleted$/ })
    .waitFor();
  expect(await sessionsLeft()).toBe(1);
});

test("the report says what was deleted, and has no number", async () => {
  const region = page.getByRole("region", { name: "+49 30 12345678" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    region.getByRole("button", { name: "Download the report" }).click(),
  ]);
  const report = await readFile(await download.path(), "utf8");
  expect(report).toContain("- sessions: 2");
  expect(report).not.toContain("12345678");
  await page.reload();
  await page
    .getByRole("table", { name: "All deletions" })
    .getByRole("row", { name: /A telephone number/ })
    .waitFor();
  expect(errors).toEqual([]);
});
