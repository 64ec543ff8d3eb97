import type { Assistant, AssistantFigures } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { useShownError } from "../../../data/use-shown-error.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { Instant } from "../../../kit/Instant.tsx";
import { LoadFailed } from "../../../kit/LoadFailed.tsx";
import classes from "../../../kit/list-page.module.css";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { SearchField } from "../../../kit/SearchField.tsx";
import { type Column, DataTable } from "../../../kit/table/DataTable.tsx";
import { SelectionBar } from "../../../kit/table/SelectionBar.tsx";
import table from "../../../kit/table/table.module.css";
import { useFormat } from "../../../kit/use-format.ts";
import { SavedViews } from "../../../resource/list/SavedViews.tsx";
import { useResourceList } from "../../../resource/list/use-resource-list.ts";
import { matchesSearch } from "../../../resource/search.ts";
import { useDeleteResources, useDeleteWords } from "../../../resource/use-delete-resources.ts";
import { useResourceTexts } from "../../../resource/use-resource-texts.ts";
import { ASSISTANTS } from "../assistant-queries.ts";
import { type AssistantRow, SORT_COLUMNS, type SortColumn, sortRows, toRow } from "./assistant-rows.ts";
import assistantTableClasses from "./assistant-table.module.css";

const NewAssistantDialog = lazy(async () => ({ default: (await import("./NewAssistantDialog.tsx")).NewAssistantDialog }));

const route = getRouteApi("/shell/assistants");

const NO_FILTERS = {};

export function AssistantsPage() {
  const { t } = useTranslation();
  const { nouns, what } = useResourceTexts(ASSISTANTS);
  const { new: isMaking = false } = route.useSearch();
  const navigate = route.useNavigate();
  const make = () => void navigate({ search: (search) => ({ ...search, new: true }) });
  const { q = "", sort } = route.useSearch();
  const list = useResourceList(ASSISTANTS, { filters: NO_FILTERS, q, isSorted: sort !== undefined });
  const error = useShownError(list.error);
  const isEmpty = list.entities?.length === 0 && q === "" && list.isSearched;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("assistants.title")}
        actions={
          <Button variant="filled" onClick={make}>
            {t("assistants.new")}
          </Button>
        }
      />
      {error && (
        <LoadFailed message={t("resource.loadFailed", { reason: error.message, ...nouns })} onRetry={() => void list.retry()} />
      )}
      {list.isPending && !list.error && <PageSkeleton />}
      {isEmpty && (
        <EmptyNote
          title={t("resource.empty", nouns)}
          body={what}
          action={
            <Button mt="xs" onClick={make}>
              {t("assistants.new")}
            </Button>
          }
        />
      )}
      {list.entities && !isEmpty && <AssistantList list={list} />}
      <Suspense fallback={null}>
        {isMaking && (
          <NewAssistantDialog onClose={() => void navigate({ search: ({ new: _, template: _template, ...rest }) => rest })} />
        )}
      </Suspense>
    </div>
  );
}

function AssistantList({ list }: { list: ReturnType<typeof useResourceList> }) {
  const { t } = useTranslation();
  const { nouns } = useResourceTexts(ASSISTANTS);
  const { q = "", sort } = route.useSearch();
  const { entities, hasMore, wantsAll, cannotSearch, readOn } = list;
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
  const { figures, hasFigures } = useAssistantFigures(entities);
  const rows = useMemo(() => {
    const found = (entities ?? []).filter((entity) => matchesSearch(entity, q)) as Assistant[];
    return sortRows(
      found.map((assistant) => toRow(assistant, words, figures.get(assistant.id))),
      sort,
    );
  }, [entities, q, sort, words, figures]);
  const isReading = hasMore && (wantsAll || rows.length === 0);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const remove = useDeleteResources(ASSISTANTS);
  const deleteWords = useDeleteWords(ASSISTANTS);
  const search = (text: string) =>
    void navigate({ search: ({ q: _, ...rest }) => (text ? { ...rest, q: text } : rest), replace: true });

  return (
    <>
      <div className={classes.tools}>
        <SearchField label={t("resource.search", nouns)} value={q} onChange={search} />
        <SavedViews screen="assistants" state={{ ...(q && { q }), ...(sort && { sort }) }} />
        <span className={classes.count} role="status">
          {isReading
            ? t(cannotSearch ? "resource.readingAll" : "resource.loadingMore")
            : t(hasMore ? "resource.countSoFar" : "resource.count", { count: rows.length, ...nouns })}
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
      {rows.length > 0 && (
        <AssistantTable
          rows={rows}
          sort={sort}
          selected={selected}
          onSelect={setSelected}
          onNearEnd={readOn}
          hasFigures={hasFigures}
        />
      )}
      {rows.length === 0 && !isReading && (list.isSearched || cannotSearch) && (
        <EmptyNote
          title={t("assistants.noMatch", { search: q })}
          action={<Button onClick={() => search("")}>{t("assistants.clearSearch")}</Button>}
        />
      )}
    </>
  );
}

