import { expect, test } from "vitest";
import { createWatchdog } from "./watchdog.ts";

const connected = (oldestMutationMs?: number, count = 1) => ({ isConnected: true, count, oldestMutationMs });
const lost = (oldestMutationMs?: number) => ({ isConnected: false, count: 1, oldestMutationMs });

test("a mutation is given 30 s on a connection that stands", () => {
  const watchdog = createWatchdog();
  expect(watchdog.look(0, connected(), true)).toBe(false);
  expect(watchdog.look(40_000, connected(10_000), true)).toBe(false);
  expect(watchdog.look(40_001, connected(10_000), true)).toBe(true);
});

test("while there is no connection nothing is stuck, and after it the time starts again", () => {
  const watchdog = createWatchdog();
  watchdog.look(0, connected(), true);
  expect(watchdog.look(1_000, lost(500), true)).toBe(false);
  expect(watchdog.look(100_000, lost(500), true)).toBe(false);
  expect(watchdog.look(101_000, connected(500, 2), true)).toBe(false);
  expect(watchdog.look(131_000, connected(500, 2), true)).toBe(false);
  expect(watchdog.look(131_001, connected(500, 2), true)).toBe(true);
});

test("a connection that was made again between two looks is another one", () => {
  const watchdog = createWatchdog();
  watchdog.look(0, connected(0, 1), true);
  expect(watchdog.look(31_000, connected(0, 2), true)).toBe(false);
});

test("a connection that answers no query for 30 s is stuck, a quiet one that did answer is not", () => {
  const watchdog = createWatchdog();
  expect(watchdog.look(5_000, connected(), false)).toBe(false);
  expect(watchdog.look(35_000, connected(), false)).toBe(false);
  expect(watchdog.look(35_001, connected(), false)).toBe(true);
  expect(watchdog.look(900_000, connected(), true)).toBe(false);
});
