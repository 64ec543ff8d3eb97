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
