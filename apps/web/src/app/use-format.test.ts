import { expect, test } from "vitest";
import { createFormat } from "./use-format.ts";

const format = createFormat("en");
const nowMs = Date.parse("2026-11-21T12:00:00Z");

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

test("the exact time is in UTC", () => {
  expect(format.utc("2026-11-21T13:05:09.250+02:00")).toBe("2026-11-21 11:05:09 UTC");
});
