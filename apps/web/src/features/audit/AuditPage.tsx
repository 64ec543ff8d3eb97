import type { Client } from "@callwright/client";
import { type AuditEvent, LIST_LIMIT } from "@callwright/contract";
import { Alert, Button } from "@mantine/core";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditTable } from "./AuditTable.tsx";
import classes from "./audit.module.css";
import { type AuditSearch, auditSearch } from "./audit-search.ts";

const route = getRouteApi("/shell/settings/audit");

/** Settings → Audit log: who did what in the organization, when and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind !== "signed-in") return null;
  return (
    <div className={list.page}>
      <PageHeader title={t("audit.title")} />
      <p className={classes.intro}>{t(session.org.role === "admin" ? "audit.intro" : "audit.adminsOnly")}</p>
      {session.org.role === "admin" && <AuditLog orgId={session.org.id} />}
    </div>
  );
}

function AuditLog({ orgId }: { orgId: string }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  // Only the keys that the filter knows.
  const filter = auditSearch({ ...route.useSearch() });
  const [openedId, setOpenedId] = useState<string>();
  const { data, error, isPending, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(
    auditQuery(useClient(), orgId, filter),
  );
  const failure = useShownError(error);
  const events = useMemo(() => data?.pages.flat() ?? [], [data]);
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = data !== undefined && events.length === 0;
  const opened = events.find(({ id }) => id === openedId);
  if (isEmpty && !isFiltered) return <EmptyNote title={t("audit.empty")} body={t("audit.emptyBody")} />;
  return (
    <>
      <div className={list.tools}>
        <AuditFilters
          orgId={orgId}
          filter={filter}
          events={events}
          onChange={(search) => void navigate({ search, replace: true })}
        />
        <span className={list.count} role="status">
          {isPending ? t("audit.loading") : t(hasNextPage ? "audit.countMore" : "audit.count", { count: events.length })}
        </span>
      </div>
      {failure && (
        <Alert color="red" variant="outline" m="lg" role="alert">
          {t(data ? "audit.moreFailed" : "audit.loadFailed", { reason: failure.message })}{" "}
          <Button size="compact-sm" onClick={() => void fetchNextPage()}>
            {t("app.retry")}
          </Button>
        </Alert>
      )}
      {isPending && !error && <PageSkeleton />}
      {events.length > 0 && <AuditTable events={events} onNearEnd={readOn} onOpen={setOpenedId} />}
      {isEmpty && (
        <EmptyNote
          title={t("audit.noMatch")}
          action={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t("audit.clearFilters")}</Button>}
        />
      )}
      {opened && <AuditDetails event={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  );
}

interface PageParam {
  limit: number;
  /** Id of the last event of the page before. */
  cursor?: string;
}

/** The events of a filter, newest first: a small first page for a fast screen, then the largest the platform gives. */
function auditQuery(client: Client, orgId: string, filter: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ["audit", orgId, filter] as const,
    initialPageParam: { limit: LIST_LIMIT.default } as PageParam,
    queryFn: ({ pageParam, signal }) => client.auditEvents.list({ id: orgId, query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: (page: AuditEvent[], _pages, { limit }) => {
      const last = page.at(-1);
      return last && page.length >= limit ? { limit: LIST_LIMIT.max, cursor: last.id } : undefined;
    },
  });
}
