import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { describeLooks } from "../harness/looks.ts";
import { sharedServerUrl } from "../harness/open-dashboard.ts";

/** A person looks a route up: in both themes, wide and narrow, without an account. */

describeLooks(({ colorScheme, width }) => {
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    const look = { colorScheme, viewport: { width, height: 844 } };
    ({ page, errors } = await openPage(await sharedChromium(), sharedServerUrl(), look));
  });
  afterAll(() => page?.context().close());

  test("a route is found by its words", async () => {
    await page.goto("/docs/api");
    await page.getByRole("searchbox", { name: "Search the routes" }).fill("restore deleted assistant");
    await page
      .getByRole("status")
      .filter({ hasText: /^1 route$/ })
      .waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "/assistant/{id}/restore" }).click();
    await page.waitForURL("**/docs/api/assistant#restoreAssistant");
    await page.getByRole("heading", { name: "Restore a deleted assistant" }).waitFor();
  });

  test.each(["/docs/api/assistant", "/docs/api/errors", "/docs/api/schemas/Model"])(
    "%s can be read by everybody",
    async (path) => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectAccessible(page);
      expect(errors).toEqual([]);
    },
  );

  test("a narrow page begins with what one came to read", async () => {
    await page.goto("/docs/api/chat");
    const menu = page.getByRole("link", { name: "All routes" });
    await (width > 720 ? menu.waitFor() : menu.waitFor({ state: "hidden" }));
  });
});
