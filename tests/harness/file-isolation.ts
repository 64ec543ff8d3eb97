import { afterAll, beforeAll, expect } from "vitest";
import { allowShell, closeSharedWindows } from "./chromium.ts";

/**
 * `setupFiles` of vitest, run before every file of the tests in Chromium: files of one worker share its Chromium and its process, so each must clean
 * up.
 */

const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
const before = environment();

beforeAll(() => allowShell(expect.getState().testPath?.includes("/tests/screens/") === true));

afterAll(async () => {
  await closeSharedWindows();
  expect(environment(), "This file changed the environment of the next ones.").toEqual(before);
});

import { afterEach as SHOTS } from "vitest";
SHOTS(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const { sharedChromium } = await import("./chromium.ts");
  const browser = await sharedChromium();
  let n = 0;
  for (const context of browser.contexts()) for (const page of context.pages()) {
    await page.screenshot({ path: `/tmp/shots/${task.file.name.split("/").at(-1)}-${task.name.slice(0, 40).replaceAll(/\W/g, "_")}-${n++}.png` }).catch(() => {});
  }
});
