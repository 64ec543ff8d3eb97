import { expect, test } from "vitest";
import { returnToSearch } from "./auth-search.ts";

test("a path inside the dashboard is kept with its query", () => {
  expect(returnToSearch({ returnTo: "/calls/1?t=2#x" })).toEqual({ returnTo: "/calls/1?t=2#x" });
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "/", 4, undefined])(
  "%j is dropped",
  (returnTo) => {
    expect(returnToSearch({ returnTo })).toEqual({});
  },
);
