import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { bundleOfficialClient, openClientPage } from "../harness/auth-client-page.ts";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { failTogether } from "../harness/steps.ts";

/**
 * The authentication library's own browser client, unmodified, in a browser: one account from its sign-up to its end. The server runs in this
 * process, so that the test can set its clock; the browser's own clock continues normally.
 */

failTogether();

const DAY_SECONDS = 86_400;
const person = { name: "Ada", email: "ada@example.com", password: "a long enough password" };

let server: TestServer;
let script: string;
let page: Page;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  [server, script] = await Promise.all([startTestServer(), bundleOfficialClient()]);
  page = await openBrowser();
});

afterAll(async () => {
  await server?.close();
  vi.useRealTimers();
});

/** A new browser, signed out, on a page with the client. */
async function openBrowser(): Promise<Page> {
  const opened = await openPage(await sharedChromium(), server.url);
  await openClientPage(opened.page, server.url, script);
  return opened.page;
}

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const signIn = (of: Page, as = person) => of.evaluate((who) => window.authClient.signIn.email(who), as);
const readSession = (of: Page) => of.evaluate(async () => (await window.authClient.getSession()).data);
const expiryOf = async (of: Page) => new Date((await readSession(of))?.session.expiresAt ?? 0).getTime();

test("sign-up signs in; sign-out ends it", async () => {
  const { data, error } = await page.evaluate((who) => window.authClient.signUp.email(who), person);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ name: person.name, email: person.email });
  expect(await readSession(page)).toMatchObject({ user: { email: person.email } });
  expect(await page.evaluate(async () => (await window.authClient.organization.list()).data)).toHaveLength(1);
  expect(await page.evaluate(() => window.authClient.signOut())).toMatchObject({ data: { success: true } });
  expect(await readSession(page)).toBeNull();
});

test("sign-in, and not with another password", async () => {
  expect(await signIn(page, { ...person, password: "another password" })).toMatchObject({
    error: { status: 401, message: "Invalid email or password" },
  });
  expect(await signIn(page)).toMatchObject({ error: null, data: { user: { email: person.email } } });
});

test("who watches the session hears of a change at once", async () => {
  const names = await page.evaluate(async () => {
    const heard: (string | undefined)[] = [];
    const changed = new Promise<void>((resolve) => {
      window.authClient.useSession.subscribe(({ data }) => {
        heard.push(data?.user.name);
        if (data?.user.name === "Countess") resolve();
      });
    });
    await window.authClient.updateUser({ name: "Countess" });
    await changed;
    return heard;
  });
  expect(names.at(-1)).toBe("Countess");
});

test("the session is refreshed at the update age, and not before", async () => {
  const signedIn = await expiryOf(page);
  passSeconds(DAY_SECONDS - 60);
  expect(await expiryOf(page)).toBe(signedIn);
  passSeconds(120);
  expect(await expiryOf(page)).toBeGreaterThanOrEqual(signedIn + DAY_SECONDS * 1000);
});

test("a session that was not used for too long is refused a sensitive action", async () => {
  passSeconds(DAY_SECONDS + 60);
  expect(await page.evaluate(() => window.authClient.listSessions())).toMatchObject({
    data: null,
    error: { status: 403, message: "Session is not fresh" },
  });
  expect(await page.evaluate(() => window.authClient.deleteUser())).toMatchObject({
    error: { status: 400, message: "Session expired. Re-authenticate to perform this action." },
  });
  expect(await readSession(page)).toMatchObject({ user: { email: person.email } });
});

test("after signing in again it is not", async () => {
  expect(await signIn(page)).toMatchObject({ error: null });
  expect(await page.evaluate(() => window.authClient.listSessions())).toMatchObject({ error: null });
});

test("another browser's session is revoked, and an unknown one is not found", async () => {
  const other = await openBrowser();
  await signIn(other);
  const session = await readSession(other);
  const revoke = (token: string) => page.evaluate((of) => window.authClient.revokeSession({ token: of }), token);
  expect(await revoke(session?.session.token ?? "")).toMatchObject({ data: { status: true } });
  const stored = await other.evaluate(() => window.authClient.getSession({ query: { disableCookieCache: true } }));
  expect(stored.data).toBeNull();
  expect(await revoke("unknown")).toMatchObject({ error: { status: 400, message: "Session not found" } });
  await other.context().close();
});

test("a device is let in with its code", async () => {
  const device = await openBrowser();
  const code = await device.evaluate(() => window.authClient.device.code({ client_id: "callwright-cli" }));
  const { device_code, user_code } = code.data;
  const poll = () =>
    device.evaluate(
      (of) =>
        window.authClient.device.token({
          grant_type: "urn:ietf:params:oauth:grant-type:device_code",
          device_code: of,
          client_id: "callwright-cli",
        }),
      device_code,
    );
  expect(await poll()).toMatchObject({ error: { status: 400, error: "authorization_pending" } });
  await page.evaluate((of) => window.authClient.device({ query: { user_code: of } }), user_code);
  const approved = await page.evaluate((of) => window.authClient.device.approve({ userCode: of }), user_code);
  expect(approved).toMatchObject({ data: { success: true } });
  passSeconds(5);
  expect(await poll()).toMatchObject({ data: { access_token: expect.any(String) } });
  await device.context().close();
});

test("the account is deleted, and nobody signs in to it any more", async () => {
  expect(await page.evaluate(() => window.authClient.deleteUser({ password: "another password" }))).toMatchObject({
    error: { message: "Invalid password" },
  });
  const deleted = await page.evaluate((password) => window.authClient.deleteUser({ password }), person.password);
  expect(deleted).toMatchObject({ data: { success: true } });
  expect(await readSession(page)).toBeNull();
  expect(await signIn(page)).toMatchObject({ error: { message: "Invalid email or password" } });
});
