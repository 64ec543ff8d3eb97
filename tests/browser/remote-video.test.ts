import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import type { ForeignPage } from "../harness/foreign-page.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { hasMoved, makeSeen, servePicturePage } from "../harness/picture-page.ts";
import { signUp } from "../harness/platform.ts";

/** The picture of an assistant, sent by a real call host. Firefox: tests/other-browsers. */

let shop: ForeignPage;
beforeAll(async () => {
  shop = await servePicturePage();
});
afterAll(() => shop?.close());

test("a page shows the moving picture of a voice that has one, and asks for no video of another", async () => {
  const url = sharedServerUrl();
  const { token, seen, unseen } = await makeSeen(await signUp(url, newAccount()));
  const { page, errors } = await openPage(await sharedChromium(), shop.url);
  await page.context().grantPermissions(["microphone", "camera"]);
  await page.goto("/");
  await page.waitForFunction(() => "watchCall" in window);
  const start = (assistantId: string) => page.evaluate((options) => window.watchCall(options), { token, url, assistantId });
  expect(await start(unseen)).toBe(false);
  await page.evaluate(() => window.hangUp());
  expect(await start(seen)).toBe(true);
  await page.waitForFunction(hasMoved);
  await page.evaluate(() => window.hangUp());
  expect(errors).toEqual([]);
});
