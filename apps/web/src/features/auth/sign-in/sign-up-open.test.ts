import { expect, test } from "vitest";
import { isSignUpOpen } from "./sign-up-open.ts";

test.each([
  ["open", true, true],
  ["open", false, true],
  ["first", true, true],
  ["first", false, false],
  ["invite", true, false],
  ["invite", false, false],
] as const)("sign-up %s, first run %s: open is %s", (signUp, firstRun, open) => {
  expect(isSignUpOpen({ signUp, firstRun })).toBe(open);
});
