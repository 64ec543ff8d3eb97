import type { LiveCall } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
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
import { type CallColumn, type CallListFilter, type CallListQuery, callListSearch, DEFAULT_ORDER } from "../call-list-search.ts";
import { CALLS, callListQuery, forgetCall, isRunning, mergeCalls, newestCallsQuery } from "../call-queries.ts";
import { toRow } from "../call-rows.ts";
import { withLiveCalls } from "../live-list.ts";
import { CallTable } from "./CallTable.tsx";
import page from "./calls-page.module.css";
import { CallSearch, ColumnsMenu, DEFAULT_COLUMNS, FilterChips } from "./FilterChips.tsx";

const route = getRouteApi("/shell/calls");

const RunOutputAction = late(async () => (await import("./RunOutputAction.tsx")).RunOutputAction);
const LiveCalls = late(async () => (await import("./LiveCalls.tsx")).LiveCalls, <PageSkeleton />);
const ExportMenu = late(async () => (await import("./ExportMenu.tsx")).ExportMenu);

export function CallsPage() {
  const { t } = useTranslation();
  const { tab, ...search } = callListSearch({ ...route.useSearch() });
  const isLive = tab === "live";
  return (
    <div className={classes.page}>
      <PageHeader title={t("calls.title")} actions={!isLive && <ExportMenu filter={filterOf(search)} />} />
      {isLive ? <LiveCalls tabs={<CallTabs />} /> : <AllCalls {...search} />}
    </div>
  );
}

type Search = Omit<ReturnType<typeof callListSearch>, "tab">;

/** Without order, columns and selection. */
function filterOf({ selected: _, columns: __, sort: ___, ...filter }: Search): CallListFilter {
  return filter;
}

function AllCalls(search: Search) {
  const { t } = useTranslation();
  const { selected, columns, ...query } = search;
  const list = useCalls(query);
  const error = useShownError(list.error);
  const isFiltered = Object.keys(filterOf(search)).length > 0;
  const isEmpty = !list.isPending && list.calls.length === 0 && !list.error;
  return (
    <>
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
        <CallList
          list={list}
          query={query}
          columns={columns ?? DEFAULT_COLUMNS}
          isEmpty={isEmpty}
          selectedIds={selected ?? NOTHING_SELECTED}
        />
      )}
    </>
  );
}

interface CallTabsProps {
  /** The number of all calls, if it is known. */
  total?: number | undefined;
  children?: ReactNode;
}

/** All calls, and those that run. */
function CallTabs({ total, children }: CallTabsProps) {
  const { t } = useTranslation();
  const { data: live = NO_LIVE_CALLS } = useLiveQuery("calls:list", LIVE_CALLS);
  const running = live.filter(({ status }) => status !== "ended" && status !== "scheduled").length;
  return (
    <nav className={page.tabs} aria-label={t("calls.views")}>
      {/* Active with any filters, as long as no tab is named. */}
      <Link to="/calls" search={{ tab: undefined }} activeOptions={{ explicitUndefined: true }} className={page.tab}>
        {t("calls.all")}
        {total !== undefined && <span>{total.toLocaleString()}</span>}
      </Link>
      <Link to="/calls" search={{ tab: "live" }} className={page.tab}>
        {running > 0 && <i aria-hidden="true" />}
        {t("calls.live.tab")}
        {running > 0 && <span>{running.toLocaleString()}</span>}
      </Link>
      {children}
    </nav>
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
function useCalls(filter: CallListQuery) {
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
    () =>
      mergeCalls(
        newest.data?.results ?? [],
        pages.data?.pages.flatMap(({ results }) => results) ?? [],
        filter.sort !== undefined && filter.sort !== DEFAULT_ORDER,
      ),
    [newest.data, pages.data, filter.sort],
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
  query: CallListQuery;
  columns: readonly CallColumn[];
  isEmpty: boolean;
  selectedIds: readonly string[];
}

function CallList({ list: { calls, total, isPending, readOn }, query, columns, isEmpty, selectedIds }: CallListProps) {
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
  const { sort, ...filter } = query;
  const shownColumns = columns === DEFAULT_COLUMNS ? {} : { columns: [...columns] };
  const open = (next: CallListFilter, more: { selected?: string[]; columns?: CallColumn[] } = {}) =>
    void navigate({ search: { ...next, ...(sort && { sort }), ...shownColumns, ...more }, replace: true });
  const select = (ids: ReadonlySet<string>) => open(filter, ids.size > 0 ? { selected: [...ids] } : {});
  const search = (words: string | undefined) => {
    const { search: _, ...others } = filter;
    open(words === undefined ? others : { ...others, search: words });
  };
  return (
    <>
      <CallTabs total={Object.keys(filter).length === 0 ? total : undefined}>
        <span className={page.views}>
          <SavedViews screen="calls" state={{ ...query, ...shownColumns }} />
        </span>
      </CallTabs>
      <div className={page.tools}>
        <div className={page.search}>
          <CallSearch value={filter.search} onChange={search} />
        </div>
        <ColumnsMenu columns={columns} onChange={(next) => open(filter, { columns: next })} />
      </div>
      <div className={page.chips}>
        <FilterChips filter={filter} assistants={names} onChange={(next) => open(next)} />
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
        <span className={page.count} role="status">
          {isPending && t("calls.loadingMore")}
          {total !== undefined && !isPending && t("calls.count", { count: total })}
        </span>
      </div>
      {isPending && <PageSkeleton />}
      {rows.length > 0 && (
        <CallTable
          rows={rows}
          selected={selected}
          onSelect={select}
          onNearEnd={readOn}
          columns={columns}
          sort={sort}
          words={filter.search ?? filter.said}
        />
      )}
      {isEmpty && (
        <EmptyNote
          title={t("calls.noMatch")}
          action={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t("calls.clearFilters")}</Button>}
        />
      )}
    </>
  );
}
