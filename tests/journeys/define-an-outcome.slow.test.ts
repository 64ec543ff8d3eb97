import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ask, hangUp, openAssistant, openScreen, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";

/** After some calls, a user defines a structured output, runs it on the past calls and exports the results. */

const started = journey();

const OUTPUT = {
  name: "Order number",
  type: "regex",
  regex: "order is (?<number>\\d+)",
  schema: { type: "object", properties: { number: { type: "integer" } } },
};

test("two calls are had, and the page of the last one says how it went", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await openAssistant(page, "Riley");
  await talk(page);
  await ask(page, "My order is 1042.");
  await transcript(page).getByText("My order is 1042.").waitFor();
  // A second question before the first answer would be answered together with it. A greeting that is cut off before it is heard has no line.
  await transcript(page).locator('[data-role="user"] ~ [data-role="assistant"]').first().waitFor();
  await ask(page, "Do you deliver?");
  await transcript(page).getByText("within 5 miles").waitFor();
  await hangUp(page);
  await openScreen(page, "Assistants");
  await openAssistant(page, "Riley");
  await talk(page);
  await ask(page, "Do you deliver?");
  await transcript(page).getByText("within 5 miles").waitFor();
  await hangUp(page);
  await page.getByRole("tab", { name: "Analysis" }).click();
  const summary = page.getByRole("region", { name: "Summary" });
  await summary.getByText("Do you deliver?").first().waitFor();
  await summary.getByText("no language model").waitFor();
  await page.getByRole("region", { name: "Success" }).getByText("Passed").waitFor();
});

test("the call is analyzed again by the assistant as it is now", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Analyze again" }).click();
  await page.getByText("What changed since the last analysis").waitFor();
});

test("an outcome is defined, tried on the latest call, and run on the past ones", async () => {
  const { page } = started();
  await openScreen(page, "Analytics", "Structured outputs");
  await page
    .getByRole("link", { name: "New structured output" })
    .or(page.getByRole("button", { name: "New structured output" }))
    .first()
    .click();
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("textbox", { name: "structured output as JSON" }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(JSON.stringify(OUTPUT));
  await page.getByRole("button", { name: "Create structured output" }).click();
  await page.getByRole("tab", { name: "Past calls" }).click();
  await page.getByRole("button", { name: "Try on the latest call" }).click();
  await page.getByText("It is not stored").waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page
    .getByRole("list", { name: "Runs" })
    .getByText(/([23]) of \1 calls done, 0 failed/)
    .waitFor();
});

test("the results are a table, and a file", async () => {
  const { page } = started();
  await page.getByRole("tab", { name: "Results" }).click();
  await page.getByRole("table", { name: "Order number" }).getByText("1042").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).click()]);
  const rows = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(rows[0]).toBe("callId,createdAt,assistantId,assistantName,number,error");
  const numbers = rows.slice(1).map((row) => row.split(",")[4]);
  expect(numbers.length).toBeGreaterThanOrEqual(2);
  expect(numbers.filter(Boolean)).toEqual(["1042"]);
});
