import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { signUpInPage } from "../harness/dashboard.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { failTogether } from "../harness/steps.ts";

/** One dashboard at another host: a second server, of which the browser knows nothing but through the first. */

failTogether();

let server: ServerProcess;
let host: ServerProcess;
let browser: Browser;
let page: Page;
let there: PlatformUser;
let key: string;

beforeAll(async () => {
  [server, host, browser] = await Promise.all([
    startServerProcess({ env: { ALLOW_PRIVATE_ADDRESSES: "true", CALL_HOST_WARM: "false" } }),
    startServerProcess({ env: { CALL_HOST_WARM: "false" } }),
    launchChromium({ microphone: "none" }),
  ]);
  there = await signUp(host.url, { name: "Grace", email: "grace@example.com", password: "a long enough password" });
  await there.send("POST", "/assistant", { name: "Over there" });
  key = (await there.send<{ value: string }>("POST", "/token", { tag: "private" })).body.value;
  ({ page } = await openPage(browser, server.url));
  await signUpInPage(page);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), host?.stop()]);
});

const hostName = () => new URL(host.url).host;
const open = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

test("a key that the host refuses is told as just that", async () => {
  await open("Connection");
  await page.getByRole("radio", { name: "Another host" }).check();
  await page.getByLabel("URL").fill(host.url);
  await page.getByLabel("Private key").fill("wrong");
  await page.getByRole("button", { name: "Test and connect" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: `${hostName()} refused the private key` })
    .waitFor();
  await expectAccessible(page);
});

test("connected, the dashboard says so and shows what is there", async () => {
  await page.getByLabel("Private key").fill(key);
  await page.getByRole("button", { name: "Test and connect" }).click();
  await page.getByText(`Connected: the dashboard now shows what is at ${hostName()}.`).waitFor();
  await page.getByText("everything works there").waitFor();
  expect(await page.getByLabel("Private key").inputValue()).toBe("");
  await expectAccessible(page);
  await open("Assistants");
  await page.getByRole("link", { name: "Over there" }).waitFor();
  const notice = page.getByRole("link", { name: `Data from ${hostName()}` });
  await notice.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open navigation" }).waitFor();
  await notice.waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("what is changed there is changed there, also after a reload", async () => {
  await page.reload();
  await page.getByRole("link", { name: "Over there" }).first().click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Changed from afar");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const names = (await there.send<{ name: string }[]>("GET", "/assistant")).body.map((each) => each.name);
  expect(names).toContain("Changed from afar");
});

test("a call there is seen without a reload, noted on and ended from here, though nothing is told of it live", async () => {
  await open("Calls");
  await page.getByRole("table", { name: "Calls" }).waitFor();
  const { body: call } = await there.send<{ id: string }>("POST", "/call/web", { assistant: { name: "Rings there" } });
  const row = page.getByRole("row").filter({ hasText: "Rings there" });
  await row.getByText("Waiting to be joined", { exact: true }).waitFor();
  await row.getByRole("link").click();
  await page.getByRole("textbox", { name: "Add a note" }).fill("Seen from afar.");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("region", { name: "Notes" }).getByText("Seen from afar.").waitFor();
  const panel = page.getByRole("region", { name: "Supervise the call" });
  expect(await panel.getByRole("button", { name: "Mute assistant" }).isDisabled()).toBe(true);
  await expectAccessibleInEveryLook(page);
  await panel.getByRole("button", { name: "End call…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End call", exact: true }).click();
  await page.getByText("manually-canceled").waitFor();
  await panel.waitFor({ state: "detached" });
  expect((await there.send("GET", `/call/${call.id}`)).body).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
});

test("back at this server the other's data is gone from sight, and its key stays for the next time", async () => {
  await open("Connection");
  await page.getByRole("radio", { name: "This server" }).check();
  await page.getByRole("button", { name: "Use this server" }).click();
  await page.getByText("The dashboard shows what is on this server again.").waitFor();
  await open("Assistants");
  await page.getByRole("link", { name: "Riley" }).first().waitFor();
  expect(await page.getByText("Changed from afar").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Data from" }).count()).toBe(0);
  await open("Connection");
  await page.getByRole("radio", { name: "Another host" }).check();
  await page.getByText("A key is kept for this host").waitFor();
  await page.getByRole("button", { name: "Forget host and key" }).click();
  await page.getByText("Host and key are forgotten.").waitFor();
});
