import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceCode } from "../../apps/server/src/platform/auth/tables.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage, type Person } from "../harness/account-stage.ts";

/** `/device`: a person lets a terminal in, or does not. */

let stage: AccountStage;
let person: Person;
let page: Page;

beforeAll(async () => {
  stage = await openAccountStage();
  person = await stage.signUp("Dora Device");
  page = await stage.open(person);
});

afterAll(async () => {
  await page?.close();
  await stage?.stop();
  expect(stage?.errors).toEqual([]);
});

interface AskedCode {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}

/** The requests of `callwright login`. */
async function post<Body>(path: string, body: object): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${stage.server.url}/api/auth/device/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: "callwright-cli", ...body }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

const ask = async () => (await post<AskedCode>("code", { scope: "api" })).body;

const redeem = (device_code: string) =>
  post<{ access_token?: string; error?: string }>("token", {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code,
  });

test("who is not signed in signs in first, and comes back to the code of the link", async () => {
  const asked = await ask();
  const stranger = await stage.open();
  await stranger.goto(asked.verification_uri_complete);
  await stranger.waitForURL("**/sign-in?**");
  await stranger.getByLabel("Email").fill(person.email);
  await stranger.getByLabel("Password").fill(person.password);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await stranger.getByRole("heading", { name: "Approve this device?" }).waitFor();
  await stranger.close();
});

test("a code is typed as people type, reviewed and approved, and the terminal is signed in", async () => {
  const asked = await ask();
  await page.goto("/device");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Enter the code: 8 letters and digits.").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByLabel("Code").pressSequentially(` ${asked.user_code.toLowerCase()}`);
  const shown = `${asked.user_code.slice(0, 4)}-${asked.user_code.slice(4)}`;
  expect(await page.getByLabel("Code").inputValue()).toBe(shown);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Approve this device?" }).waitFor();
  await page.getByText("Callwright CLI wants to act as you, with all your permissions.").waitFor();
  await page.getByText(shown).waitFor();
  await page.getByText(person.email).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Device connected" }).waitFor();
  await expectAccessibleInEveryLook(page);
  const { body } = await redeem(asked.device_code);
  expect(body.access_token).toEqual(expect.any(String));
  await page.getByRole("link", { name: "Your account" }).click();
  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect.poll(() => sessions.count()).toBeGreaterThan(1);
});

test("who denies lets nothing in", async () => {
  const asked = await ask();
  await page.goto(asked.verification_uri_complete);
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "Denied" }).waitFor();
  await expectAccessibleInEveryLook(page);
  expect((await redeem(asked.device_code)).body.error).toBe("access_denied");
});

test("a code that is wrong, has expired, was used or belongs to somebody else is told at its field", async () => {
  await page.goto("/device?user_code=ABCDEFGH");
  await page.getByText("This code does not exist.").waitFor();
  await expectAccessibleInEveryLook(page);

  const expired = await ask();
  await stage.server.context.db.update(deviceCode).set({ expiresAt: new Date(Date.now() - 1000) });
  await page.goto(`/device?user_code=${expired.user_code}`);
  await page.getByText("This code has expired.").waitFor();

  const approved = await ask();
  await page.goto(`/device?user_code=${approved.user_code}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Device connected" }).waitFor();
  await page.reload();
  await page.getByText("This code was already approved.").waitFor();

  const claimed = await ask();
  const other = await stage.open(await stage.signUp("Otto Other"));
  await other.goto(`/device?user_code=${claimed.user_code}`);
  await other.getByRole("button", { name: "Approve" }).waitFor();
  await other.close();
  await page.goto(`/device?user_code=${claimed.user_code}`);
  await page.getByText("Another account opened this code.").waitFor();
});
