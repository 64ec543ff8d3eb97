import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { member, session } from "../../apps/server/src/platform/auth/tables.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage, type Person } from "../harness/account-stage.ts";
import { failTogether } from "../harness/steps.ts";

/** Settings → Account, from one's name to the end of the account. */

failTogether();

let stage: AccountStage;
let ada: Person;
let page: Page;

const MAC_CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";

beforeAll(async () => {
  stage = await openAccountStage();
  ada = await stage.signUp("Ada Account");
  page = await stage.open(ada);
});

afterAll(async () => {
  await stage?.stop();
  expect(stage?.errors).toEqual([]);
});

const section = (name: string): Locator => page.getByRole("region", { name, exact: true });

async function reopen(): Promise<void> {
  await page.goto("/settings/account");
  await section("Profile").waitFor();
}

test("the account menu leads there, and every look of it is accessible", async () => {
  await page.goto("/assistants");
  await page.getByRole("button", { name: "Account of Ada Account" }).click();
  await page.getByRole("menuitem", { name: "Account", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  await section("Sessions").getByRole("listitem").first().waitFor();
  await expectAccessibleInEveryLook(page);
});

test("every matter is reached by keyboard alone, in the order it is read in", async () => {
  await page.getByLabel("Name").focus();
  const reached: string[] = [];
  for (let presses = 0; presses < 30 && reached.at(-1) !== "Delete account"; presses += 1) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const { activeElement: element } = document;
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
        return label ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
      }),
    );
  }
  // Save is disabled while nothing is changed.
  expect(reached).toEqual([
    "Resend email",
    "Open outbox",
    "New email",
    "Change email",
    "Current password",
    "Show what you typed",
    "New password",
    "Show what you typed",
    "Change password",
    // The session of the sign-up by requests.
    "Sign out Node.js, This computer",
    "Sign out all others",
    "Delete account",
  ]);
});

test("another name shows in the rail at once", async () => {
  await section("Profile").getByLabel("Name").fill("Ada Lovelace");
  await section("Profile").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Account of Ada Lovelace" }).waitFor();
});

test("no name is refused at its field", async () => {
  await section("Profile").getByLabel("Name").fill(" ");
  await section("Profile").getByRole("button", { name: "Save" }).click();
  await section("Profile").getByText("Enter your name.").waitFor();
  await reopen();
});

