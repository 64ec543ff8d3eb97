import type { OfferedPackage } from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openSettings } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** The packages of the server, on the screen that shows how to install them. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let offered: OfferedPackage[];

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  offered = (await (await fetch(`${dashboard.url}/packages`)).json()) as OfferedPackage[];
  await openSettings(page, "Developers");
});

const card = () => page.getByRole("region", { name: "Packages" });
const line = () => card().getByRole("region", { name: "Line to install" }).textContent();
const sample = () => card().getByRole("region", { name: "Sample" }).textContent();
const named = (name: string) => {
  const found = offered.find((each) => each.name === name);
  if (!found) throw new Error(`The server does not offer ${name}.`);
  return found;
};

test("the line installs what the server serves", async () => {
  const { address, integrity, sizeBytes } = named("@callwright/call");
  await expect.poll(line).toBe(`npm install ${address}`);
  await card().getByText(integrity.slice(0, 13)).waitFor();
  const response = await fetch(address);
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, sizeBytes]);
});

test("another package has another line and another sample", async () => {
  await expect.poll(sample).toContain("new CallwrightCall(");
  await card().getByRole("radio", { name: "@callwright/client", exact: true }).check();
  await expect.poll(line).toBe(`npm install ${named("@callwright/client").address}`);
  await expect.poll(sample).toContain("createClient(");
});

test("a page without a bundler has a script tag or an import map, which the address keeps", async () => {
  const { modules } = named("@callwright/client");
  await card().getByText("Script tag").click();
  await expect.poll(line).toBe(`<script type="module">import { createClient } from "${modules["@callwright/client"]}";</script>`);
  await card().getByText("Import map").click();
  await page.reload();
  await expect.poll(line).toContain(`"@callwright/client":"${modules["@callwright/client"]}"`);
});

test("a program is installed with npm only", async () => {
  await card().getByRole("radio", { name: "@callwright/cli", exact: true }).check();
  await expect.poll(line).toBe(`npm install --global ${named("@callwright/cli").address}`);
  expect(await card().getByText("Script tag").count()).toBe(0);
});

test("an older link to the tokens leads here", async () => {
  await page.goto("/settings/tokens?used=never");
  await page.getByRole("heading", { level: 1, name: "Developers" }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/settings/developers?used=never");
  expect(dashboard.errors).toEqual([]);
});
