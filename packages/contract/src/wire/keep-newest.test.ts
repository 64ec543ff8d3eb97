import { expect, test } from "vitest";
import { keepNewest } from "./keep-newest.ts";

test("drops the entry that was kept longest ago", () => {
  const map = new Map<string, number>();
  const keep = (key: string, value: number) => {
    keepNewest(map, key, value, 2);
    return [...map];
  };
  keep("a", 1);
  expect(keep("b", 2)).toEqual(Object.entries({ a: 1, b: 2 }));
  expect(keep("a", 3)).toEqual(Object.entries({ b: 2, a: 3 }));
  expect(keep("c", 4)).toEqual(Object.entries({ a: 3, c: 4 }));
});
