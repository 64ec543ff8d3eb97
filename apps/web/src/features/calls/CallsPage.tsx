import { Alert, Button } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../app/EmptyNote.tsx";
import { PageHeader } from "../../app/PageHeader.tsx";
import { PageSkeleton } from "../../app/PageSkeleton.tsx";
import { useClient, useConnection } from "../../app/services.tsx";
import { useShownError } from "../../app/use-shown-error.ts";
import classes from "../../resource/list/list-page.module.css";
import { SelectionBar } from "../../resource/list/SelectionBar.tsx";
import { CallFilters } from "./CallFilters.tsx";
import { CallTable } from "./CallTable.tsx";
import { callListQuery, forgetCall, isRunning, mergeCalls, newestCallsQuery } from "./call-queries.ts";
import { filterRows, toRow } from "./call-rows.ts";
import { useDeleteCalls, useDeleteWords } from "./use-delete-calls.ts";

const route = getRouteApi("/shell/calls");

export function CallsPage() {
  const { t } = useTranslation();
  const list = useCalls();
  const error = useShownError(list.error);
  return (
    <div className={classes.page}>
      <PageHeader title={t("calls.title")} />
      {error && (
        <Alert color="red" variant="outline" m="lg" role="alert">
          {t("calls.loadFailed", { reason: error.message })}
        </Alert>
      )}
      {list.isPending && !list.error && <PageSkeleton />}
      {!list.isPending && list.calls.length === 0 && !list.error && (
        <EmptyNote
          title={t("calls.empty")}
          body={t("calls.emptyBody")}
          action={
            <Button component={Link} to="/assistants" mt="xs">
              {t("calls.emptyAction")}
            </Button>
          }
        />
      )}
      {list.calls.length > 0 && <CallList list={list} />}
    </div>
  );
}

/** All calls read so far: the newest ones again and again, the older ones as the reader goes down. */
function useCalls() {
  const client = useClient();
  const newest = useQuery(newestCallsQuery(client));
  const pages = useInfiniteQuery(callListQuery(client));
  const calls = useMemo(() => mergeCalls(newest.data ?? [], pages.data?.pages.flat() ?? []), [newest.data, pages.data]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { calls, isPending: pages.isPending, error: pages.error ?? newest.error, hasMore: hasNextPage, readOn };
}

function CallList({ list: { calls, hasMore, readOn } }: { list: ReturnType<typeof useCalls> }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // While the server is away nobody knows whether a call still runs.
  const isUp = useConnection() === "up";
  const nowMs = useNow(isUp && calls.some(isRunning));
  const all = useMemo(() => calls.map((call) => toRow(call, nowMs)), [calls, nowMs]);
  const { assistant, status } = search;
  const rows = useMemo(() => filterRows(all, { assistant, status }), [all, assistant, status]);
  const selected = useMemo(() => new Set(search.selected), [search.selected]);
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const names = useMemo(() => all.flatMap((row) => row.assistant ?? []), [all]);
  const queryClient = useQueryClient();
  const deleteCalls = useDeleteCalls();
  const deleteWords = useDeleteWords(chosen.length);
  // A filter may leave too little to scroll through.
  useEffect(() => {
    if (rows.length === 0) readOn();
  }, [rows.length, readOn]);
  const select = (ids: ReadonlySet<string>) => {
    const { selected: _, ...rest } = search;
    void navigate({ search: ids.size > 0 ? { ...rest, selected: [...ids] } : rest, replace: true });
  };
  return (
    <>
      <div className={classes.tools}>
        <CallFilters search={search} assistants={names} onChange={(filter) => void navigate({ search: filter, replace: true })} />
        <span className={classes.count} role="status">
          {hasMore && rows.length === 0 ? t("calls.loadingMore") : t("calls.count", { count: rows.length })}
        </span>
        {chosen.length > 0 && (
          <SelectionBar
            count={chosen.length}
            {...deleteWords}
            onDelete={async () => {
              for (const id of await deleteCalls(chosen)) forgetCall(queryClient, id);
              select(new Set());
            }}
          />
        )}
      </div>
      {rows.length > 0 && <CallTable rows={rows} selected={selected} onSelect={select} onNearEnd={readOn} />}
      {rows.length === 0 && !hasMore && (
        <EmptyNote
          title={t("calls.noMatch")}
          action={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t("calls.clearFilters")}</Button>}
        />
      )}
    </>
  );
}

/** The time, moving each second while something runs. */
function useNow(isMoving: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return nowMs;
}
