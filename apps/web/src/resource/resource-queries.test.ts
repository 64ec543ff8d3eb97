import { createClient } from "@callwright/client";
import { LIST_LIMIT } from "@callwright/contract";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { choicesQuery, nextPage, readListAnswer, resourceListQuery } from "./resource-queries.ts";

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

test.each([
  { things: LIST_LIMIT.max, isPartial: true },
  { things: LIST_LIMIT.max - 1, isPartial: false },
])("a host that does not search is searched through $things of its things", async ({ things, isPartial }) => {
  const stored = Array.from({ length: things }, (_, n) => ({ ...thing(`id-${n}`), name: `Squad ${n}.` }));
  const answer = (input: string | URL | Request) => {
    const limit = Number(new URL(String(input)).searchParams.get("limit"));
    return Promise.resolve(Response.json(stored.slice(0, limit)));
  };
  const host = createClient({ baseUrl: "http://host.test", fetch: answer, token: async () => "" });
  const found = await new QueryClient().fetchQuery(choicesQuery(host, { path: "squads", name: "Squad" }, "squad 777."));
  expect(found).toEqual({ results: [stored[777]], isPartial });
});

test.each([
  ["bare lists", (rows: object[]) => rows],
  [
    "pages",
    (rows: object[], next?: string) => ({ results: rows, metadata: { hasNextPage: next !== undefined, nextCursor: next } }),
  ],
])("a list whose pages are refused as too large is read to its end in smaller ones: %s", async (_, toAnswer) => {
  const stored = Array.from({ length: 95 }, (__, n) => thing(`id-${n}`, new Date(1e12 - n).toISOString()));
  const asked: number[] = [];
  const answer = async (input: string | URL | Request) => {
    const { searchParams } = new URL(String(input));
    const limit = Number(searchParams.get("limit"));
    asked.push(limit);
    if (limit > 30) return Response.json({ code: "page-too-large", message: "Use limit=30." }, { status: 400 });
    const before = searchParams.get("createdAtLe") ?? "9";
    const start = Number(searchParams.get("cursor") ?? stored.findIndex(({ createdAt }) => createdAt <= before));
    const end = start + limit;
    return Response.json(toAnswer(stored.slice(start, end), end < stored.length ? String(end) : undefined));
  };
  const host = createClient({ baseUrl: "http://host.test", fetch: answer, token: async () => "" });
  const options = resourceListQuery(host, { path: "squads", name: "Squad" }, {}, true);
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 100 });
  expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(stored.length);
  expect(asked.slice(0, 3)).toEqual([100, 50, 25]);
});
