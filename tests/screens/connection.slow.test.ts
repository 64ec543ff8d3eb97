import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { closeSharedWindows, openPage, sharedChromium } from "../harness/chromium.ts";
import { closePart, openScreen, openSettings, providersIn, rename, signUpInPage } from "../harness/dashboard.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { failTogether } from "../harness/steps.ts";

/** One dashboard at another host: a second server, which the browser reaches only through the first. */

failTogether();

let server: ServerProcess;
let host: ServerProcess;
let page: Page;
let there: PlatformUser;
let key: string;

beforeAll(async () => {
  [server, host] = await Promise.all([
    startServerProcess({ env: { ALLOW_PRIVATE_ADDRESSES: "true", CALL_HOST_WARM: "false" } }),
    startServerProcess({ env: { CALL_HOST_WARM: "false", OPENAI_API_KEY: "sk-test" } }),
  ]);
  there = await signUp(host.url, { name: "Grace", email: "grace@example.com", password: "a long enough password" });
  await there.send("POST", "/assistant", { name: "Over there" });
  key = (await there.send<{ value: string }>("POST", "/token", { tag: "private" })).body.value;
  ({ page } = await openPage(await sharedChromium(), server.url));
  await signUpInPage(page);
});

afterAll(async () => {
  await closeSharedWindows();
  await Promise.all([server?.stop(), host?.stop()]);
});

const hostName = () => new URL(host.url).host;
const open = (name: string) => openScreen(page, name);

test("a key that the host refuses is told as just that", async () => {
  await openSettings(page, "Connection");
  await page.getByRole("radio", { name: "Another server" }).check();
  await page.getByLabel("URL").fill(host.url);
  await page.getByLabel("Private key").fill("wrong");
  await page.getByRole("button", { name: "Test and connect" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: `${hostName()} rejected the private key` })
    .waitFor();
  await expectAccessible(page);
});

test("connected, the dashboard says so and shows what is there", async () => {
  await page.getByLabel("Private key").fill(key);
  await page.getByRole("button", { name: "Test and connect" }).click();
  await page.getByText(`Connected. The dashboard now shows data from ${hostName()}.`).waitFor();
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
  await rename(page, "Changed from afar");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const names = (await there.send<{ name: string }[]>("GET", "/assistant")).body.map((each) => each.name);
  expect(names).toContain("Changed from afar");
});

test("the providers are those that the host can run", async () => {
  await expect.poll(() => providersIn(page, "Model", "Ready")).toContain("openai");
  await closePart(page);
});

test("a new assistant at a host of another kind has no provider of ours", async () => {
  const isConnection = (url: URL) => url.pathname === "/connection";
  await page.route(isConnection, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isCallwright: false } });
  });
  await page.goto("/assistants");
  await page.getByRole("button", { name: "New assistant" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Made from afar");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await page.getByRole("heading", { level: 1, name: "Made from afar" }).waitFor();
  for (const part of ["Model", "Voice", "Transcriber"] as const)
    expect(await providersIn(page, part)).not.toContain("callwright");
  await closePart(page);
  await page.getByLabel("Prompt").fill("Be brief.");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const { body } = await there.send<{ name?: string; model?: { provider: string } }[]>("GET", "/assistant");
  const made = body.find(({ name }) => name === "Made from afar");
  expect(made?.model?.provider).toBe("openai");
  expect(JSON.stringify(made)).not.toContain("callwright");
  await page.unroute(isConnection);
  await page.reload();
});

test("a call there is seen without a reload, noted on and ended from here, without live updates", async () => {
  await open("Calls");
  await page.getByRole("table", { name: "Calls" }).waitFor();
  const { body: call } = await there.send<{ id: string }>("POST", "/call/web", { assistant: { name: "Rings there" } });
  const row = page.getByRole("row").filter({ hasText: "Rings there" });
  await row.getByText("Waiting for the caller").waitFor();
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

test("the content security policy lets the page play what the host keeps", async () => {
  const refused = page.evaluate(async (url) => {
    const directives: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => directives.push(effectiveDirective));
    await new Promise((resolve) => {
      const audio = new Audio(url);
      audio.onerror = resolve;
      audio.load();
    });
    await fetch(url).catch(() => undefined);
    return directives;
  }, `${host.url}/artifact/nothing`);
  expect(await refused).toEqual([]);
});

test("back at this server the other's data is gone from sight, and its key stays for the next time", async () => {
  await openSettings(page, "Connection");
  await page.getByRole("radio", { name: "This server" }).check();
  await page.getByRole("button", { name: "Use this server" }).click();
  await page.getByText("The dashboard shows this server's data again.").waitFor();
  await open("Assistants");
  await page.getByRole("link", { name: "Riley" }).first().waitFor();
  expect(await page.getByText("Changed from afar").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Data from" }).count()).toBe(0);
  await openSettings(page, "Connection");
  await page.getByRole("radio", { name: "Another server" }).check();
  await page.getByText("A key is stored.").waitFor();
  await page.getByRole("button", { name: "Remove server and key" }).click();
  await page.getByText("Server and key removed.").waitFor();
});
