import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "../harness/chromium.ts";
import { followPath, hangUp } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";

/** The overview, dashboards and saved views, as a person uses them. */

let dashboard: OpenDashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
});
afterAll(() => expect(dashboard.errors).toEqual([]));

const tile = (label: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${label}`) });

test("a new organization begins with a talk; then each number opens the calls behind it", async () => {
  await page.goto("/");
  await page.waitForURL("**/overview");
  await page.getByRole("heading", { name: "Riley is ready to talk" }).waitFor();
  await expect.poll(() => page.getByRole("list", { name: "Next steps" }).getByRole("listitem").count()).toBe(3);
  // The sample call has no charts.
  expect(await tile("Calls").count()).toBe(0);
  await page.getByRole("link", { name: "Talk with Riley" }).click();
  await page.waitForURL(/\/assistants\/[0-9a-f-]{36}\?talk=call-/);
  await page.getByRole("status").filter({ hasText: "In call" }).waitFor();
  await hangUp(page);
  await followPath(page, "/overview");
  await expect.poll(() => tile("Calls").textContent()).toBe("Calls2");
  await tile("Calls").click();
  await page.waitForURL(/\/calls\?from=/);
  await page.getByText("2 calls", { exact: true }).waitFor();
  await page.goBack();
  await tile("Unsuccessful").click();
  await page.getByText("No calls match these filters.").waitFor();
  await page.goBack();
  await page.getByLabel("Time range").selectOption({ label: "Last 24 hours" });
  await page.waitForURL(/range=day/);
  await page.reload();
  expect(await page.getByLabel("Time range").inputValue()).toBe("day");
});

test("a shared view of calls is opened by its link", { tags: "long" }, async () => {
  await page.goto("/calls?success=false");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save or manage…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Unsuccessful");
  await dialog.getByRole("checkbox", { name: "Share with the organization" }).check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("group", { name: "Unsuccessful" }).waitFor();
  const [view] = (await dashboard.user.send<{ id: string }[]>("GET", "/saved-view")).body;
  await page.goto(`/views/${view?.id}`);
  await page.waitForURL(/\/calls\?success=/);
  await page.getByText("No calls match these filters.").waitFor();
  const { page: stranger } = await openPage(dashboard.browser, dashboard.url);
  await stranger.goto(`/views/${view?.id}`);
  await stranger.waitForURL("**/sign-in?**");
  await stranger.context().close();
});

test("a view of chats keeps their filters", { tags: "long" }, async () => {
  const { id } = (await dashboard.user.send<{ id: string }[]>("GET", "/assistant")).body[0] ?? { id: "" };
  await dashboard.user.send("POST", "/chat", { assistantId: id, input: "Hello" });
  await page.goto(`/chats?assistantId=${id}`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save or manage…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Of one assistant");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("group", { name: "Of one assistant" }).waitFor();
  await page.goto("/chats");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Of one assistant" }).click();
  await page.waitForURL(new RegExp(`/chats\\?assistantId=${id}`));
});

test("a query becomes a chart of a dashboard, which exports CSV", async () => {
  await page.goto("/reports?dashboard=query");
  await page.getByRole("button", { name: "Add to dashboard…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the dashboard").fill("Mine");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("link", { name: "Open", exact: true }).click();
  await page.getByRole("tab", { name: "Mine", selected: true }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).click()]);
  expect(download.suggestedFilename()).toBe("Number of calls.csv");
  await page.getByRole("link", { name: "Edit query" }).click();
  await page.getByRole("tab", { name: "Query builder", selected: true }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Mine", selected: true }).waitFor();
  await page.getByRole("button", { name: "Remove Number of calls from the dashboard" }).click();
  await page.getByText("This dashboard has no charts").waitFor();
});
