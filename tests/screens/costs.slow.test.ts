import type { Price, Spending } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { followPath, openScreen, openSettings } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** Prices and limits are set on the screen of costs, and a chat is computed with them, explained and refused. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let model: FakeOpenAiServer;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  model = await startFakeOpenAiServer();
});
afterAll(() => model.close());

const own = () => page.getByRole("region", { name: "Your prices" });
const limits = () => page.getByRole("region", { name: "Limits" });
const dialog = () => page.getByRole("dialog", { name: "Set a price" });
const prices = async () => (await dashboard.user.send<Price[]>("GET", "/price")).body.filter(({ id }) => id);

async function setPrice(model: string, unit: string, usd: string): Promise<void> {
  await page.getByRole("button", { name: "Add price" }).click();
  await dialog().getByLabel("Part").selectOption("Model");
  await dialog().getByLabel("Provider").selectOption("OpenAI-compatible server");
  await dialog().getByLabel("Model").fill(model);
  await dialog().getByLabel("Per").selectOption(unit);
  await dialog().getByLabel("Price ($)").fill(usd);
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
}

async function chat(): Promise<{ status: number; body: { id?: string; sessionId?: string; message?: unknown } }> {
  model.reply({ kind: "words", words: ["At eight."], usage: { inputTokens: 2_000, cachedTokens: 0, outputTokens: 100 } });
  const assistant = { model: { provider: "custom-llm", model: "m-1", url: model.url } };
  return dashboard.user.send("POST", "/chat", { assistant, input: "When do you open?" });
}

test("the list of prices is searched, each with its source", async () => {
  await openSettings(page, "Costs");
  await own().getByText("None.").waitFor();
  const list = page.getByRole("region", { name: "Price list" });
  await list.getByRole("button", { name: /^Show all \d+ prices$/ }).click();
  await expect.poll(() => list.getByRole("row").count()).toBeGreaterThan(100);
  await page.getByRole("searchbox", { name: "Search prices" }).fill("openai gpt-4.1-mini output");
  await expect.poll(() => list.getByRole("row").count()).toBe(2);
  await list.getByText("$1.60 / million output tokens").first().waitFor();
  expect(await list.getByRole("link").first().getAttribute("href")).toContain("https://www.npmjs.com/");
  await expectAccessibleInEveryLook(page);
});

test("a part without a price is named, and leads to the prices", async () => {
  const { body } = await chat();
  await followPath(page, `/chats/${body.id}`);
  const card = page.getByRole("region", { name: "Cost" });
  await card.getByText("price unknown").first().waitFor();
  await card.getByText("2,000 tokens in, 100 out. Not included in the cost.").waitFor();
  await card.getByRole("link", { name: "Set a price" }).click();
  await page.getByRole("heading", { name: "Costs", exact: true }).waitFor();
});

test("own prices are set, changed and deleted", async () => {
  await page.getByRole("button", { name: "Add price" }).click();
  await dialog().getByLabel("Part").selectOption("Voice");
  expect(await dialog().getByLabel("Per").locator("option").allTextContents()).toEqual(["thousand characters", "minute"]);
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await setPrice("*", "million input tokens", "3");
  await setPrice("*", "million output tokens", "9");
  await setPrice("wrong", "million output tokens", "9");
  await own().getByRole("button", { name: "Delete the price of Model · OpenAI-compatible server wrong" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => own().getByRole("row").count()).toBe(3);
  await own().getByRole("button", { name: "Change the price of" }).last().click();
  await dialog().getByLabel("Price ($)").fill("10");
  await page.keyboard.press("Enter");
  await own().getByText("$10.00 / million output tokens").waitFor();
  expect((await prices()).map(({ model: name, usd }) => [name, usd])).toEqual([
    ["*", 3],
    ["*", 10],
  ]);
  await page.reload();
  await own().getByText("$3.00 / million input tokens").waitFor();
});

test("a chat is explained line by line, in its list and its session too", async () => {
  const { body } = await chat();
  await followPath(page, `/chats/${body.id}`);
  const card = page.getByRole("region", { name: "Cost" });
  await card.getByText("2,000 input tokens × $3.00 per million").waitFor();
  await card.getByText("100 output tokens × $10.00 per million").waitFor();
  await card
    .getByText(/your price, /)
    .first()
    .waitFor();
  await expectAccessibleInEveryLook(page);
  await openScreen(page, "Chats");
  await page.getByRole("row").filter({ hasText: "$0.007" }).waitFor();
  await followPath(page, `/chats/sessions/${body.sessionId}`);
  await page.getByRole("region", { name: "Cost" }).getByText("$0.007", { exact: true }).first().waitFor();
});

test("a budget is set, shown beside what was spent, and refuses the next chat", async () => {
  await openSettings(page, "Costs");
  await limits().getByLabel("Monthly budget ($)").fill("0.01");
  await limits().getByRole("button", { name: "Save" }).click();
  await page.getByText("$0.007 of $0.01").waitFor();
  await chat();
  const { status, body } = await chat();
  expect([status, body.message]).toEqual([402, expect.stringContaining("has spent 0.01 of its limit of 0.01 US dollars")]);
  await limits().getByLabel("Monthly budget ($)").fill("");
  await limits().getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await dashboard.user.send<Spending>("GET", "/spending")).body.limit).toBe(undefined);
  expect((await chat()).status).toBe(200);
  expect(dashboard.errors).toEqual([]);
});
