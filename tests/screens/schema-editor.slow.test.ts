import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** A tool's parameters are written as fields; the same JSON Schema is shown beside them. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let user: PlatformUser;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page, user } = dashboard);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });

interface Tool {
  function: { name: string; parameters: object };
}

const storedTool = async () => (await user.send<Tool[]>("GET", "/tool")).body[0];

async function add(place: number, name: string, type: string, to = "Parameters"): Promise<void> {
  await button(`Add field to ${to}`).click();
  await field(`${to}, field ${place}: name`).fill(name);
  await field(`Type of ${name}`).selectOption(type);
}

test("fields are added by keyboard, named, typed, described and required", async () => {
  await page.goto("/tools/new?kind=function");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("book_table");
  await button("Add field to Parameters").focus();
  await page.keyboard.press("Enter");
  // The new field's name has the focus, ready to be written over.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Parameters, field 1: name");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("day");
  await field("Description of day").fill("The day, as the caller says it.");
  await field("day is required").check({ force: true });
  await button("Constraints of day").click();
  await page.getByRole("combobox", { name: "Allowed values" }).fill("Saturday");
  await page.keyboard.press("Enter");
  await expectAccessible(page);
});

test("a name that is taken is not", async () => {
  await add(2, "guest", "object");
  await field("Parameters, field 2: name").fill("day");
  await page.getByText("Another field has this name.").waitFor();
  await field("Description of guest").focus();
  expect(await field("Parameters, field 2: name").inputValue()).toBe("guest");
});

test("objects and lists hold fields of their own", async () => {
  await add(1, "tags", "array", "guest");
  await page.getByLabel("List item").selectOption("integer");
  await add(3, "note", "string");
  await button("Constraints of note").click();
  await button("Remove note").click();
  await expectAccessible(page);
});

test("the JSON beside it is the same schema; what has no control stays, and is named", async () => {
  await page.getByRole("region", { name: "Parameters" }).getByText("JSON", { exact: true }).click();
  const code = page.getByRole("textbox", { name: "Parameters as JSON Schema" });
  const schema = {
    type: "object",
    properties: {
      day: { type: "string", description: "The day, as the caller says it.", enum: ["Saturday"] },
      guest: { type: "object", properties: { tags: { type: "array", items: { type: "integer" } } } },
    },
    required: ["day"],
  };
  await expect.poll(async () => JSON.parse(((await code.textContent()) ?? "").replaceAll("\u00a0", " "))).toEqual(schema);
  const changed = { ...schema, properties: { ...schema.properties, seats: { type: "integer", minimum: 1 } } };
  await code.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(JSON.stringify(changed));
  await page.getByText("Fields", { exact: true }).click();
  await page.getByText("Also set in the JSON: minimum.").waitFor();
  await button("Create tool").click();
  await page.waitForURL(/\/tools\/[0-9a-f-]{36}$/);
  expect((await storedTool())?.function).toEqual({ name: "book_table", parameters: changed });
});

test("what controls cannot show is JSON alone", async () => {
  await page.getByRole("region", { name: "Parameters" }).getByText("JSON", { exact: true }).click();
  const code = page.getByRole("textbox", { name: "Parameters as JSON Schema" });
  await code.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(
    '{"type":"object","properties":{"either":{"anyOf":[{"type":"string"}],"type":["string","null"]}}}',
  );
  await expect.poll(() => page.getByRole("radio", { name: "Fields" }).isDisabled()).toBe(true);
  expect(dashboard.errors).toEqual([]);
});
