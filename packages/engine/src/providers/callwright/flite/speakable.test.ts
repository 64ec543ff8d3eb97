import { expect, it } from "vitest";
import { speakable } from "./speakable.ts";

it.each([
  ["That is €5.", "That is 5 euros."],
  ["That is 4,50 € or £3.", "That is 4,50 euros or 3 pounds."],
  ["$12.50, 10% off & more", "$12.50, 10% off & more"],
  ["Mon–Fri 7:30 – 19:00", "Monday to Friday 7:30 to 7 PM"],
  ["Sat. 8:00-14:30", "Saturday 8 o'clock to 2:30 PM"],
  ["At 8:00 am or 9:15 p.m.", "At 8:00 am or 9:15 p.m."],
  ["At 12:00 and 0:00", "At noon and midnight"],
  ["I sat in the sun.", "I sat in the sun."],
  ["**Bread**, `rolls` and #cakes 🍰", "Bread , rolls and cakes"],
  ["2–3 days", "2 to 3 days"],
  ["part-time, 555-1234", "part-time, 555-1234"],
])("%s", (written, spoken) => expect(speakable(written)).toBe(spoken));
