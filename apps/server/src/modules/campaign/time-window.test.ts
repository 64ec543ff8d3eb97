import { expect, test } from "vitest";
import { readNumber } from "../do-not-call/read-number.ts";
import { nextOpening } from "./time-window.ts";

const window = { from: "09:00", until: "17:30" };
const at = (text: string) => new Date(text);

test.each([
  // Open now, opens later today, opens on the next day, at the last minute.
  [window, ["Europe/Berlin"], "2026-11-26T10:00:00Z", "2026-11-26T10:00:00Z"],
  [window, ["Europe/Berlin"], "2026-11-26T05:10:30Z", "2026-11-26T08:00:00Z"],
  [window, ["Europe/Berlin"], "2026-11-26T16:30:00Z", "2026-11-27T08:00:00Z"],
  [window, ["Europe/Berlin"], "2026-11-26T16:29:59Z", "2026-11-26T16:29:59Z"],
  // A half-hour zone, and one on the other side of the date line.
  [window, ["Asia/Kolkata"], "2026-11-26T03:00:00Z", "2026-11-26T03:30:00Z"],
  [window, ["Pacific/Auckland"], "2026-11-26T10:00:00Z", "2026-11-26T20:00:00Z"],
  // The clocks go forward on 29 March, and back on 25 October.
  [window, ["Europe/Berlin"], "2026-03-28T18:00:00Z", "2026-03-29T07:00:00Z"],
  [window, ["Europe/Berlin"], "2026-10-24T18:00:00Z", "2026-10-25T08:00:00Z"],
  // Days of the week: 28 November is a Saturday.
  [{ ...window, days: ["monday" as const] }, ["Europe/Berlin"], "2026-11-28T10:00:00Z", "2026-11-30T08:00:00Z"],
  // If the number may belong to several zones, it is called only when all of them are open.
  [window, ["America/New_York", "America/Los_Angeles"], "2026-11-26T14:30:00Z", "2026-11-26T17:00:00Z"],
  // The window's zone applies to every number.
  [{ ...window, timeZone: "UTC" }, ["America/New_York"], "2026-11-26T09:00:00Z", "2026-11-26T09:00:00Z"],
])("%j in %j at %s opens at %s", (given, zones, now, expected) => {
  expect(nextOpening(given, zones, at(now))?.toISOString()).toBe(at(expected).toISOString());
});

test("a window that is never open in all zones, or in none, has no opening", () => {
  const narrow = { from: "09:00", until: "11:00" };
  expect(nextOpening(narrow, ["America/New_York", "Pacific/Honolulu"], at("2026-11-26T14:30:00Z"))).toBeUndefined();
  expect(nextOpening(window, [], at("2026-11-26T14:30:00Z"))).toBeUndefined();
});

test.each([
  ["+49 (0)30 901820", undefined, "+4930901820"],
  ["030 901820", "DE", "+4930901820"],
  ["(202) 555-0101", "us", "+12025550101"],
  ["030 901820", undefined, "has no known country code. Begin it with + and the country code, or choose a country"],
  ["030 901820", "XX", "has the country 'XX', which is no code like DE and no name of a country"],
  ["+1 202 555", undefined, "has too few digits"],
  ["+1 202 555 0101 000 000", undefined, "has too many digits"],
  ["ask Ada", "US", "is not a telephone number"],
  ["+12025550101 ext. 5", undefined, "has an extension. Campaigns dial no extensions"],
])("the number %s of %s is %s", (text, country, expected) => {
  const read = readNumber(text, country);
  expect(typeof read === "string" ? read : read.number).toBe(expected);
});

test("a number may be in every time zone of its country", () => {
  expect(readNumber("+4930901820")).toMatchObject({ timeZones: expect.arrayContaining(["Europe/Berlin"]) });
  const zones = (readNumber("+12025550101") as { timeZones: string[] }).timeZones;
  expect(zones).toEqual(expect.arrayContaining(["America/New_York", "Pacific/Honolulu"]));
});