test("a picture of any size is made to fit, and can be taken away", async () => {
  const png = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 1600;
    canvas.height = 900;
    const context = canvas.getContext("2d");
    for (let x = 0; x < 1600; x += 20) {
      if (!context) continue;
      context.fillStyle = `hsl(${x} 80% 50%)`;
      context.fillRect(x, 0, 20, 900);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
  const shown = section("Profile").locator("img");
  await shown.waitFor();
  expect((await shown.getAttribute("src"))?.length).toBeLessThanOrEqual(1200);
  await expectAccessibleInEveryLook(page);
  await choose.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
  await section("Profile").getByText("This browser cannot read notes.png.").waitFor();
  await section("Profile").getByRole("button", { name: "Remove" }).click();
  await shown.waitFor({ state: "detached" });
});

test("another password ends every other session, and says so", async () => {
  const elsewhere = await stage.open(ada, { userAgent: MAC_CHROME });
  await reopen();
  await section("Sessions").getByText("Chrome on macOS").waitFor();
  const form = section("Password");
  await form.getByLabel("Current password").fill("not the password");
  await form.getByLabel("New password").fill("short");
  await form.getByRole("button", { name: "Change password" }).click();
  await form.getByText("Use at least 8 characters.").waitFor();
  await form.getByLabel("New password").fill("quite another password");
  await form.getByRole("button", { name: "Change password" }).click();
  await form.getByText("The password is wrong.").waitFor();
  await form.getByLabel("Current password").fill(ada.password);
  await form.getByRole("button", { name: "Change password" }).click();
  await form.getByText("Password changed. Your other sessions are signed out.").waitFor();
  ada.password = "quite another password";
  await section("Sessions").getByText("No other sessions.").waitFor();
  // The cookie cache would be valid for a minute.
  await elsewhere.context().clearCookies({ name: "callwright.session_data" });
  await elsewhere.goto("/assistants");
  await elsewhere.waitForURL("**/sign-in?**");
  await elsewhere.context().close();
});

test("sessions tell device and place in words, and end one by one or all at once", async () => {
  const pages = [await stage.open(ada, { userAgent: MAC_CHROME }), await stage.open(ada), await stage.open(ada)];
  await reopen();
  const rows = section("Sessions").getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.first().textContent()).toMatch(/^Chrome on Linux this sessionThis computerSigned in .+in use now$/);
  await expectAccessibleInEveryLook(page);
  await rows.getByRole("button", { name: "Sign out Chrome on macOS, This computer" }).click();
  await expect.poll(() => rows.count()).toBe(3);
  await section("Sessions").getByRole("button", { name: "Sign out all others" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out everywhere else?" });
  await dialog.getByText("2 other sessions end.").waitFor();
  await dialog.getByRole("button", { name: "Sign out all others" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  for (const each of pages) await each.context().close();
});

test("who signed in long ago is asked for the password, and then sees what they wanted to see", async () => {
  await stage.server.context.db.update(session).set({ updatedAt: new Date(Date.now() - 3 * 86_400_000) });
  await page.context().clearCookies({ name: "callwright.session_data" });
  await reopen();
  await section("Sessions").getByText("To manage your sessions, confirm that it's you.").waitFor();
  await section("Sessions").getByRole("button", { name: "Enter password" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expectAccessibleInEveryLook(page);
  await dialog.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await dialog.getByText("The password is wrong.").waitFor();
  await dialog.getByLabel("Password").fill(ada.password);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => section("Sessions").getByRole("listitem").count()).toBe(1);
});

test("another address is confirmed at the old one, proven at the new one, and then it is the one to sign in with", async () => {
  await section("Email").getByText("not verified").waitFor();
  await page.goto(await stage.linkTo(ada.email, "Confirm your address"));
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
  await reopen();
  await section("Email").getByText("verified", { exact: true }).waitFor();
  await section("Email").getByLabel("New email").fill(ada.email);
  await section("Email").getByRole("button", { name: "Change email" }).click();
  await section("Email").getByText("This is already your email address.").waitFor();
  await section("Email").getByLabel("New email").fill("lovelace@example.com");
  await section("Email").getByRole("button", { name: "Change email" }).click();
  await section("Email").getByText(`We sent an email to ${ada.email}.`).waitFor();
  await page.goto(await stage.linkTo(ada.email, "Confirm your new address"));
  await page.getByRole("heading", { name: "One more email" }).waitFor();
  await page.goto(await stage.linkTo("lovelace@example.com", "Confirm your address"));
  await page.getByRole("heading", { name: "Email changed" }).waitFor();
  await page.getByText("From now on, sign in with lovelace@example.com.").waitFor();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("**/overview");
  ada.email = "lovelace@example.com";
});

test("an organization of others is not left without an admin", async () => {
  const { db } = stage.server.context;
  const other = await stage.signUp("Vic Viewer");
  const membership = { id: "membership", organizationId: ada.orgId, userId: other.userId, role: "viewer", createdAt: new Date() };
  await db.insert(member).values(membership);
  await reopen();
  await section("Delete account").getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByText("has other members but no other admin.").waitFor();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("button", { name: /^Members of / }).click();
  await page.waitForURL("**/settings/members");
  const members = page.getByRole("table", { name: "Members" });
  await members.getByLabel("Role of Vic Viewer").selectOption("admin");
  await page.getByText("Vic Viewer is now").waitFor();
  await reopen();
  await section("Delete account").getByRole("button", { name: "Delete account" }).click();
  await dialog.getByText("other members keep theirs").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("deleting the account names what goes, wants the password, and ends on the sign-in", async () => {
  // The sign-up's token ended with its session when the password was changed.
  const { token } = (await (await page.request.get("/api/auth/token")).json()) as { token: string };
  const { status: made } = await fetch(`${stage.server.url}/org`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Empty Rooms" }),
  });
  expect(made).toBe(201);
  await reopen();
  await section("Delete account").getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByText("your account lovelace@example.com and its sessions").waitFor();
  await dialog.getByText("Empty Rooms, where you are the only member, with its assistants").waitFor();
  await expectAccessibleInEveryLook(page);
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await dialog.getByText("The password is wrong.").waitFor();
  await dialog.getByLabel("Password").fill(ada.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL(/\/sign-(in|up)/);
  await page.getByText("Account deleted").waitFor();
  const { status } = await page.request
    .post("/api/auth/sign-in/email", {
      data: { email: ada.email, password: ada.password },
      headers: { origin: stage.server.url },
    })
    .then((response) => ({ status: response.status() }));
  expect(status).toBe(401);
});