/** Ids of one request: longer addresses are refused. */
const IDS_PER_REQUEST = 100;
/** Figures may be this old while the list is open. */
const POLL_MS = 60_000;

/** The figures of the loaded assistants, by id. They arrive after the list. */
function useAssistantFigures(entities: readonly { id: string }[] = []) {
  const client = useClient();
  const { dataHost } = useServices();
  const hasFigures = dataHost.offers("listAssistantFigures");
  const ids = entities.map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, index) =>
    ids.slice(index * IDS_PER_REQUEST, (index + 1) * IDS_PER_REQUEST).join(","),
  );
  const figures = useQueries({
    queries: parts.map((assistantIdAny) => ({
      queryKey: ["assistant-figures", assistantIdAny],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.analytics.listAssistantFigures({ query: { assistantIdAny }, signal }),
      enabled: hasFigures,
      refetchInterval: POLL_MS,
    })),
    combine: byId,
  });
  return { figures, hasFigures };
}

/** Outside of the hook, so that the map is the same until an answer changes. */
function byId(answers: readonly { data?: AssistantFigures[] | undefined }[]): ReadonlyMap<string, AssistantFigures> {
  return new Map(answers.flatMap(({ data = [] }) => data.map((each) => [each.assistantId, each] as const)));
}

interface AssistantTableProps {
  rows: readonly AssistantRow[];
  sort: SortColumn | `-${SortColumn}` | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onNearEnd: () => void;
  /** The server knows the figures of calls. */
  hasFigures: boolean;
}

const FIGURES = ["lastCall", "success", "response", "cost"] as const;

function AssistantTable({ rows, sort, selected, onSelect, onNearEnd, hasFigures }: AssistantTableProps) {
  const { t } = useTranslation();
  const { nouns } = useResourceTexts(ASSISTANTS);
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  const cells: Record<SortColumn, Column<AssistantRow>["cell"]> = {
    name: ({ id, name, isUnpublished, compliancePlan }, tabIndex) => (
      <>
        <Link to="/assistants/$id" params={{ id }} className={table.link} tabIndex={tabIndex}>
          {name}
        </Link>{" "}
        {isUnpublished && <Pill>{t("assistants.unpublished")}</Pill>} <PrivacyPill plan={compliancePlan} />
      </>
    ),
    model: ({ model }) => model,
    voice: ({ voice }) => voice,
    updated: ({ updatedAt }) => <Instant iso={updatedAt}>{format.age(updatedAt, nowMs)}</Instant>,
  };
  const figures: Record<(typeof FIGURES)[number], Column<AssistantRow>["cell"]> = {
    lastCall: ({ figures: { lastCallAt } = {} }) =>
      lastCallAt === undefined ? "–" : <Instant iso={lastCallAt}>{format.age(lastCallAt, nowMs)}</Instant>,
    success: ({ figures: { successful = 0, judged = 0 } = {} }) => (
      <span className="num" title={t("assistants.ofJudged", { successful: String(successful), judged: String(judged) })}>
        {judged > 0 ? t("overview.percent", { share: String(Math.round((100 * successful) / judged)) }) : "–"}
      </span>
    ),
    response: ({ figures: { responseP50Ms } = {} }) => (
      <span className="num">
        {responseP50Ms === undefined ? "–" : t("latency.ms", { value: responseP50Ms.toLocaleString() })}
      </span>
    ),
    cost: ({ figures: { cost } = {} }) => <span className="num">{cost === undefined ? "–" : format.dollars(cost)}</span>,
  };
  return (
    <DataTable
      label={t("assistants.title")}
      rows={rows}
      columns={[
        ...SORT_COLUMNS.map((column) => ({
          id: column,
          label: t(`assistants.${column}`),
          isSortable: true,
          className: assistantTableClasses[column],
          cell: cells[column],
        })),
        ...(hasFigures ? FIGURES : []).map((column) => ({
          id: column,
          label: t(`assistants.figures.${column}`),
          className: assistantTableClasses[column],
          cell: figures[column],
        })),
      ]}
      sort={sort}
      selection={{
        selected,
        onSelect,
        words: { selectAll: t("resource.selectAll", nouns), select: ({ name }) => t("resource.select", { name }) },
      }}
      onNearEnd={onNearEnd}
    />
  );
}
