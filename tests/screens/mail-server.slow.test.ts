import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeMailServer, startFakeMailServer } from "../../apps/server/src/testing/fake-mail-server.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage } from "../harness/account-stage.ts";

/** With a mail server, people must verify their address before they are signed in. */

let mailServer: FakeMailServer;
let stage: AccountStage;

beforeAll(async () => {
  mailServer = await startFakeMailServer();
  stage = await openAccountStage({ config: { smtp: { url: mailServer.url, from: "voice@example.com" } } });
});

afterAll(async () => {
  await stage?.stop();
  await mailServer?.close();
  expect(stage?.errors).toEqual([]);
});

test("a sign-up says to look into the mail, a sign-in too, and the link of the mail signs in", async () => {
  const page = await stage.open();
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("Maya Mail");
  await page.getByLabel("Email").fill("maya@example.com");
  await page.getByLabel("Password").fill("a password of Maya");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("We sent an email to maya@example.com.").waitFor();
  await page.getByText("No email after a minute?").waitFor();
  await expectAccessibleInEveryLook(page);
  await mailServer.nextMail();

  await page.goto("/sign-in?returnTo=/calls");
  await page.getByLabel("Email").fill("maya@example.com");
  await page.getByLabel("Password").fill("a password of Maya");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("This email is not verified.").waitFor();
  await page.getByRole("button", { name: "Resend email" }).click();
  await page.getByText("Sent to maya@example.com.").waitFor();
  await expectAccessibleInEveryLook(page);

  const link = /^https?:\/\/\S+$/m.exec((await mailServer.nextMail()).text)?.[0] ?? "";
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole("heading", { name: "Email verified" }).waitFor();
  await tab.getByRole("link", { name: "Continue" }).click();
  await tab.waitForURL("**/calls");
  await tab.getByRole("button", { name: "Account of Maya Mail" }).waitFor();
  await tab.close();
  await page.close();
});
