import { expect, test } from "vitest";
import { changedIds } from "./change-bridge.ts";

const at = (revision: number, ...ids: string[]) => ({ revision, ids });

test("who knows nothing yet reads everything", () => {
  expect(changedIds(undefined, at(7, "a"))).toBe("all");
  expect(changedIds(undefined, at(7))).toBe("all");
});

test("nothing has changed at the same revision", () => {
  expect(changedIds(7, at(7, "a", "b"))).toEqual([]);
});

test("the newest ids are those that changed since", () => {
  expect(changedIds(7, at(9, "a", "b", "c"))).toEqual(["b", "c"]);
  expect(changedIds(6, at(9, "a", "b", "c"))).toEqual(["a", "b", "c"]);
  expect(changedIds(7, at(9, "a", "a"))).toEqual(["a"]);
});

test("more changes than there are ids, or a revision of before, mean everything", () => {
  expect(changedIds(5, at(9, "a", "b", "c"))).toBe("all");
  expect(changedIds(10, at(9, "a", "b", "c"))).toBe("all");
  expect(changedIds(7, at(8))).toBe("all");
  // A restarted node, or another one, starts its revisions at its clock's microseconds.
  expect(changedIds(7, at(1_795_000_000_000_000, "a"))).toBe("all");
});
