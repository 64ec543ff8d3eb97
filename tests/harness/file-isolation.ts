import { afterAll, expect, vi } from "vitest";
import { closeSharedWindows } from "./chromium.ts";

/** `setupFiles` of vitest, before every file: files of one worker share its Chromium and its process, and leave nothing in them for the next. */

const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
const before = environment();

afterAll(async () => {
  await closeSharedWindows();
  expect(environment(), "This file changed the environment of the next ones.").toEqual(before);
  expect(vi.isFakeTimers(), "This file left fake timers to the next ones.").toBe(false);
});
