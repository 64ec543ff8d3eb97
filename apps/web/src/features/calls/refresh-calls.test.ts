import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { callKeys } from "./call-queries.ts";
import { refreshCalls } from "./refresh-calls.ts";

const page = (...ids: string[]) => ({ results: ids.map((id) => ({ id })), metadata: {} });

/** The newest two calls of four, and all of them in two pages, both on the screen. */
function showCalls(afterwards: ReturnType<typeof page>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const reads = { newest: 0, older: 0 };
  const pages = { pages: [page("d", "c"), page("b", "a")], pageParams: [undefined, "c"] };
  queryClient.setQueryData(callKeys.newest({}), page("d", "c"));
  queryClient.setQueryData(callKeys.list({}), pages);
  const show = (queryKey: readonly unknown[], queryFn: () => unknown) =>
    new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {});
  show(callKeys.newest({}), () => {
    reads.newest += 1;
    return afterwards;
  });
  show(callKeys.list({}), () => {
    reads.older += 1;
    return pages;
  });
  return { queryClient, reads };
}

test("a call among the newest does not read the pages below them", async () => {
  const { queryClient, reads } = showCalls(page("d", "c"));
  await refreshCalls(queryClient, ["d"]);
  expect(reads).toEqual({ newest: 1, older: 0 });
});

test("a new call is found among the newest", async () => {
  const { queryClient, reads } = showCalls(page("e", "d"));
  await refreshCalls(queryClient, ["e"]);
  expect(reads).toEqual({ newest: 1, older: 0 });
});

test("an older call, and one that was deleted, read the pages too", async () => {
  const older = showCalls(page("d", "c"));
  await refreshCalls(older.queryClient, ["a"]);
  expect(older.reads).toEqual({ newest: 1, older: 1 });
  const deleted = showCalls(page("c", "b"));
  await refreshCalls(deleted.queryClient, ["d"]);
  expect(deleted.reads).toEqual({ newest: 1, older: 1 });
});

test("everything is read when nobody knows what has changed", async () => {
  const { queryClient, reads } = showCalls(page("d", "c"));
  await refreshCalls(queryClient, "all");
  expect(reads).toEqual({ newest: 1, older: 1 });
});
