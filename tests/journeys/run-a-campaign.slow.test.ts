import { readFile } from "node:fs/promises";
import type { Campaign, PhoneNumber } from "@callwright/contract";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";

/** Somebody pastes a table of people, corrects a row, rehearses, starts, sees how everybody was reached, calls some again, and exports the report. */

const open = journey();
const TABLE = [
  "Phone\tName\tCity",
  "+1 202 555 0101\tAda\tBonn",
  "+12025550103\tBob\tKöln",
  "12\tEve\tUlm",
  "+12025550105\tDan\tEssen",
  "+12025550101\tAda again\tBonn",
].join("\n");

let person: PlatformUser;

beforeAll(async () => {
  const { page, url, person: account } = open();
  person = await signUpByRequest(page, url, account);
  await changeRiley(person, { firstMessage: "Hello {{customer.name}} in {{City}}. Goodbye.", endCallPhrases: ["Goodbye"] });
  await person.send<PhoneNumber>("POST", "/phone-number", { provider: "simulated", name: "Line", ringSeconds: 5 });
  await page.goto("/campaigns");
});

const press = (name: string) => open().page.getByRole("button", { name, exact: true }).click();
const choose = async (list: string, option: string) => {
  const { page } = open();
  await page.getByRole("combobox", { name: list }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};
const campaign = async (): Promise<Campaign> => {
  const [only] = (await person.send<{ results: Campaign[] }>("GET", "/campaign")).body.results;
  if (!only) throw new Error("there is no campaign");
  return only;
};
const isOver = () => eventually("the campaign to end", async () => (await campaign()).status === "ended" || undefined);

test("a pasted table is mapped, and a row with a mistake is corrected in place", async () => {
  const { page } = open();
  // The list is empty, and offers it twice.
  await page.getByRole("button", { name: "New campaign" }).first().click();
  await page.getByRole("textbox", { name: "Name of the campaign" }).fill("Spring");
  await page.getByRole("textbox", { name: "Paste a table" }).fill(TABLE);
  await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor();
  await press("Read the table");
  const city = page.getByRole("combobox", { name: "Column City" });
  await expect.poll(() => city.inputValue()).toBe("Variable");
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "To fix 1" }).waitFor();
  await page.getByText("1 left out").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("textbox", { name: "Number in row 4" }).fill("+12025550106");
  await page.keyboard.press("Enter");
  await press("Add 4 people");
  await page.getByRole("cell", { name: "+12025550106" }).waitFor();
  await page.getByRole("region", { name: "People" }).getByText("4 people", { exact: true }).waitFor();
});

test("agent, number and limits are chosen, and three people are rehearsed", async () => {
  const { page } = open();
  await press("Next");
  await choose("Assistant", "Riley");
  await choose("Calling numbers", "Line · +12025550110");
  await expect.poll(async () => (await campaign()).phoneNumberId).toBeDefined();
  await page.keyboard.press("Escape");
  await expectAccessibleInEveryLook(page);
  await press("Next");
  await page.getByRole("switch", { name: "Only at certain hours" }).check({ force: true });
  await page
    .getByRole("textbox", { name: "From", exact: true })
    .or(page.getByLabel("From", { exact: true }))
    .first()
    .fill("00:00");
  await page.getByLabel("Until", { exact: true }).fill("23:59");
  await expectAccessibleInEveryLook(page);
  await page.getByRole("switch", { name: "Only at certain hours" }).uncheck({ force: true });
  await press("Save and go on");
  await press("Rehearse");
  const calls = page.getByRole("list", { name: "Rehearsal" }).getByRole("link");
  await expect.poll(() => calls.count()).toBe(3);
  await expectAccessibleInEveryLook(page);
  expect(await campaign()).toMatchObject({ status: "scheduled", dialed: 0 });
});

test("it runs, and shows how everybody was reached", async () => {
  const { page } = open();
  await press("Next");
  await expectAccessibleInEveryLook(page);
  await press("Start…");
  const dialog = page.getByRole("dialog", { name: "Start “Spring”?" });
  await dialog.getByText(/^Riley, version \d+/).waitFor();
  await expectAccessibleInEveryLook(page);
  await press("Call 4 people now");
  await page.getByRole("region", { name: "People by outcome" }).waitFor();
  await isOver();
  expect(await campaign()).toMatchObject({ dialed: 4, outcomeCounters: { answered: 2, busy: 1, declined: 1 } });
  await page.getByText("Answered · 2").waitFor();
  await page.getByRole("button", { name: "+12025550101" }).click();
  await page.getByRole("list", { name: "Log of +12025550101" }).getByRole("link", { name: "Open the call" }).waitFor();
  await page.getByRole("heading", { name: "Answer rate by hour" }).waitFor();
  await expectAccessibleInEveryLook(page);
});

test("those who were busy are called again, and the report has a row for everybody", async () => {
  const { page } = open();
  await page.getByRole("checkbox", { name: "Busy · 1" }).check();
  await press("Call these again");
  await press("Call again");
  await expect.poll(async () => (await campaign()).dialed).toBe(5);
  await isOver();
  const [download] = await Promise.all([page.waitForEvent("download"), press("Report (CSV)")]);
  const report = await readFile(await download.path(), "utf8");
  const rows = report.trimEnd().split("\r\n");
  expect(rows[0]).toBe(
    "\u{feff}row,number,name,status,outcome,reason,attempts,lastCalledAt,callIds,cost,duration,success,summary,variables.City",
  );
  expect(rows.slice(1).map((row) => row.split(",").slice(0, 5))).toEqual([
    ["1", "'+12025550101", "Ada", "completed", "answered"],
    ["2", "'+12025550103", "Bob", "completed", "busy"],
    ["3", "'+12025550106", "Eve", "completed", "answered"],
    ["4", "'+12025550105", "Dan", "completed", "declined"],
  ]);
});
