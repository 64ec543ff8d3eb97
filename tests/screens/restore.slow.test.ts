import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestoredServer, startRestoredServer } from "../../apps/server/src/operator/restore/testing/restored-server.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openPage, sharedChromium } from "../harness/chromium.ts";

/** `/server/restore`: the operator of a restored server resumes what is held. */

let restored: RestoredServer;
let page: Page;
let errors: string[];
beforeAll(async () => {
  restored = await startRestoredServer();
  ({ page, errors } = await openPage(await sharedChromium(), restored.server.url, { viewport: { width: 1440, height: 900 } }));
});
afterAll(async () => {
  await page?.close();
  await restored?.close();
  // The refused code.
  expect(errors.filter((error) => !error.includes("403"))).toEqual([]);
});

test("the code opens the page, and a wrong one is told", async () => {
  await page.goto("/server/restore");
  await page.getByLabel("Code").fill("WRONG");
  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByText("This is not the code.").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByLabel("Code").fill(restored.code);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Nothing leaves this server by itself" }).waitFor();
  expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    ...["Campaigns", "Scheduled calls", "Webhooks", "Mails", "Carriers", "Analysis and jobs", "Purge of old data"],
  ]);
  await page.getByText("Come back paused, 3 people not called yet").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("a kind opens to its overdue items with nothing selected, and is resumed", async () => {
  const review = page.getByRole("button", { name: "Scheduled calls: Review…" });
  await review.focus();
  await page.keyboard.press("Enter");
  await page.getByText("2 whose time has passed.").waitFor();
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
  await expectAccessibleInEveryLook(page);
  await page.getByLabel("Select Ingrid").check();
  await page.getByRole("button", { name: "Drop the other 1" }).click();
  await page.getByRole("dialog").getByText("Dropped items are not sent later: Frank").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Drop" }).click();
  await page.getByText("Dropped: 1").waitFor();
  await page.getByText("1 whose time has passed.").waitFor();
  await page.getByRole("button", { name: "Resume scheduled calls" }).click();
  await page.getByText(/Resumed \w{3} \d/).waitFor();
  await page.getByText("1 of 7 resumed.").waitFor();
  await page.getByRole("button", { name: "Lock" }).click();
  await page.getByLabel("Code").waitFor();
});

test("members see that work is held, and not the code", async () => {
  const { email, password } = restored.person;
  await page
    .context()
    .request.post("/api/auth/sign-in/email", { data: { email, password }, headers: { origin: restored.server.url } });
  await page.goto("/calls");
  await page.getByText("Restored from a backup.").waitFor();
  await expectAccessibleInEveryLook(page);
});
