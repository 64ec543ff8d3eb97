import { afterAll, expect, vi } from "vitest";

/** `setupFiles` of vitest, run before every file: files of one worker share its clock. */

afterAll(() => {
  const hasFakeTimers = vi.isFakeTimers();
  // The next files do not suffer for this one.
  vi.useRealTimers();
  expect(hasFakeTimers, "This file left fake timers to the next ones.").toBe(false);
});
