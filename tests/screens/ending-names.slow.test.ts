import type { Assistant } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";

/** What the author of an assistant sees when a provider has ended its model. */

const ENDED = "gpt-3.5-turbo";

let dashboard: OpenDashboard;
let page: Page;
let id: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  const assistant = { name: "Long ago", model: { provider: "openai", model: ENDED } };
  id = (await dashboard.user.send<Assistant>("POST", "/assistant", assistant)).body.id;
});
afterAll(() => expect(dashboard.errors).toEqual([]));

test("the overview says what uses it, and leads to the assistant", async () => {
  await page.goto("/overview");
  const card = page.getByRole("region", { name: "Ended, or ending soon" });
  await card.getByText(/^OpenAI ended gpt-3\.5-turbo on .+: calls with it fail\. Use \S+ instead\.$/).waitFor();
  await expectAccessibleInEveryLook(page);
  await card.getByRole("link", { name: "Long ago" }).click();
  await page.waitForURL(`**/assistants/${id}`);
});

test("the field says that it ended, and suggests names that live", async () => {
  const field = page.getByLabel("Model name").first();
  await page.getByText(/^ended on /).waitFor();
  await field.click();
  const options = page.getByRole("listbox").getByRole("option");
  await options.first().waitFor();
  const names = await options.allTextContents();
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => name.includes("ended on"))).toEqual([]);
  await page.keyboard.press("Escape");
});

test("the warning shows the change to its successor, and makes it", async () => {
  await page.getByRole("button", { name: "1 warning" }).click();
  await page.getByRole("menuitem", { name: "Show the change" }).click();
  const dialog = page.getByRole("dialog", { name: `Replace ${ENDED}` });
  await dialog.getByText(ENDED).last().waitFor();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("button", { name: "Change the draft" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Draft · saved").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "1 warning" }).count()).toBe(0);
  const { body: draft } = await dashboard.user.send<{ config: { model: { model: string } } }>("GET", `/assistant/${id}/draft`);
  expect(draft.config.model.model).not.toBe(ENDED);
});
