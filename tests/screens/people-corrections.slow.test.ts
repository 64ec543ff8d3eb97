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
const group = (words: RegExp) => page.getByRole("rowgroup", { name: words });
const choose = async (words: RegExp, country: string) => {
  await group(words).getByRole("combobox").fill(country);
  await page.getByRole("option", { name: country, exact: true }).click();
};

test("rows with the same mistake are in a group, and those with the same wrong country, before anybody is added", async () => {
  await page.getByRole("textbox", { name: "Paste a table" }).fill(TABLE);
  await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor();
  await press("Read the table");
  await page.getByRole("button", { name: "To fix 34" }).waitFor();
  await group(/^numbers without a country code/)
    .getByRole("rowheader", { name: "30", exact: true })
    .waitFor();
  await group(/“Grmany”/)
    .getByRole("cell", { name: "Bea" })
    .waitFor();
  await page.getByText("0 people", { exact: true }).waitFor();
  await expectAccessibleInEveryLook(page);
});

test("they are downloaded with their mistakes", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), press("Download faulty rows")]);
  expect(download.suggestedFilename()).toBe("Spring.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("\u{feff}row,number,name,country,timeZone,Plate,mistake");
  expect(lines).toHaveLength(35);
  expect(lines.find((line) => line.includes("Bea"))).toMatch(/^33,030 901891,Bea,Grmany,,B-B 2,"?country must be/);
});

test("one country corrects all of them and shows their numbers before, and another the wrong ones; the rest is left out", async () => {
  const national = /^numbers without a country code/;
  await choose(national, "Germany");
  await group(national).getByText("+4930901810").waitFor();
  await press("Apply to 30");
  await page.getByRole("button", { name: "To fix 4" }).waitFor();
  await choose(/“Grmany”/, "Iceland");
  await group(/“Grmany”/)
    .getByText("2 do not fit")
    .waitFor();
  expect(
    await group(/“Grmany”/)
      .getByRole("button", { name: "Apply", exact: true })
      .isDisabled(),
  ).toBe(true);
  await choose(/“Grmany”/, "Germany");
  await press("Apply to 2");
  await page.getByRole("button", { name: "To fix 2" }).waitFor();
  await page.getByRole("cell", { name: "Cem" }).waitFor();
  await press("Leave out 2");
  await press("Add 33 people");
  await page.getByText("33 people added.").waitFor();
  await page.getByRole("region", { name: "People" }).getByText("33 people", { exact: true }).waitFor();
  await page
    .getByRole("cell", { name: "+4930901891" })
    .or(page.getByRole("cell", { name: "+4930901810" }))
    .first()
    .waitFor();
  expect(errors).toEqual([]);
});
