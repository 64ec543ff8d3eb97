import { existsSync, readFileSync, statSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openHome } from "../harness/command-line.ts";
import type { Account } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** The command line as a separate process, and the page on which a person approves it. */

failTogether();

let url: string;
let page: Page;
let person: Account;
const home = openHome();

beforeAll(async () => {
  ({ url, page, person } = await openDashboard());
});

/** Starts a sign-in and opens the address it shows. Gives the code that is shown beside. */
async function begin(of = home) {
  const login = of.type("login", "--server", url);
  const address = await login.printed(/http\S+user_code=\w+/);
  const code = await login.printed(/\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/);
  await page.goto(address);
  return { login, code };
}

test("approved in the browser, the terminal is signed in", async () => {
  const { login, code } = await begin();
  await page.getByRole("heading", { name: "Approve this device?" }).waitFor();
  await page.getByText(code, { exact: true }).waitFor();
  await page.getByText("Callwright CLI wants to act as you").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Device connected" }).waitFor();
  const { exitCode, stdout, stderr } = await login.ended();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toContain(`Signed in to ${url} as ${person.name} <${person.email}>.`);
  expect(statSync(home.credentialsFile).mode & 0o777).toBe(0o600);
});

test("it says who is signed in, and calls the API", async () => {
  expect((await home.type("whoami").ended()).stdout).toContain(`${person.name} <${person.email}>`);
  const { exitCode, stdout } = await home.type("api", "GET", "/assistant").ended();
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: "Riley" }));
});

test("denied in the browser, it ends with a code of its own and leaves nothing behind", async () => {
  const another = openHome();
  const { login } = await begin(another);
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "Denied" }).waitFor();
  expect(await login.ended()).toMatchObject({
    exitCode: 3,
    stderr: "The request was denied in the browser. You are not signed in.\n",
  });
  expect(existsSync(another.credentialsFile)).toBe(false);
});

test("who is signed out signs in on the way", async () => {
  await page.context().clearCookies();
  const { login } = await begin();
  await page.waitForURL("**/sign-in?**");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  expect(await login.ended()).toMatchObject({ exitCode: 0 });
});

test("signing out ends the session at the server, and the file goes", async () => {
  const credentials = JSON.parse(readFileSync(home.credentialsFile, "utf8"));
  expect(await home.type("logout").ended()).toMatchObject({ exitCode: 0, stdout: `Signed out of ${url}.\n` });
  expect(existsSync(home.credentialsFile)).toBe(false);
  const authorization = `Bearer ${credentials.servers[url].sessionToken}`;
  expect((await fetch(`${url}/api/auth/token`, { headers: { authorization } })).status).toBe(401);
  expect(await home.type("whoami").ended()).toMatchObject({ exitCode: 3 });
});
