import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { fillOrganization, type Made } from "../pictures/content.ts";
import { SCREENS } from "../pictures/screens.ts";

/** Late content moves nothing that a person already reads. */

/** Half of the limit that web.dev calls good: https://web.dev/articles/cls */
const GOOD_SHIFT = 0.05;

let page: Page;
let user: PlatformUser;
let made: Made | undefined;

beforeAll(async () => {
  ({ page, user } = await openDashboard());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null }[];
    }
    const shifts: { value: number; moved: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(" | ");
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
});

const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
/** What moved is in the failure. */
async function expectNoShift(): Promise<void> {
  await frames();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; moved: string }[] }).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(GOOD_SHIFT);
}

/** Opens a page whose requests at `late` are answered after the one at `first` has been answered and drawn. */
async function openWithLate(path: string, first: RegExp, late: RegExp): Promise<void> {
  let release = () => {};
  const isDrawn = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(late, async (route) => {
    await isDrawn;
    await route.continue();
  });
  const answered = page.waitForResponse((response) => first.test(response.url()));
  await page.goto(path);
  await (await answered).finished();
  await frames();
  release();
}

test("the overview, when the next steps are known last", async () => {
  await openWithLate("/overview", /\/analytics\/overview/, /\/credential\?/);
  await page.getByRole("list", { name: "Next steps" }).waitFor();
  await expectNoShift();
  await page.unrouteAll({ behavior: "wait" });
});

test.each([390, 1440])("a call at %i px, when its events are known last", async (width) => {
  await page.setViewportSize({ width, height: 844 });
  const [call] = (await user.send<{ id: string }[]>("GET", "/call")).body;
  await openWithLate(`/calls/${call?.id}`, new RegExp(`/call/${call?.id}$`), /\/call\/[^/]+\/event/);
  await page.getByRole("tab", { name: "Transcript" }).waitFor();
  await page.getByRole("complementary", { name: /./ }).last().waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await expectNoShift();
  await page.unrouteAll({ behavior: "wait" });
});

describe.each([390, 1440])("at %i px, when answers come one after the other", (width) => {
  beforeAll(async () => {
    made ??= await fillOrganization({ user });
    await page.setViewportSize({ width, height: 844 });
    await page.route(
      ({ pathname }) => !/\.\w+$/.test(pathname),
      async (route) => {
        const { length } = route.request().url();
        await new Promise((resolve) => setTimeout(resolve, (length % 5) * 80));
        await route.continue();
      },
    );
    return () => page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test.each(Object.entries(SCREENS))("%s", async (_, addressOf) => {
    await page.goto(made ? addressOf(made) : "");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await expectNoShift();
  });
});
