import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../app/EmptyNote.tsx";
import { LoadFailed } from "../../app/LoadFailed.tsx";
import { PageHeader } from "../../app/PageHeader.tsx";
import { PageSkeleton } from "../../app/PageSkeleton.tsx";
import { useClient } from "../../app/services.tsx";
import { useShownError } from "../../app/use-shown-error.ts";
import classes from "../../resource/list/list-page.module.css";
import { SearchField } from "../../resource/list/SearchField.tsx";
import { SelectionBar } from "../../resource/list/SelectionBar.tsx";
import { AssistantTable } from "./AssistantTable.tsx";
import { assistantListQuery } from "./assistant-queries.ts";
import { filterRows, sortRows, toRow } from "./assistant-rows.ts";
import { useCreateAssistant } from "./use-create-assistant.ts";
import { useDeleteAssistants, useDeleteWords } from "./use-delete-assistants.ts";

const route = getRouteApi("/shell/assistants");

export function AssistantsPage() {
  const { t } = useTranslation();
  const create = useCreateAssistant();
  const list = useAllAssistants();
  const error = useShownError(list.error);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("assistants.title")}
        actions={
          <Button variant="filled" loading={create.isPending} onClick={() => create.mutate()}>
            {t("assistants.new")}
          </Button>
        }
      />
      {error && <LoadFailed message={t("assistants.loadFailed", { reason: error.message })} onRetry={() => void list.retry()} />}
      {list.isPending && <PageSkeleton />}
      {list.data?.length === 0 && (
        <EmptyNote
          title={t("assistants.empty")}
          body={t("assistants.emptyBody")}
          action={
            <Button mt="xs" onClick={() => create.mutate()} loading={create.isPending}>
              {t("assistants.new")}
            </Button>
          }
        />
      )}
      {list.data && list.data.length > 0 && <AssistantList list={list} />}
    </div>
  );
}

/** The whole list, page after page: search and order are over everything there is. */
function useAllAssistants() {
  const list = useInfiniteQuery(assistantListQuery(useClient()));
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  // After a page that failed, from there on.
  const retry = () => (list.data ? fetchNextPage() : list.refetch());
  return { ...list, retry };
}

function AssistantList({ list }: { list: ReturnType<typeof useAllAssistants> }) {
  const { t } = useTranslation();
  const { q = "", sort = "-updated" } = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const words = useMemo(
    () => ({
      unnamed: t("assistants.unnamed"),
      notSet: t("assistants.notSet"),
      builtInModel: t("assistants.builtInModel"),
      ownServer: t("assistants.ownServer"),
      offline: t("assistants.offline"),
    }),
    [t],
  );
  const all = useMemo(() => (list.data ?? []).map((assistant) => toRow(assistant, words)), [list.data, words]);
  const rows = useMemo(() => sortRows(filterRows(all, q), sort), [all, q, sort]);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const remove = useDeleteAssistants();
  const deleteWords = useDeleteWords();
  const search = (text: string) =>
    void navigate({ search: ({ q: _, ...rest }) => (text ? { ...rest, q: text } : rest), replace: true });

  return (
    <>
      <div className={classes.tools}>
        <SearchField label={t("assistants.search")} value={q} onChange={search} />
        <span className={classes.count} role="status">
          {list.hasNextPage ? t("assistants.loadingMore") : t("assistants.count", { count: rows.length })}
        </span>
        {chosen.length > 0 && (
          <SelectionBar
            count={chosen.length}
            title={deleteWords.title(chosen.map(({ name }) => name))}
            body={deleteWords.body}
            onDelete={async () => {
              await remove(chosen);
              setSelected(new Set());
            }}
          />
        )}
      </div>
      {rows.length > 0 ? (
        <AssistantTable rows={rows} sort={sort} selected={selected} onSelect={setSelected} />
      ) : (
        <EmptyNote
          title={t("assistants.noMatch", { search: q })}
          action={<Button onClick={() => search("")}>{t("assistants.clearSearch")}</Button>}
        />
      )}
    </>
  );
}
