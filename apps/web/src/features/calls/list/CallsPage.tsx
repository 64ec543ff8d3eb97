import type { LiveCall } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { useClient, useConnection } from "../../../data/services.tsx";
import { useShownError } from "../../../data/use-shown-error.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../../kit/LoadFailed.tsx";
import { late } from "../../../kit/late.tsx";
import classes from "../../../kit/list-page.module.css";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { SelectionBar } from "../../../kit/table/SelectionBar.tsx";
import { useNow } from "../../../kit/use-now.ts";
import { SavedViews } from "../../../resource/list/SavedViews.tsx";
import { useDelete } from "../../../resource/use-delete.ts";
import { type CallListFilter, callListSearch } from "../call-list-search.ts";
import { CALLS, callListQuery, forgetCall, isRunning, mergeCalls, newestCallsQuery } from "../call-queries.ts";
import { toRow } from "../call-rows.ts";
import { withLiveCalls } from "../live-list.ts";
import { CallFilters } from "./CallFilters.tsx";
import { CallTable } from "./CallTable.tsx";

const route = getRouteApi("/shell/calls");

const RunOutputAction = late(async () => (await import("./RunOutputAction.tsx")).RunOutputAction);
const ExportMenu = late(async () => (await import("./ExportMenu.tsx")).ExportMenu);

export function CallsPage() {
  const { t } = useTranslation();
  // Without keys that have no value.
  const { selected, ...filter } = callListSearch({ ...route.useSearch() });
  const list = useCalls(filter);
  const error = useShownError(list.error);
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = !list.isPending && list.calls.length === 0 && !list.error;
  return (
    <div className={classes.page}>
      <PageHeader title={t("calls.title")} actions={<ExportMenu filter={filter} />} />
      {error && <LoadFailed message={t("calls.loadFailed", { reason: error.message })} onRetry={list.retry} />}
      {isEmpty && !isFiltered ? (
        <EmptyNote
          title={t("calls.empty")}
          body={t("calls.what")}
          action={
            <Button component={Link} to="/assistants" mt="xs">
              {t("calls.emptyAction")}
            </Button>
          }
        />
      ) : (
        <CallList list={list} filter={filter} isEmpty={isEmpty} selectedIds={selected ?? NOTHING_SELECTED} />
      )}
    </div>
  );
}

const NOTHING_SELECTED: readonly string[] = [];

/** The size of the first page, which is always fetched whole. */
const LIVE_CALLS = { limit: 50 };
const NO_LIVE_CALLS: readonly LiveCall[] = [];

/**
 * The loaded calls of a filter: the newest ones are polled, older ones are loaded on scrolling. Changes in the live list (a call that
 * rings or ended) show at once.
 */
function useCalls(filter: CallListFilter) {
  const client = useClient();
  const pages = useInfiniteQuery(callListQuery(client, filter));
  const first = pages.data?.pages[0];
  const newest = useQuery({
    ...newestCallsQuery(client, filter, useIsLive()),
    enabled: first !== undefined || pages.isError,
    // These calls are the first page until they are too old.
    initialData: first,
    initialDataUpdatedAt: pages.dataUpdatedAt,
  });
  const { data: live = NO_LIVE_CALLS } = useLiveQuery("calls:list", LIVE_CALLS);
  const read = useMemo(
    () => mergeCalls(newest.data?.results ?? [], pages.data?.pages.flatMap(({ results }) => results) ?? []),
    [newest.data, pages.data],
  );
  // While the first page loads, show no rows instead of only the running calls.
  const hasRead = pages.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is a new object at every render; its parts are what counts.
  const calls = useMemo(() => (hasRead ? withLiveCalls(read, live, filter) : []), [hasRead, read, live, JSON.stringify(filter)]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const total = newest.data?.metadata.totalItems ?? pages.data?.pages[0]?.metadata.totalItems;
  const retry = () => {
    for (const each of [newest, pages]) if (each.isError) void each.refetch();
  };
  return {
    calls,
    total: total === undefined ? undefined : total + calls.length - read.length,
    isPending: pages.isPending,
    error: pages.error ?? newest.error,
    readOn,
    retry,
  };
}

interface CallListProps {
  list: ReturnType<typeof useCalls>;
  filter: CallListFilter;
  isEmpty: boolean;
  selectedIds: readonly string[];
}

function CallList({ list: { calls, total, isPending, readOn }, filter, isEmpty, selectedIds }: CallListProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  // While the server cannot be reached, it is unknown whether a call still runs.
  const isUp = useConnection() === "up";
  const nowMs = useNow(isUp && calls.some(isRunning));
  const rows = useMemo(() => calls.map((call) => toRow(call, nowMs)), [calls, nowMs]);
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const names = useMemo(() => rows.flatMap((row) => row.assistant ?? []), [rows]);
  const queryClient = useQueryClient();
  const { question } = useDelete(CALLS);
  const select = (ids: ReadonlySet<string>) =>
    void navigate({ search: ids.size > 0 ? { ...filter, selected: [...ids] } : filter, replace: true });
  return (
    <>
      <div className={classes.tools}>
        <CallFilters filter={filter} assistants={names} onChange={(next) => void navigate({ search: next, replace: true })} />
        <SavedViews screen="calls" state={filter} />
        <span className={classes.count} role="status">
          {isPending && t("calls.loadingMore")}
          {total !== undefined && !isPending && t("calls.count", { count: total })}
        </span>
        {chosen.length > 0 && (
          <SelectionBar
            count={chosen.length}
            {...question(
              chosen.map((id) => ({ id, name: t("calls.unnamed") })),
              (gone) => {
                for (const id of gone) forgetCall(queryClient, id);
                select(new Set());
              },
            )}
          >
            <RunOutputAction callIds={chosen} />
          </SelectionBar>
        )}
      </div>
      {isPending && <PageSkeleton />}
      {rows.length > 0 && <CallTable rows={rows} selected={selected} onSelect={select} onNearEnd={readOn} />}
      {isEmpty && (
        <EmptyNote
          title={t("calls.noMatch")}
          action={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t("calls.clearFilters")}</Button>}
        />
      )}
    </>
  );
}
