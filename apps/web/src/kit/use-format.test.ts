import { expect, test } from "vitest";
import { createFormat } from "./use-format.ts";

const format = createFormat("en");
const nowMs = Date.parse("2026-11-21T12:00:00Z");

test.each([
  [45, undefined],
  [90, undefined],
  [60, "1 minute"],
  [86_400, "24 hours"],
  [604_800, "7 days"],
])("%d seconds are %s", (seconds, words) => {
  expect(format.duration(seconds)).toBe(words);
});

test.each([
  ["2026-11-21T12:00:00Z", "now"],
  ["2026-11-21T12:00:09Z", "now"],
  ["2026-11-21T11:59:18Z", "42 seconds ago"],
  ["2026-11-21T11:00:01Z", "59 minutes ago"],
  ["2026-11-20T12:00:00Z", "yesterday"],
  ["2026-11-01T12:00:00Z", "20 days ago"],
  ["2026-10-01T12:00:00Z", "Oct 1, 2026"],
])("%s was %s", (iso, age) => {
  expect(format.age(iso, nowMs)).toBe(age);
});

test.each([
  ["2026-11-21T12:00:00Z", "now"],
  ["2026-11-21T11:00:00Z", "now"],
  ["2026-11-21T12:00:42Z", "in 42 seconds"],
  ["2026-11-21T13:30:00Z", "in 2 hours"],
  ["2026-11-28T11:59:59Z", "in 7 days"],
])("until %s it is %s", (iso, time) => {
  expect(format.until(iso, nowMs)).toBe(time);
});

test("the exact time is in UTC", () => {
  expect(format.utc("2026-11-21T13:05:09.250+02:00")).toBe("2026-11-21 11:05:09 UTC");
});

test.each([
  [1, "in 1 second"],
  [45, "in 45 seconds"],
  [61, "in 2 minutes"],
  [900, "in 15 minutes"],
  [7200, "in 2 hours"],
])("%d seconds ahead is %s", (seconds, words) => {
  expect(format.ahead(seconds)).toBe(words);
});

test("days are counted by the viewer's calendar, not by 24 hours", () => {
  const noonMs = new Date(2026, 10, 21, 12).getTime();
  const day = (...local: [number, number, number, number, number?]) => format.day(new Date(...local).toISOString(), noonMs);
  expect(day(2026, 10, 21, 0, 1)).toBe("today");
  expect(day(2026, 10, 20, 23, 59)).toBe("yesterday");
  expect(day(2026, 10, 16, 8)).toBe("5 days ago");
  expect(day(2026, 9, 1, 8)).toBe("Oct 1, 2026");
});
