import { expect, test } from "vitest";
import { forgetReturn, keepReturn, keptReturn } from "./pending-return.ts";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("a path is kept for the tab that the mail's link opens, until somebody goes there", () => {
  const store = storage();
  expect(keptReturn(store, 0)).toBeUndefined();
  keepReturn("/invite/1?x=2", store, 0);
  expect(keptReturn(store, 60_000)).toBe("/invite/1?x=2");
  forgetReturn(store);
  expect(keptReturn(store, 60_000)).toBeUndefined();
});

test("after an hour it is forgotten", () => {
  const store = storage();
  keepReturn("/invite/1", store, 0);
  expect(keptReturn(store, 3_600_001)).toBeUndefined();
});

test("it never leads elsewhere, whatever stands in the storage", () => {
  const store = storage();
  keepReturn("https://evil.example", store, 0);
  expect(keptReturn(store, 1)).toBeUndefined();
});
