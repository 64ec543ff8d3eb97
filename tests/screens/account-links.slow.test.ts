import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage } from "../harness/account-stage.ts";

/** Signing in with an obstacle: too many attempts, a forgotten password, an unverified address. */

let stage: AccountStage;

beforeAll(async () => {
  stage = await openAccountStage({ rateLimit: true });
  // Without any account, the sign-in page redirects to the first sign-up.
  await stage.signUp("First Fred");
});

afterAll(async () => {
  await stage?.stop();
  expect(stage?.errors).toEqual([]);
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe("sign-in", () => {
  test("a password can be seen by keyboard, and stores of passwords know which is meant", async () => {
    const page = await stage.open();
    await page.goto("/sign-in");
    const password = page.getByLabel("Password");
    await password.fill("something typed");
    expect(await password.getAttribute("type")).toBe("password");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await password.getAttribute("type")).toBe("text");
    expect(await password.getAttribute("autocomplete")).toBe("current-password");
    expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe("username");
    await expectAccessibleInEveryLook(page);
    await page.close();
  });

  test("too many tries are told with the time of the next", async () => {
    const { email } = await stage.signUp("Locked Out");
    const page = await stage.open();
    await page.goto("/sign-in");
    const locked = page.getByText(/^Too many attempts\. Try again in \d+ minutes, at \d/);
    for (let tries = 0; tries < 30 && !(await locked.isVisible()); tries += 1) {
      const answered = page.waitForResponse("**/sign-in/email");
      await signIn(page, email, `wrong password ${tries}`);
      await answered;
      await page.getByRole("button", { name: "Sign in" }).and(page.locator(":not([data-loading])")).waitFor();
    }
    await locked.waitFor();
    await expectAccessibleInEveryLook(page);
    await page.close();
  });

  test("without 'keep me signed in' the session ends with the browser", async () => {
    const { email, password } = await stage.signUp("Short Visit");
    const page = await stage.open();
    await page.goto("/sign-in");
    await page.getByLabel("Keep me signed in on this device").uncheck();
    await signIn(page, email, password);
    await page.waitForURL("**/overview");
    const cookies = await page.context().cookies();
    const session = cookies.filter(({ name }) => name.includes("session"));
    expect(session.length).toBeGreaterThan(0);
    // Playwright's value for a cookie without an expiry.
    expect(session.filter(({ expires }) => expires !== -1)).toEqual([]);
    await page.close();
  });
});

describe("a forgotten password", () => {
  test("is replaced by the link of a mail, once, and ends every session", async () => {
    const person = await stage.signUp("Forgetful Frida");
    const signedIn = await stage.open(person);
    const page = await stage.open();
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("Enter an email address, such as you@example.com.").waitFor();
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText(`If ${person.email} has an account, we sent it a link.`).waitFor();
    await page.getByRole("link", { name: "Open outbox" }).waitFor();
    await expectAccessibleInEveryLook(page);

    const link = await stage.linkTo(person.email, "Choose a new password");
    await page.goto(link);
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Use at least 8 characters.").waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByLabel("New password").fill("a password to remember");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByRole("heading", { name: "Password changed" }).waitFor();
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, person.email, "a password to remember");
    await page.waitForURL("**/overview");
    await page.close();

    // The cookie cache would be valid for a minute.
    await signedIn.context().clearCookies({ name: "callwright.session_data" });
    await signedIn.goto("/assistants");
    await signedIn.waitForURL("**/sign-in?**");
    await signedIn.goto(link);
    await signedIn.getByLabel("New password").fill("one more password");
    await signedIn.getByRole("button", { name: "Save password" }).click();
    await signedIn.getByRole("heading", { name: "This link does not work" }).waitFor();
    await expectAccessibleInEveryLook(signedIn);
    await signedIn.getByRole("link", { name: "Request a new link" }).click();
    await signedIn.waitForURL("**/forgot-password");
    await signedIn.close();
  });

  test("nobody is told whether an address has an account", async () => {
    const page = await stage.open();
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("If nobody@example.com has an account, we sent it a link.").waitFor();
    await page.close();
  });
});

describe("a link that verifies an address", () => {
  test("signs in who opens it elsewhere, and works in the account that it is for alone", async () => {
    const person = await stage.signUp("Verified Vera");
    const link = await stage.linkTo(person.email, "Confirm your address");
    const page = await stage.open();
    await page.goto(link);
    await page.getByRole("heading", { name: "Email verified" }).waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.waitForURL("**/overview");
    await page.getByRole("button", { name: "Account of Verified Vera" }).waitFor();
    await page.close();
  });

  test("that is broken says so, and another is sent from there", async () => {
    const person = await stage.signUp("Broken Link");
    const page = await stage.open(person);
    await page.goto("/verify-email?token=nonsense");
    await page.getByText("It may be incomplete, or replaced by a newer one.").waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole("button", { name: "Resend email" }).click();
    await page.getByText(`Sent to ${person.email}.`).waitFor();
    await page.goto("/verify-email");
    await page.getByText("The link is incomplete.").waitFor();
    await page.close();
  });
});
