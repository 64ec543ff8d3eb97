import { expect, test } from "vitest";
import { shownUserCode, userCodeOf } from "./user-code.ts";

test.each(["ABCDEFGH", "abcd-efgh", " ABCD EFGH ", "abcd–efgh"])("%j is the code ABCDEFGH", (typed) => {
  expect(userCodeOf(typed)).toBe("ABCDEFGH");
});

test.each([
  ["", ""],
  ["ABCD", "ABCD"],
  ["ABCDE", "ABCD-E"],
  ["ABCDEFGH", "ABCD-EFGH"],
])("%j is shown as %j", (code, shown) => {
  expect(shownUserCode(code)).toBe(shown);
});
