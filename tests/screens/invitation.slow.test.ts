import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitation } from "../../apps/server/src/platform/auth/tables.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage, type Person } from "../harness/account-stage.ts";

/** Where the mail of an invitation leads: with an account and without, with the wrong one, and too late. */

let stage: AccountStage;
let admin: Person;

beforeAll(async () => {
  // After the first account, only invited people may sign up.
  stage = await openAccountStage({ config: { signUp: "first" } });
  admin = await stage.signUp("Ida Inviter");
});

afterAll(async () => {
  await stage?.stop();
  expect(stage?.errors).toEqual([]);
});

/** The link of the mail. */
async function invite(email: string): Promise<string> {
  const { status } = await admin.fetch(`/org/${admin.orgId}/invite`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ emails: [email], role: "editor" }),
  });
  expect(status).toBe(201);
  return stage.linkTo(email, "Ida Inviter invites you to Ida Inviter's organization");
}

async function expectMember(page: Page): Promise<void> {
  await page.waitForURL("**/overview");
  await page.getByText("Welcome to Ida Inviter's organization").waitFor();
  const { body } = await admin.json<{ email: string; role: string }[]>("GET", `/org/${admin.orgId}/user`);
  expect(body.map(({ email, role }) => `${email} ${role}`)).toContain("nora@example.com editor");
}

let link: string;

test("who has no account makes one for the invited address, verifies it, and is in", async () => {
  link = await invite("nora@example.com");
  const page = await stage.open();
  await page.goto(link);
  await page.getByRole("heading", { name: "Join Ida Inviter's organization" }).waitFor();
  await page.getByText("Ida Inviter invites you to Ida Inviter's organization as editor").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByText("You are invited to Ida Inviter's organization with this email address.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("nora@example.com");
  await expectAccessibleInEveryLook(page);
  await page.getByLabel("Name").fill("Nora New");
  await page.getByLabel("Password").fill("a password of Nora");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("To accept, verify nora@example.com").waitFor();
  await page.getByText("No email? Ask Ida Inviter for the invitation link.").waitFor();
  await page.getByRole("button", { name: "Resend email" }).click();
  await page.getByText("Sent to nora@example.com.").waitFor();
  await expectAccessibleInEveryLook(page);

  // The mail's link opens in another tab, which then leads back here.
  const tab = await page.context().newPage();
  await tab.goto(await stage.linkTo("nora@example.com", "Confirm your address"));
  await tab.getByRole("link", { name: "Continue" }).click();
  await tab.getByRole("button", { name: "Accept" }).waitFor();
  await tab.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByRole("button", { name: "Accept" }).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Accept" }).click();
  await expectMember(page);
  await page.close();
});

test("an invitation that was accepted says so", async () => {
  const page = await stage.open();
  await page.goto(link);
  await page.getByText("This invitation was already accepted.").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.close();
});

test("who is signed in with another account signs out there, and goes on", async () => {
  const otherLink = await invite("someone@example.com");
  const page = await stage.open(admin);
  await page.goto(otherLink);
  await page.getByText(`You are signed in as ${admin.email}. This invitation is for someone@example.com.`).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await page.getByRole("link", { name: "I have an account" }).click();
  await page.waitForURL("**/sign-in?**");
  expect(new URL(page.url()).searchParams.get("returnTo")).toBe(new URL(otherLink).pathname);
  await page.close();
});

test("one that was withdrawn, one that has expired and one that never was are told apart", async () => {
  const withdrawn = await invite("late@example.com");
  const id = withdrawn.split("/").at(-1) ?? "";
  await admin.json("DELETE", `/org/${admin.orgId}/invitations/${id}`);
  const page = await stage.open();
  await page.goto(withdrawn);
  await page.getByText("This invitation was withdrawn.").waitFor();

  const expired = await invite("later@example.com");
  await stage.server.context.db.update(invitation).set({ expiresAt: new Date(Date.now() - 1000) });
  await page.goto(expired);
  await page.getByText("This invitation has expired.").waitFor();

  await page.goto("/invite/00000000-0000-4000-8000-000000000000");
  await page.getByText("This invitation does not exist.").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.close();
});
