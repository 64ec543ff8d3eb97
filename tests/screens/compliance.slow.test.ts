import type { Assistant, Call, Org } from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openScreen, openSettings } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** The compliance plan is set for an assistant and an organization, and shown where it holds. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let assistantId: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  assistantId = (await dashboard.user.send<Assistant>("POST", "/assistant", { name: "Clinic" })).body.id;
});

const compliance = () => page.getByRole("region", { name: "Compliance" });
const plan = async () => (await dashboard.user.send<Assistant>("GET", `/assistant/${assistantId}`)).body.compliancePlan;

test("the switches of an assistant are set by keyboard, stay after a reload, and its badge says so", async () => {
  await page.goto(`/assistants/${assistantId}?tab=advanced`);
  const hipaa = compliance().getByRole("switch", { name: /^HIPAA/ });
  await hipaa.focus();
  await page.keyboard.press("Space");
  await compliance()
    .getByRole("switch", { name: /^Redact numbers/ })
    .check();
  await compliance()
    .getByRole("switch", { name: /^Security filter/ })
    .check();
  await page.getByText("Draft · saved").waitFor();
  await page.reload();
  expect(await hipaa.isChecked()).toBe(true);
  await page.getByTitle(/^HIPAA: nothing that is said is stored/).waitFor();
  await hipaa.uncheck();
  await page.getByTitle(/^HIPAA/).waitFor({ state: "detached" });
  await hipaa.check();
});

test("the details have a form, accessible in every look, and the plan is published", async () => {
  await compliance().getByRole("button", { name: "Filters, kinds and consent" }).click();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect.poll(plan).toEqual({
    hipaaEnabled: true,
    redactionPlan: { enabled: true },
    securityFilterPlan: { enabled: true },
  });
});

test("a HIPAA call says in the list and on its page that nothing of it is stored", async () => {
  const made = await dashboard.user.send<Call>("POST", "/call/web", { assistantId });
  expect(made.status).toBe(201);
  await dashboard.user.send("POST", `/call/${made.body.id}/end`);
  await openScreen(page, "Assistants");
  await page
    .getByRole("row", { name: /Clinic/ })
    .getByText("HIPAA")
    .waitFor();
  await openScreen(page, "Calls");
  await page
    .getByRole("row", { name: /Clinic/ })
    .getByText("HIPAA")
    .waitFor();
  await expectAccessibleInEveryLook(page);
  await page
    .getByRole("row", { name: /Clinic/ })
    .getByRole("link")
    .click();
  await page.getByText("This is a HIPAA conversation. Nothing that was said is stored").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("an organization's plan is saved with its settings", async () => {
  await openSettings(page, "Organization");
  await page.getByRole("switch", { name: /^HIPAA/ }).check();
  await page
    .getByRole("group", { name: "Redaction plan" })
    .getByRole("switch", { name: /^Redact numbers/ })
    .check();
  await page.getByRole("button", { name: "Save" }).click();
  const org = async () => (await dashboard.user.send<Org[]>("GET", "/org")).body[0];
  await expect.poll(org).toMatchObject({ hipaaEnabled: true, compliancePlan: { redactionPlan: { enabled: true } } });
  await expectAccessibleInEveryLook(page);
});
