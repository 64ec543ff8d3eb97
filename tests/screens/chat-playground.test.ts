import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** A conversation in writing from the dashboard, and the list of calls as a file. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
});

afterAll(() => dashboard?.stop());

const write = async (text: string) => {
  await page.getByLabel("Write a message").fill(text);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send" }).waitFor();
};

test("a chat is answered, and goes on in its session after a reload", async () => {
  await page.goto("/chats/new");
  await page.getByRole("combobox", { name: "Assistant" }).click();
  await page.getByRole("option", { name: "Riley" }).click();
  await write("What are your opening hours on Saturday?");
  await page.waitForURL(/sessionId=/);
  const session = new URL(page.url()).searchParams.get("sessionId");
  await page.reload();
  await page.getByRole("log").getByText("What are your opening hours on Saturday?").waitFor();
  await write("And on Sunday?");
  await page.getByRole("log").getByText("And on Sunday?").waitFor();
  expect(new URL(page.url()).searchParams.get("sessionId")).toBe(session);
});

test("the calls that a filter finds are exported", async () => {
  await page.goto("/calls");
  await page.getByRole("table", { name: "Calls" }).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  const csv = await readFile(await (await saved).path(), "utf8");
  expect(csv.split("\n")[0]).toContain("assistantId");
});
