import { LIST_LIMIT } from "@callwright/contract";
import { expect, test } from "vitest";
import { nextPage, readListAnswer } from "./resource-queries.ts";

const thing = (id: string, createdAt = "2026-01-01T00:00:00.000Z") => ({ id, createdAt });

test("a bare list goes on from the time of its last row, until nothing is new", () => {
  const full = readListAnswer([thing("a"), thing("b", "2025-01-01T00:00:00.000Z")]);
  expect(nextPage([full], 2)).toEqual({ limit: LIST_LIMIT.max, createdAtLe: "2025-01-01T00:00:00.000Z" });
  expect(nextPage([full], 3)).toBeUndefined();
  expect(nextPage([full, readListAnswer([thing("b", "2025-01-01T00:00:00.000Z")])], 1)).toBeUndefined();
  expect(nextPage([readListAnswer([])], 1)).toBeUndefined();
});

test("a list by pages goes on from its cursor, or by number where a host has none", () => {
  const results = [thing("a")];
  const metadata = { currentPage: 2, totalPages: 3 };
  expect(nextPage([readListAnswer({ results, metadata: { ...metadata, nextCursor: "c", hasNextPage: true } })], 9)).toMatchObject(
    { cursor: "c" },
  );
  expect(nextPage([readListAnswer({ results, metadata })], 9)).toMatchObject({ page: 3 });
  expect(nextPage([readListAnswer({ results, metadata: { currentPage: 3, totalPages: 3 } })], 9)).toBeUndefined();
});
