import type { Campaign, PhoneNumber } from "@callwright/contract";
import { beforeAll, expect, test } from "vitest";
import { countEffort, type Effort } from "../harness/effort.ts";
import { journey } from "../harness/journey.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";

/**
 * An operator's first day: from a CSV of 300 untidy rows to a running rehearsal, then from a call that says something wrong to one that does not.
 * The clicks are counted.
 */

const REHEARSAL_CLICKS_MAX = 25;
const CORRECTION_CLICKS_MAX = 12;
const CAMPAIGN = "Orders of the week";
const WRONG = "Your order is ready on Sunday.";
const RIGHT = "Your order is ready on Saturday.";
/** It rings before, and the machine may be busy. */
const SPOKEN_WITHIN_MS = 120_000;
const DO_NOT_CALL = ["+4930901910", "+12125550107", "+12125550108"];

/** As people keep them: semicolons, Windows-1252, six forms of numbers, no country, a misspelled one, notes instead of numbers, no names, twice. */
function untidyCsv(): Buffer {
  const rows = (count: number, row: (index: number, two: string) => string[]) =>
    Array.from({ length: count }, (_, index) => row(index, String(index).padStart(2, "0")));
  const all = [
    ...rows(100, (index, two) => [
      [`+1 212 555 01${two}`, `(212) 555-01${two}`, `1-212-555-01${two}`][index % 3] ?? "",
      `Kim ${two}`,
      "USA",
      "New York",
    ]),
    ...rows(60, (index, two) => [`030 9018${two}`, index < 15 ? "" : `Jürgen ${two}`, "", "Köln"]),
    ...rows(50, (index, two) => [[`+49 30 9019${two}`, `030/9019${two}`][index % 2] ?? "", `Änne ${two}`, "", "Berlin"]),
    ...rows(40, (_, two) => [`030.9020${two}`, `Max ${two}`, "Grmany", "Ulm"]),
    ...rows(15, (index, two) => [["siehe Akte", "unbekannt", "12"][index % 3] ?? "", `Eve ${two}`, "Germany", "Ulm"]),
    ...rows(35, (_, two) => [`+1 (212) 555 01${two}`, `Kim ${two} again`, "USA", "New York"]),
  ];
  expect(all).toHaveLength(300);
  return Buffer.from(["Telefon;Kunde;Land;Ort", ...all.map((row) => row.join(";"))].join("\r\n"), "latin1");
}

const open = journey();

let person: PlatformUser;
let effort: Effort;

beforeAll(async () => {
  const { page, url, person: account } = open();
  person = await signUp(url, account);
  await changeRiley(person, { firstMessage: WRONG });
  await person.send("POST", "/do-not-call", { numbers: DO_NOT_CALL });
  effort = await countEffort(page, "An operator's first day");
});

const press = (name: string) => open().page.getByRole("button", { name, exact: true }).click();
const campaign = async (): Promise<Campaign | undefined> =>
  (await person.send<{ results: Campaign[] }>("GET", "/campaign")).body.results[0];
const rehearsed = () => open().page.getByRole("list", { name: "Rehearsal" }).getByRole("link");

test("the operator signs in", async () => {
  const { page, person: account } = open();
  effort.begin("Sign in");
  await page.goto("/sign-in");
  await effort.type(page.getByLabel("Email"), account.email);
  await effort.type(page.getByLabel("Password"), account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/overview");
});

test("the table is chosen for a new campaign", async () => {
  const { page } = open();
  effort.begin("New campaign with the file");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" }).click();
  await page.getByRole("button", { name: "New campaign" }).first().click();
  await effort.type(page.getByRole("textbox", { name: "Name of the campaign" }), CAMPAIGN);
  const file = { name: "Kunden.csv", mimeType: "text/csv", buffer: untidyCsv() };
  await effort.choose(page.getByRole("button", { name: "Choose a CSV file" }), file);
  await page.getByRole("button", { name: "To fix 140" }).waitFor();
});

test("its rows are corrected by their causes, and those without a number are left out", async () => {
  const { page } = open();
  effort.begin("Correct the rows");
  for (const cause of [/^numbers without a country code/, /“Grmany”/]) {
    const group = page.getByRole("rowgroup", { name: cause });
    await effort.type(group.getByRole("combobox"), "Germany");
    await page.keyboard.press("Enter");
    await group.getByRole("button", { name: /^Apply to \d+$/ }).click();
  }
  await press("Leave out 10");
  await press("Leave out 5");
  await page.getByRole("button", { name: "To fix 0" }).waitFor();
  await page.getByText("Twice in the table, first kept").waitFor();
  await page.getByText("On the do-not-call list").waitFor();
  await press("Add 247 people");
  await page.getByText("247 people", { exact: true }).first().waitFor();
});

test("an agent and a simulated number are chosen", async () => {
  const { page } = open();
  effort.begin("Agent and number");
  await press("Next");
  await page.getByRole("combobox", { name: "Assistant" }).click();
  await page.getByRole("option", { name: "Riley", exact: true }).click();
  await press("Add a simulated number");
  await expect.poll(async () => (await campaign())?.phoneNumberId).toBeDefined();
  // Everybody answers, so that each call can be read.
  const [line] = (await person.send<PhoneNumber[]>("GET", "/phone-number")).body;
  await person.send("PATCH", `/phone-number/${line?.id}`, { outcomes: { answers: 1 } });
});

test("the rehearsal runs, within the clicks that are allowed", async () => {
  effort.begin("Schedule and rehearsal");
  await press("Next");
  await press("Save and go on");
  await press("Rehearse");
  await expect.poll(() => rehearsed().count()).toBe(3);
  expect(await campaign()).toMatchObject({ status: "scheduled", dialed: 0, contactCounters: { pending: 247 } });
  await effort.expectAtMost(REHEARSAL_CLICKS_MAX);
});

test("a call that says something wrong leads to the assistant, which is corrected", async () => {
  const { page } = open();
  effort.begin("Correct a bad call");
  await rehearsed().first().click();
  await page.getByText(WRONG).first().waitFor({ timeout: SPOKEN_WITHIN_MS });
  await page.getByRole("link", { name: "Edit the prompt" }).click();
  await effort.type(page.getByLabel("First message"), RIGHT);
  await page.getByText("Draft · saved").waitFor();
  await press("Publish…");
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText("v3 live").waitFor();
});

test("the next rehearsal says it right", async () => {
  const { page } = open();
  effort.begin("Rehearse again");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" }).click();
  await page.getByRole("link", { name: CAMPAIGN }).click();
  await page
    .getByRole("group", { name: "Steps to the start" })
    .getByRole("button", { name: /Rehearsal/ })
    .click();
  const before = (await campaign())?.rehearsal?.startedAt;
  await press("Rehearse again");
  await expect.poll(async () => (await campaign())?.rehearsal?.startedAt).not.toBe(before);
  const callId = (await campaign())?.rehearsal?.calls[0]?.callId;
  await page.locator(`a[href$="/calls/${callId}"]`).click();
  await page.getByText(RIGHT).first().waitFor({ timeout: SPOKEN_WITHIN_MS });
  effort.print();
  await effort.expectAtMost(REHEARSAL_CLICKS_MAX + CORRECTION_CLICKS_MAX);
});
