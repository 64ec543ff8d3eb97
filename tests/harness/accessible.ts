import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A color in a transition has the contrast of neither end. Endless animations (a skeleton's pulse) are not waited for. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A change of theme is drawn in the next frame, with which its transitions begin.
    await frame();
    await frame();
    // By frames: `finished` of a transition whose element is hidden by a change of width may never settle.
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    while (isMoving()) await frame();
  });
}

/** The problems that axe finds in the current page. */
export async function violations(page: Page): Promise<string[]> {
  await untilStill(page);
  // Half a megabyte, which a document needs once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      // Only violations are described, which saves a fifth of the time.
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(" ")}`));
  });
}

/** Names of controls beyond the right edge of their container, where nobody can scroll to them. */
function controlsCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) => element.closest("[aria-hidden=true], [inert]") !== null || !element.checkVisibility();
    const isCutOff = (control: Element) => {
      const { right, width } = control.getBoundingClientRect();
      for (let around = control.parentElement; around && width > 1; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        if (overflowX === "auto" || overflowX === "scroll") return false;
        if (overflowX !== "visible" && right > around.getBoundingClientRect().right + 1) return true;
      }
      return false;
    };
    return [...document.querySelectorAll("button, a[href], input, textarea, select")]
      .filter((control) => !isHidden(control) && isCutOff(control))
      .map((control) => control.getAttribute("aria-label") ?? (control.textContent || control.outerHTML.slice(0, 200)));
  });
}

/** Also checks that nothing is cut off or scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await controlsCutOff(page), "These controls are cut off.").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

const LOOKS = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 390 },
] as const;

/** In both themes, wide and narrow, as the page stands. Leaves it wide and light. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}
