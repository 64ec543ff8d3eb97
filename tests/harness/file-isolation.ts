import { afterAll, expect } from "vitest";
import { closeSharedWindows } from "./chromium.ts";

/** `setupFiles` of vitest, before every file of the tests in Chromium: files of one worker share its Chromium and its process, and leave nothing in them for the next. */

const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
const before = environment();

afterAll(async () => {
  await closeSharedWindows();
  expect(environment(), "This file changed the environment of the next ones.").toEqual(before);
});
