import { expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { searchPalette, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";
import { signIn } from "../harness/platform.ts";

/** The oldest of many assistants, which no page of the newest has, is found from every screen where one looks for it. */

const WANTED = "The very first assistant";
/** Some pages of 100 are enough for the display; before a release there are ten. */
const COPIES = 1000;
const AT_ONCE = 20;

const started = journey();

/** Pages of assistants that the browser asked for. */
const asked: string[] = [];

test("an organization has many assistants and a call", async () => {
  const { page, url, person } = started();
  await signUpInPage(page, person);
  const user = await signIn(url, person);
  const create = async (name: string) => expect((await user.send("POST", "/assistant", { name })).status).toBe(201);
  await create(WANTED);
  for (let made = 0; made < COPIES; made += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => create(`Copy n${made + n}`)));
  }
  // The calls can be filtered once there are some.
  expect((await user.send("POST", "/call/web", { assistant: { name: "Another" } })).status).toBe(201);
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^(\/v2)?\/assistant$/.test(pathname)) asked.push(pathname + search);
  });
});

test("⌘K finds it", async () => {
  const { page } = started();
  await page.goto("/calls");
  await page.getByRole("heading", { name: "Calls" }).waitFor();
  await searchPalette(page, "very first");
  await page.getByRole("dialog").getByText(WANTED, { exact: true }).click();
  await page.waitForURL(/\/assistants\/[0-9a-f-]{36}/);
});

test("the list shows the newest, reads on while one scrolls, and its search finds it", async () => {
  const { page } = started();
  asked.length = 0;
  await page.goto("/assistants");
  await page.getByText("The newest 100 assistants").waitFor();
  expect(new Set(asked)).toEqual(new Set(["/v2/assistant?limit=100"]));
  await page.getByRole("link", { name: /^Copy/ }).first().hover();
  const scroll = async () => {
    await page.mouse.wheel(0, 2000);
    return page.getByText(/^The newest [2-9]00 assistants$/).isVisible();
  };
  await expect.poll(scroll).toBe(true);
  await page.getByLabel("Search assistants").fill("first VERY");
  await page.getByText("1 assistant", { exact: true }).waitFor();
  await page.getByRole("link", { name: WANTED }).waitFor();
});

test("the arrow keys go from row to row, Space chooses one and Enter opens one", async () => {
  const { page } = started();
  const search = page.getByLabel("Search assistants");
  await search.fill("n29");
  await page.getByText("11 assistants", { exact: true }).waitFor();
  const links = page.getByRole("row").getByRole("link", { name: /^Copy/ });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  // One tab stop for all rows: the check box or the link of one row.
  await expect(page.locator("tbody :is(a, input)[tabindex='0']").count()).resolves.toBe(2);
  await links.first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  const third = (await links.nth(2).textContent()) ?? "";
  expect(await focused()).toBe(third);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  expect(await page.getByRole("checkbox", { checked: true }).getAttribute("aria-label")).toBe(
    `Select ${await links.nth(3).textContent()}`,
  );
  await expectAccessible(page);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: third, exact: true }).waitFor();
});

test("the arrow keys go on where rows are drawn only in view", async () => {
  const { page } = started();
  await page.goto("/assistants");
  await page.getByText("The newest 100 assistants").waitFor();
  // Until the code that draws only the rows in view has loaded, 50 rows are drawn.
  await expect.poll(() => page.locator("tbody tr").count()).toBeLessThan(50);
  await page.getByRole("link", { name: /^Copy/ }).first().focus();
  for (let row = 2; row <= 32; row += 10) {
    await page.locator(`tr[aria-rowindex="${row + 10}"]`).waitFor({ state: "attached" });
    for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowDown");
  }
  expect(await page.evaluate(() => document.activeElement?.closest("tr")?.ariaRowIndex)).toBe("42");
  const isInView = await page.evaluate(() => {
    const row = document.activeElement?.closest("tr")?.getBoundingClientRect();
    return row !== undefined && row.top > 0 && row.bottom <= window.innerHeight;
  });
  expect(isInView).toBe(true);
});

test("the picker of a squad's member finds it, and shows its name after a reload", async () => {
  const { page } = started();
  await page.goto("/squads/new?tab=form");
  await page.getByRole("button", { name: "Add member", exact: true }).click();
  const member = page.getByRole("group", { name: "Member 1", exact: true }).getByRole("combobox", { name: "Assistant" });
  await member.fill("first very");
  await page.getByRole("option", { name: WANTED }).click();
  await page.getByLabel("Name", { exact: true }).fill("Finders");
  await page.getByRole("button", { name: "Create squad", exact: true }).click();
  await page.getByRole("heading", { name: "Finders" }).waitFor();
  await page.reload();
  // The canvas opens first.
  await page.getByRole("tab", { name: "Settings", exact: true }).click();
  await expect.poll(() => member.inputValue()).toBe(WANTED);
});

test("the calls read no assistants, and the search of their filter finds it", async () => {
  const { page } = started();
  asked.length = 0;
  await page.goto("/calls");
  await page.getByRole("table", { name: "Calls" }).getByText("Another").first().waitFor();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Assistant", exact: true }).fill("very first");
  await page.getByRole("option", { name: WANTED }).click();
  await page.getByRole("button", { name: "Apply filters" }).click();
  await page.waitForURL(/assistant=The/);
  await page.getByText("No calls match these filters.").waitFor();
});
