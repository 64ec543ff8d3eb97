import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OidcServer, oidcSettings, startOidcServer } from "../../apps/server/src/testing/oidc-server.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage } from "../harness/account-stage.ts";

/** Signing in with another service, and connecting it, in a browser with its redirects. */

let oidc: OidcServer;
let stage: AccountStage;
let people = 0;

beforeAll(async () => {
  oidc = await startOidcServer();
  stage = await openAccountStage({ config: { socialSignIn: oidcSettings(oidc) } });
  // Without any account, the sign-in page redirects to the first sign-up.
  await stage.signUp("First Fred");
});

afterAll(async () => {
  await stage?.stop();
  await oidc?.close();
  expect(stage?.errors).toEqual([]);
});

beforeEach(() => {
  people += 1;
  oidc.person = { sub: `sub-${people}`, email: `sona.${people}@example.com`, email_verified: true, name: `Sona ${people}` };
  oidc.refusal = undefined;
});

const button = (page: Page) => page.getByRole("button", { name: "Continue with Test identity" });
const proceed = (page: Page) => button(page).click();

test("a new person signs up with a service, and comes to where they were going", async () => {
  const page = await stage.open();
  await page.goto("/settings/account");
  await page.waitForURL("**/sign-in?**");
  await button(page).waitFor();
  await expectAccessibleInEveryLook(page);
  await proceed(page);
  await page.waitForURL("**/settings/account");
  await page.getByText(`sona.${people}@example.com`).first().waitFor();
  await page.getByText("You sign in with another service and have no password.").waitFor();
  // The last way to sign in cannot be removed.
  await page.getByRole("button", { name: "Disconnect Test identity" }).click();
  await page.getByText("You can't unlink your last account").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const asked = page.getByRole("dialog", { name: "Delete your account?" });
  await asked.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL("**/sign-in");
  await page.close();
});

test("sign-up offers it too", async () => {
  const page = await stage.open();
  await page.goto("/sign-up");
  await button(page).waitFor();
  await expectAccessibleInEveryLook(page);
  await proceed(page);
  await page.waitForURL("**/overview");
  await page.close();
});

test("who has a password connects the service, signs in with it, and disconnects it", async () => {
  const person = await stage.signUp(`Sona ${people}`);
  expect(person.email).toBe(oidc.person.email);
  const stranger = await stage.open();
  await stranger.goto("/sign-in");
  await proceed(stranger);
  await stranger.getByText("An account with this email exists").waitFor();
  await expectAccessibleInEveryLook(stranger);
  await stranger.getByRole("link", { name: "Sign in with a password" }).click();
  await stranger.getByLabel("Email").fill(person.email);
  await stranger.getByLabel("Password").fill(person.password);
  await stranger.getByRole("button", { name: "Sign in", exact: true }).click();
  await stranger.waitForURL("**/settings/account");
  await stranger.getByRole("button", { name: "Connect Test identity" }).click();
  await stranger.getByRole("button", { name: "Disconnect Test identity" }).waitFor();
  await expectAccessibleInEveryLook(stranger);

  const elsewhere = await stage.open();
  await elsewhere.goto("/sign-in");
  await proceed(elsewhere);
  await elsewhere.waitForURL("**/overview");
  await elsewhere.close();

  await stranger.getByRole("button", { name: "Disconnect Test identity" }).click();
  await stranger.getByText("Test identity disconnected").waitFor();
  await stranger.getByRole("button", { name: "Connect Test identity" }).waitFor();
  await stranger.close();
});

test("what goes wrong is told in a sentence, with a way on", async () => {
  const page = await stage.open();
  await page.goto("/sign-in");
  oidc.refusal = "access_denied";
  await proceed(page);
  await page.getByRole("heading", { name: "Signing in with Test identity failed" }).waitFor();
  await page.getByText("The sign-in was canceled or denied at Test identity").waitFor();
  oidc.refusal = undefined;
  oidc.person = { sub: "without-address" };
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await proceed(page);
  await page.getByText("User email not found").waitFor();
  // An address that another person has here.
  const owner = await stage.signUp("Olga Owner");
  oidc.person = { sub: "taken", email: "taken@example.com", email_verified: true, name: "Taken" };
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await proceed(page);
  await page.waitForURL("**/overview");
  oidc.person.email = owner.email;
  const own = await stage.open(owner);
  await own.goto("/settings/account");
  await own.getByRole("button", { name: "Connect Test identity" }).click();
  await own.getByText("Social account already linked").waitFor();
  await own.getByRole("link", { name: "Back to your account" }).click();
  await own.waitForURL("**/settings/account");
  await own.goto("/sign-in-failed?error=something_new");
  await own.getByText("the other service rejected the sign-in (something_new)").waitFor();
  await own.close();
  await page.close();
});
