import { describe, expect, it } from "vitest";
import { readOpeningHours, speakOpeningHours } from "./opening-hours.ts";

/** Hours as "Mo 450-1140 | Su closed", for comparing. */
function read(line: string): string {
  return [...readOpeningHours(line)]
    .map(
      ([day, ranges]) =>
        `${day.slice(0, 2)} ${ranges.length === 0 ? "closed" : ranges.map((range) => range.join("-")).join("+")}`,
    )
    .join(" | ");
}
const workingDays = (range: string) => ["Mo", "Tu", "We", "Th", "Fr"].map((day) => `${day} ${range}`).join(" | ");

describe("reading opening hours", () => {
  it.each([
    ["Monday to Friday 7:30 – 19:00", workingDays("450-1140")],
    ["Mon-Fri: 9am-5pm", workingDays("540-1020")],
    ["Mon. – Fri. 09.00-17.30 h", workingDays("540-1050")],
    ["From Monday to Friday, on weekdays, we are open from 7 in the morning to 6 in the evening.", workingDays("420-1080")],
    ["We are open from 9 to 5 on weekdays.", workingDays("540-1020")],
    ["Saturday 8:00 – 14:00", "Sa 480-840"],
    ["Saturdays from nine until one", "Sa 540-780"],
    ["On Saturday, we are open between 10 am and noon.", "Sa 600-720"],
    ["Sunday closed", "Su closed"],
    ["Closed on Sundays", "Su closed"],
    ["Saturday 8:00 – 14:00, Sunday closed", "Sa 480-840 | Su closed"],
    ["Sat 9am-1pm, closed on Sundays", "Sa 540-780 | Su closed"],
    ["Tuesday 9:00-12:00 and 14:00-18:00", "Tu 540-720+840-1080"],
    ["Saturday and Sunday 10:00-16:00", "Sa 600-960 | Su 600-960"],
    ["Friday 18:00 to midnight", "Fr 1080-0"],
    ["Friday from 2 to 6 in the evening", "Fr 840-1080"],
    ["Friday 22:00 to 2:00", "Fr 1320-120"],
    ["The shop is at 12 Market Street.", ""],
    ["Cakes need 2 days of notice.", ""],
    ["On Monday we bake rye bread.", ""],
    ["Deliveries take 2 to 3 days.", ""],
  ])("%s", (line, expected) => expect(read(line)).toBe(expected));
});

describe("speaking opening hours", () => {
  it("puts days of the same hours together", () => {
    const hours = readOpeningHours("Monday to Thursday 8:00-12:15, Friday closed, Saturday closed, Sunday 18:00-21:05");
    expect(speakOpeningHours(hours)).toBe(
      "From Monday to Thursday, we are open from eight in the morning until twelve fifteen in the afternoon. " +
        "On Friday and Saturday, we are closed. On Sunday, we are open from six in the evening until nine oh five at night.",
    );
  });

  it("does not join days that are not neighbours", () => {
    const hours = readOpeningHours("Monday closed, Wednesday closed, Tuesday 9:00-17:00");
    expect(speakOpeningHours(hours)).toBe(
      "On Monday, we are closed. On Tuesday, we are open from nine in the morning until five in the afternoon. On Wednesday, we are closed.",
    );
    expect(speakOpeningHours(readOpeningHours("Monday closed, Wednesday closed"))).toBe(
      "On Monday and Wednesday, we are closed.",
    );
  });

  it("says every day", () => {
    expect(speakOpeningHours(readOpeningHours("Open every day from 0:00 to 24:00"))).toBe(
      "Every day, we are open from midnight until midnight.",
    );
  });
});
