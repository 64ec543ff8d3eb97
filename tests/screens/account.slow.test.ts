import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { closeSharedWindows, openPage, sharedChromium } from "../harness/chromium.ts";
import { newcomer, signInInPage, signUpInPage } from "../harness/dashboard.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { failTogether } from "../harness/steps.ts";

failTogether();

let server: ServerProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServerProcess({ database: "embedded", env: { CALL_HOST_WARM: "false" } }),
    sharedChromium(),
  ]);
  ({ page } = await openPage(browser, server.url));
});

afterAll(async () => {
  await closeSharedWindows();
  await server?.stop();
});

async function signOut(): Promise<void> {
  await page.getByRole("button", { name: `Account of ${newcomer.name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
}

test("what is wrong with a sign-up is said at its field", async () => {
  await page.goto("/");
  await page.getByLabel("Name").fill(newcomer.name);
  await page.getByLabel("Email").fill("not an address");
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("Enter an email address, such as you@example.com.").waitFor();
  await page.getByText("Use at least 8 characters.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-up");
});

test("signing out ends the session everywhere in the browser", async () => {
  await signUpInPage(page);
  await signOut();
  await page.goto("/assistants");
  await page.waitForURL("**/sign-in?**");
});

test("a wrong password is refused in a sentence, and the right one leads back to where the person was going", async () => {
  await page.goto("/calls");
  await page.waitForURL("**/sign-in?**");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Wrong email or password.").waitFor();
  await page.getByLabel("Password").fill(newcomer.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/calls");
});

test("the second person needs an invitation", async () => {
  const { page: stranger } = await openPage(browser, server.url);
  await stranger.goto("/sign-up");
  await stranger.getByText("This server is invitation-only.").waitFor();
  await expectAccessibleInEveryLook(stranger);
});

test("the session outlives a restart of the server", async () => {
  await page.context().close();
  ({ page } = await openPage(browser, server.url));
  await signInInPage(page);
  await page.waitForURL("**/overview");
  const cookies = await page.context().cookies();
  const { dataDir } = server;
  expect(await server.stop()).toBe(0);

  server = await startServerProcess({ dataDir, database: "embedded", env: { CALL_HOST_WARM: "false" } });
  ({ page } = await openPage(browser, server.url));
  await page.context().addCookies(cookies);
  await page.goto("/assistants");
  await page.getByRole("link", { name: "Riley" }).first().waitFor();
});
