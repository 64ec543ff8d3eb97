import type { Assistant } from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openAssistant } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** A person moves an assistant from the hosted platform: its exported definition is pasted, saved and published. */

failTogether();

let page: Page;
let user: PlatformUser;
let errors: string[];
let id: string;

beforeAll(async () => {
  ({ page, user, errors } = await openDashboard({ viewport: { width: 1440, height: 900 } }));
});

const EXPORTED = {
  name: "Clinic",
  model: { provider: "openai", model: "gpt-4o", systemPrompt: "You answer for a clinic." },
  firstMessage: "Hello, this is the clinic.",
  serverUrl: "https://clinic.example/hook",
  endCallFunctionEnabled: true,
  numWordsToInterruptAssistant: 2,
  backchannelingEnabled: true,
};
const TODAY = {
  name: "Clinic",
  model: { messages: [{ role: "system", content: "You answer for a clinic." }], tools: [{ type: "endCall" }] },
  server: { url: "https://clinic.example/hook" },
  stopSpeakingPlan: { numWords: 2 },
  backchannelingEnabled: true,
};

test("the pasted definition is saved, and a field without effect says so", async () => {
  await openAssistant(page, "Riley");
  id = /\/assistants\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await page.getByRole("tab", { name: "JSON" }).click();
  const code = page.getByRole("textbox", { name: "Assistant as JSON" });
  await code.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(JSON.stringify(EXPORTED, undefined, 2));
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: /\d warnings?$/ }).click();
  const warning = page.getByRole("menuitem", { name: /^backchannelingEnabled/ });
  expect(await warning.textContent()).toContain("This server has no such setting.");
  await page.keyboard.press("Escape");
  expect((await user.send("GET", `/assistant/${id}/draft`)).body).toMatchObject({ config: TODAY });
});

test("the editor shows it in the names of today, and it is published so", async () => {
  await page.reload();
  await expect.poll(() => page.getByRole("textbox", { name: "Assistant as JSON" }).textContent()).toContain('"numWords": 2');
  expect(await page.getByRole("textbox", { name: "Assistant as JSON" }).textContent()).not.toContain("serverUrl");
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.locator("header").getByText("v2 live").waitFor();
  const { body } = await user.send<Assistant>("GET", `/assistant/${id}`);
  expect(body).toMatchObject(TODAY);
  for (const older of ["serverUrl", "endCallFunctionEnabled", "numWordsToInterruptAssistant"])
    expect(body).not.toHaveProperty(older);
  expect(errors).toEqual([]);
});

test("a field that this server refuses is not dropped: the editor says why, and nothing is saved of it", async () => {
  const before = (await user.send("GET", `/assistant/${id}/draft`)).body;
  const code = page.getByRole("textbox", { name: "Assistant as JSON" });
  await code.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(JSON.stringify({ ...EXPORTED, compliancePlan: { zdrEnabled: true } }, undefined, 2));
  await page
    .getByText(/this server stores calls/)
    .first()
    .waitFor();
  expect((await user.send("GET", `/assistant/${id}/draft`)).body).toEqual(before);
});
