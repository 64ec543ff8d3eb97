import { expect, test } from "vitest";
import { tokenKindOf } from "./token-kind.ts";

test.each([
  ["GET", "/org", "user"],
  ["POST", "/org", "user"],
  ["GET", "/org/5c1b/auth", "user"],
  ["GET", "/org/5c1b", "org"],
  ["GET", "/org/feature-flag", "org"],
  ["GET", "/assistant", "org"],
  ["GET", "/a-route-of-tomorrow", "org"],
  ["GET", "/api/auth/list-sessions", "session"],
])("%s %s is asked with the token of: %s", (method, path, kind) => {
  expect(tokenKindOf(method, path)).toBe(kind);
});
