import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openScreen, openSettings, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { startServerProcess } from "../harness/server-process.ts";

/** The job: bring a colleague into the organization of a server that sends no mail, by a link that the admin hands over. */

const started = journey({ server: () => startServerProcess({ env: { SIGN_UP: "first", CALL_HOST_WARM: "false" } }) });

const EMAIL = "pat@example.com";
let link: string;
let colleague: Page;

const copied = () => started().page.evaluate(() => navigator.clipboard.readText());

test("the admin invites an address and copies the link", async () => {
  const { page } = started();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUpInPage(page);
  await openSettings(page, "Members");
  await page.getByRole("combobox", { name: "Email addresses" }).fill(EMAIL);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Invite 1 person" }).click();
  const invited = page.getByRole("status").filter({ hasText: "Send this link to the person yourself" });
  await invited.getByText(EMAIL).waitFor();
  await expectAccessibleInEveryLook(page);
  await invited.getByRole("button", { name: `Copy link for ${EMAIL}` }).click();
  link = await copied();
});

test("the list of invitations has the same link, also later", async () => {
  const { page } = started();
  await page.reload();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  const row = page.getByRole("row", { name: EMAIL });
  await row.getByRole("button", { name: `Copy link for ${EMAIL}` }).click();
  await row.getByText("Copied").waitFor();
  expect(await copied()).toBe(link);
});

test("the colleague opens the link, signs up and accepts", async () => {
  colleague = await started().openWindow();
  await colleague.goto(link);
  await colleague.getByText("Ada Newcomer invites you").waitFor();
  await colleague.getByRole("link", { name: "Create an account" }).click();
  await expect.poll(() => colleague.getByLabel("Email").inputValue()).toBe(EMAIL);
  await colleague.getByLabel("Name").fill("Pat Postless");
  await colleague.getByLabel("Password").fill("a password of Pat");
  await colleague.getByRole("button", { name: "Sign up" }).click();
  await colleague.getByRole("button", { name: "Accept" }).click();
  await colleague.getByText("Welcome to Ada Newcomer's organization").waitFor();
});

test("the colleague sees the assistants of the organization", async () => {
  await colleague.waitForURL("**/overview");
  await openScreen(colleague, "Assistants");
  await colleague.getByRole("link", { name: "Riley" }).click();
  await colleague.getByRole("button", { name: "Talk", exact: true }).waitFor();
});

test("the link proves nothing about the address", async () => {
  await openSettings(colleague, "Account");
  await colleague.getByText("not verified", { exact: true }).waitFor();
});

test("the admin sees the new member, and the invitation is gone", async () => {
  const { page } = started();
  await openSettings(page, "Account");
  await openSettings(page, "Members");
  await page.getByRole("table", { name: "Members" }).getByRole("row", { name: EMAIL }).getByText("Pat Postless").waitFor();
  await page.getByText("No pending invitations.").waitFor();
  expect(await page.getByLabel("Role of Pat Postless").inputValue()).toBe("editor");
});
