import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** Many rows of a table have the same mistake: they are corrected, left out and downloaded together. */

failTogether();

const WITHOUT_COUNTRY = 30;
const TABLE = [
  "Phone,Name,Country,Plate",
  ...Array.from({ length: WITHOUT_COUNTRY }, (_, index) => `030 9018${10 + index},Ada ${index},,B-A ${index}`),
  "030 901890,Bob,Grmany,B-B 1",
  "030 901891,Bea,Grmany,B-B 2",
  "siehe Akte,Cem,Germany,B-C 1",
  "keine,Dora,Germany,B-C 2",
  "+4930901892,Eve,,B-E 1",
].join("\n");

let page: Page;
let errors: string[];

beforeAll(async () => {
  ({ page, errors } = await openDashboard());
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "New campaign" }).first().click();
  await page.getByRole("textbox", { name: "Name of the campaign" }).fill("Spring");
});

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const cause = (words: RegExp) => page.getByRole("alert").getByRole("listitem").filter({ hasText: words });

test("rows with the same mistake are counted, and those with the same wrong country", async () => {
  await page.getByRole("textbox", { name: "Paste a table" }).fill(TABLE);
  await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor();
  await press("Read the table");
  await press("Add 35 people");
  await page.getByText("34 rows have mistakes", { exact: true }).waitFor();
  await cause(/^30 rows: Number/).waitFor();
  await cause(/“Grmany”/).waitFor();
  await expectAccessibleInEveryLook(page);
});

test("they are downloaded with their mistakes", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), press("Download these rows")]);
  expect(download.suggestedFilename()).toBe("Spring.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("\u{feff}row,number,name,country,timeZone,Plate,mistake");
  expect(lines).toHaveLength(35);
  expect(lines.find((line) => line.includes("Bea"))).toMatch(/^33,030 901891,Bea,Grmany,,B-B 2,"?country must be/);
});

test("one country corrects all of them, and another the wrong ones; the rest is left out", async () => {
  await cause(/^30 rows: Number/)
    .getByRole("textbox", { name: /^Country of 30 rows/ })
    .fill("Germany");
  await press("Apply to 30 rows");
  await page.getByText("30 people added.").waitFor();
  await page.getByText("4 rows have mistakes", { exact: true }).waitFor();
  await cause(/“Grmany”/)
    .getByRole("textbox")
    .fill("Mars");
  await cause(/“Grmany”/)
    .getByRole("button", { name: "Apply to 2 rows" })
    .click();
  await page.getByText("0 people added. 2 rows have mistakes.").waitFor();
  await cause(/“Mars”/)
    .getByRole("textbox")
    .fill("DE");
  await cause(/“Mars”/)
    .getByRole("button", { name: "Apply to 2 rows" })
    .click();
  await page.getByText("33 people", { exact: true }).waitFor();
  await cause(/^2 rows: Number/)
    .getByRole("button", { name: "Leave out 2 rows" })
    .click();
  await page.getByRole("button", { name: "Leave all of them out" }).waitFor({ state: "detached" });
  expect(errors).toEqual([]);
});
