import { expect, test } from "vitest";
import { type TokenUse, tokenSearch, usedAs } from "./token-search.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const LONG_AGO = "2026-10-01T12:00:00Z";
const LATELY = "2026-11-20T12:00:00Z";

test.each<[TokenUse, { createdAt: string; lastUsedAt?: string }, boolean]>([
  ["all", { createdAt: LATELY }, true],
  ["never", { createdAt: LATELY }, true],
  ["never", { createdAt: LONG_AGO, lastUsedAt: LONG_AGO }, false],
  ["unused", { createdAt: LONG_AGO }, true],
  ["unused", { createdAt: LONG_AGO, lastUsedAt: LONG_AGO }, true],
  ["unused", { createdAt: LONG_AGO, lastUsedAt: LATELY }, false],
  ["unused", { createdAt: LATELY }, false],
])("%s, of %j: %s", (use, token, isShown) => {
  expect(usedAs(token, use, nowMs)).toBe(isShown);
});

test("an address says nothing else", () => {
  expect([tokenSearch({ used: "never" }), tokenSearch({ used: "all" }), tokenSearch({ used: 1 })]).toEqual([
    { used: "never" },
    {},
    {},
  ]);
});
