import { expect, it } from "vitest";
import { clockTime } from "./clock-time.ts";

it("tells times as a clock does", () => {
  expect([-5, 0, 6_999, 760_000, 3_725_000].map(clockTime)).toEqual(["0:00", "0:00", "0:06", "12:40", "1:02:05"]);
});
