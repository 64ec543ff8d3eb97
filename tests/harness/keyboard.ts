import type { Page } from "playwright-core";

/** More stops than any screen has. */
const PRESSES_MAX = 80;

/** Presses Tab until the focus is on what a screen reader would call `name`. Fails when no number of presses leads there. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
      const label = isField ? element.labels?.[0]?.textContent : undefined;
      return element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "";
    });
    const found = focused.trim().replace(/\s*\*$/, "");
    if (typeof name === "string" ? found === name : name.test(found)) return;
  }
  throw new Error(`No number of Tab presses leads to '${name}'.`);
}
