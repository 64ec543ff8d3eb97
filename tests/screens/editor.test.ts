import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { newcomer, signUpInPage } from "../harness/dashboard.ts";
import { type PlatformUser, signIn } from "../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { failTogether } from "../harness/steps.ts";

/** An assistant from its making to its second version. */

failTogether();

let server: ServerProcess;
let browser: Browser;
let page: Page;
let user: PlatformUser;
let id: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServerProcess({ env: { CALL_HOST_WARM: "false" } }),
    launchChromium({ microphone: "none" }),
  ]);
  ({ page } = await openPage(browser, server.url));
  await signUpInPage(page);
  user = await signIn(server.url, newcomer);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("a new assistant opens in its editor", async () => {
  await page.getByRole("button", { name: "New assistant" }).first().click();
  await page.waitForURL(/\/assistants\/[0-9a-f-]{36}/);
  id = /\/assistants\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await page.getByText("v1 live").waitFor();
});

test("an edit saves itself as a draft and changes nothing that is live", async () => {
  await page.getByLabel("Name").fill("Night desk");
  await page.getByLabel("First message").fill("Good evening, this is the night desk.");
  await page.getByText("Draft · saved").waitFor();
  const { body } = await user.send("GET", `/assistant/${id}`);
  expect(body.name).toBe("New assistant");
});

test("the draft is there after a reload", async () => {
  await page.reload();
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Night desk");
});

test("a field that is not valid says so and is not saved", async () => {
  await page.getByRole("tab", { name: "Advanced" }).click();
  const longest = page.getByLabel("Longest call");
  await longest.fill("5");
  await page.getByText("10 or more.").first().waitFor();
  await page.getByText("Draft · fix problems to save").waitFor();
  await longest.fill("300");
  await page.getByText("Draft · saved").waitFor();
});

test("publishing shows what changes and makes version 2", async () => {
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("3 changes").waitFor();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await page.getByText("v2 live").waitFor();
  const { body } = await user.send("GET", `/assistant/${id}`);
  expect(body).toMatchObject({ name: "Night desk", firstMessage: "Good evening, this is the night desk.", latestVersion: "v2" });
});

test("the JSON tab edits the same assistant", async () => {
  await page.getByRole("tab", { name: "JSON" }).click();
  const editor = page.getByRole("textbox", { name: "Assistant as JSON" });
  await expect.poll(() => editor.textContent()).toContain("Good evening, this is the night desk.");
});

test("an address that asks for a call starts none by itself", async () => {
  await page.goto(`/assistants/${id}?talk=true`);
  await page.getByRole("button", { name: "Talk", exact: true }).waitFor();
  await page.waitForURL((url) => !url.searchParams.has("talk"));
  expect(await page.getByRole("region", { name: /^Call with/ }).count()).toBe(0);
  const { body } = await user.send<{ assistantId?: string }[]>("GET", "/call");
  expect(body.filter(({ assistantId }) => assistantId === id)).toEqual([]);
});
