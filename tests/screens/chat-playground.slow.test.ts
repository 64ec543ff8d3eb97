import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { OutboxMail } from "../../apps/server/src/platform/mail/outbox.ts";
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

const write = async (text: string) => {
  await page.getByLabel("Write a message").fill(text);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
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

test("a chat asks for values of the assistant's variables, and remembers them; the picker marks an unpublished assistant", async () => {
  const { user } = dashboard;
  const content = "You are Max. The booking of {{customer_name}} is on {{ booking.day }}. Today is {{ date }}.";
  await user.send("POST", "/assistant", {
    name: "Booking",
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content }] },
  });
  await user.send("POST", "/assistant/draft", { name: "Sketch" });
  for (const isFirst of [true, false]) {
    await page.goto("/chats/new");
    await page.getByRole("combobox", { name: "Assistant" }).click();
    await page.getByRole("option", { name: "Sketch (unpublished)" }).waitFor();
    await page.getByRole("option", { name: "Booking" }).click();
    await page.getByLabel("Write a message").fill("When is my booking?");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Variable values" });
    await expect.poll(() => dialog.getByRole("textbox").count()).toBe(2);
    if (isFirst) {
      await dialog.getByLabel("customer_name").fill("Ada");
      await dialog.getByLabel("booking.day").fill("the first of May");
    }
    // The dialog takes the focus a moment after it is drawn.
    await dialog.locator(":focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("The booking of Ada is on the first of May.").waitFor();
  }
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

test("an export by e-mail goes to the address that the menu names", async () => {
  const { email } = dashboard.person;
  await page.goto("/calls");
  await page.getByRole("table", { name: "Calls" }).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText(`Link to ${email}`).waitFor();
  await page.getByRole("menuitem", { name: "JSON by e-mail" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(`A link to the export goes to ${email}. It works for 7 days.`).waitFor();
  const subjects = async () => {
    const outbox = await fetch(`${dashboard.url}/dev/outbox`, { headers: { accept: "application/json" } });
    return ((await outbox.json()) as OutboxMail[]).flatMap(({ to, subject }) => (to === email ? [subject] : []));
  };
  await expect.poll(subjects).toContain("Your export of calls is ready");
});
