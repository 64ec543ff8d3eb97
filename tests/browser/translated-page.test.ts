import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { openAssistant, talk } from "../harness/dashboard.ts";
import { newAccount, sharedServerUrl, signUpByRequest } from "../harness/open-dashboard.ts";

/** A browser that translates pages replaces each text by two `font` elements, again and again. Scripts that hold on to the texts lose them. */

let page: Page;
let errors: string[];
beforeAll(async () => {
  ({ page, errors } = await openPage(await sharedChromium(), sharedServerUrl()));
  await page.addInitScript(translatePage);
  await signUpByRequest(page, sharedServerUrl(), newAccount());
});
afterAll(() => page?.context().close());

/** Runs in the page: replaces texts as Chrome's translation does, with the same words. */
function translatePage(): void {
  const skipped = new Set(["SCRIPT", "STYLE", "TEXTAREA", "FONT", "TITLE"]);
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || skipped.has(parent.tagName) || !text.data.trim() || parent.closest("[translate=no]")) continue;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  addEventListener("DOMContentLoaded", () => {
    translate(document.body);
    const observer = new MutationObserver(() => translate(document.body));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

test("a page that is translated shows the live captions of a call, and its later answers", async () => {
  await page.goto("/assistants");
  await openAssistant(page, "Riley");
  await talk(page);
  const captions = page.locator('[data-role="assistant"]');
  await expect.poll(async () => (await captions.allTextContents()).join(" ").length).toBeGreaterThan(20);
  await page.getByRole("textbox", { name: "Type instead" }).fill("What are your opening hours on Saturday?");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await captions.allTextContents()).at(-1)).toContain("Saturday");
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.waitForURL("**/calls/*");
  await page.getByText("What are your opening hours on Saturday?").first().waitFor();
  expect(errors).toEqual([]);
});
