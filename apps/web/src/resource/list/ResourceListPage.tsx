import { SAVED_SCREENS } from "@callwright/contract";
import { Button } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import classes from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { SelectionBar } from "../../kit/table/SelectionBar.tsx";
import tableClasses from "../../kit/table/table.module.css";
import { useFormat } from "../../kit/use-format.ts";
import { ServerNotice } from "../page/ServerNotice.tsx";
import type { Resource, ResourceColumn } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { isNotOffered } from "../resource-queries.ts";
import { useDeleteResources, useDeleteWords } from "../use-delete-resources.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { CREATED_FILTERS, filterFieldsOf, filterNamesOf } from "./filter-fields.ts";
import { ListFilters } from "./ListFilters.tsx";
import { filtersOf, type ResourceListSearch } from "./list-search.ts";
import { RowMenu } from "./RowMenu.tsx";
import { filterRows, type ResourceRow, sortRows, toRows } from "./rows.ts";
import { SavedViews } from "./SavedViews.tsx";
import { useResourceList } from "./use-resource-list.ts";

const parent = getRouteApi("/shell/$resource");
const route = getRouteApi("/shell/$resource/");

/** The list of a kind of thing, in the state its address says. */
export function ResourceListPage() {
  const resource = parent.useLoaderData();
  const search = route.useSearch();
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const known = useMemo(() => filterNamesOf(resource), [resource]);
  const filters = useMemo(() => filtersOf(search, known), [search, known]);
  const list = useResourceList(resource, { filters, q: search.q ?? "", isSorted: search.sort !== undefined });
  const error = useShownError(list.error);
  const isNarrowed = Object.keys(filters).length > 0 || search.q !== undefined || !list.isSearched;
  const isEmpty = list.entities?.length === 0 && !isNarrowed;
  const isMissing = error !== undefined && isNotOffered(error);
  const { listActions: ListActions, listTop: ListTop, emptyState: EmptyState } = resource;
  return (
    <div className={classes.page}>
      <PageHeader
        title={texts.title}
        actions={
          !isMissing && (
            <>
              {ListActions && <ListActions />}
              <CreateAction resource={resource} isMain />
            </>
          )
        }
      />
      {!isMissing && <ServerNotice resource={resource} />}
      {ListTop && !isMissing && <ListTop />}
      {isMissing && <EmptyNote title={t("resource.notOffered", texts.nouns)} body={t("resource.notOfferedBody")} />}
      {error && !isMissing && (
        <LoadFailed
          message={t("resource.loadFailed", { reason: error.message, ...texts.nouns })}
          onRetry={() => void list.retry()}
        />
      )}
      {list.isPending && !list.error && <PageSkeleton />}
      {isEmpty && EmptyState && <EmptyState />}
      {isEmpty && !EmptyState && (
        <EmptyNote
          title={t("resource.empty", texts.nouns)}
          body={texts.what}
          action={<CreateAction resource={resource} isMain={false} />}
        />
      )}
      {list.entities && !isEmpty && <ResourceList resource={resource} list={list} filters={filters} search={search} />}
    </div>
  );
}

/** The one thing to do on a list: make a thing of its kind. */
function CreateAction({ resource, isMain }: { resource: Resource; isMain: boolean }) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const { nouns } = useResourceTexts(resource);
  const { createAction: Own } = resource;
  if (Own) return <Own isMain={isMain} />;
  if (!resource.schema || !may("create")) return null;
  return (
    <Button
      {...(isMain ? { variant: "filled" } : { mt: "xs" })}
      renderRoot={(props) => <Link to="/$resource/new" params={{ resource: resource.path }} {...props} />}
    >
      {t("resource.create", nouns)}
    </Button>
  );
}

interface ResourceListProps {
  resource: Resource;
  list: ReturnType<typeof useResourceList>;
  filters: ReturnType<typeof filtersOf>;
  search: ResourceListSearch;
}

function ResourceList({ resource, list, filters, search }: ResourceListProps) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const navigate = route.useNavigate();
  const texts = useResourceTexts(resource);
  const { q = "", sort } = search;
  const { selected: _, ...shown } = search;
  const screen = SAVED_SCREENS.find((each) => each === resource.path);
  const { entities, hasMore, wantsAll, isSearched, cannotSearch, readOn } = list;
  const fields = useMemo(() => filterFieldsOf(resource), [resource]);
  const hasCreated = useMemo(
    () => filterNamesOf(resource).some((name) => CREATED_FILTERS.some((each) => each === name)),
    [resource],
  );
  const { nameOf } = texts;
  const all = useMemo(() => toRows(entities ?? [], resource, nameOf, t), [entities, resource, nameOf, t]);
  const rows = useMemo(
    () => sortRows(isSearched ? all : filterRows(all, q), sort, resource.columns ?? []),
    [all, isSearched, q, sort, resource],
  );
  const selected = useMemo(() => new Set(search.selected), [search.selected]);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const remove = useDeleteResources(resource);
  const words = useDeleteWords(resource);
  // A filter may leave too little to scroll through.
  useEffect(() => {
    if (rows.length === 0) readOn();
  }, [rows.length, readOn]);
  const go = (change: Partial<ResourceListSearch>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const select = (ids: ReadonlySet<string>) => go({ selected: ids.size > 0 ? [...ids] : undefined });

  return (
    <>
      <div className={classes.tools}>
        <SearchField label={t("resource.search", texts.nouns)} value={q} onChange={(text) => go({ q: text || undefined })} />
        <ListFilters
          fields={fields}
          hasCreated={hasCreated}
          filters={filters}
          texts={texts}
          onChange={(name, value) => go({ [name]: value, selected: undefined })}
        />
        {screen && <SavedViews screen={screen} state={shown} />}
        <span className={classes.count} role="status">
          {hasMore && (wantsAll || rows.length === 0)
            ? t(cannotSearch ? "resource.readingAll" : "resource.loadingMore")
            : t(hasMore ? "resource.countSoFar" : "resource.count", { count: rows.length, ...texts.nouns })}
        </span>
        {chosen.length > 0 && may("delete") && (
          <SelectionBar
            count={chosen.length}
            title={words.title(chosen.map(({ name }) => name))}
            body={words.body}
            onDelete={async () => {
              await remove(chosen);
              select(new Set());
            }}
          />
        )}
      </div>
      {rows.length > 0 && (
        <ResourceTable resource={resource} rows={rows} sort={sort} selected={selected} onSelect={select} onNearEnd={readOn} />
      )}
      {rows.length === 0 && !hasMore && (
        <EmptyNote
          title={t("resource.noMatch", texts.nouns)}
          action={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t("resource.clear")}</Button>}
        />
      )}
    </>
  );
}

interface ResourceTableProps {
  resource: Resource;
  rows: readonly ResourceRow[];
  sort: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onNearEnd: () => void;
}

/** The list of a resource: name, the resource's own columns, the last change, and a menu. */
function ResourceTable({ resource, rows, sort, selected, onSelect, onNearEnd }: ResourceTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  const texts = useResourceTexts(resource);
  const ownColumns = (resource.columns ?? []).map(
    (column): Column<ResourceRow> => ({
      id: column.id,
      label: texts.column(column.id),
      isSortable: true,
      className: classOf(column),
      width: column.width,
      title: (row) => row.texts[column.id],
      cell: (row) => (column.render ? column.render(row.entity) : row.texts[column.id]),
    }),
  );
  return (
    <DataTable
      label={texts.title}
      rows={rows}
      columns={[
        {
          id: "name",
          label: t("resource.name"),
          isSortable: true,
          title: ({ name }) => name,
          cell: ({ id, name }, tabIndex) => (
            <Link to="/$resource/$id" params={{ resource: resource.path, id }} className={tableClasses.link} tabIndex={tabIndex}>
              {name}
            </Link>
          ),
        },
        ...ownColumns,
        {
          id: "updated",
          label: t("resource.updated"),
          isSortable: true,
          className: tableClasses.updated,
          cell: ({ updatedAt }) => <Instant iso={updatedAt}>{format.age(updatedAt, nowMs)}</Instant>,
        },
        {
          id: "menu",
          label: t("resource.actions"),
          isLabelHidden: true,
          className: tableClasses.menu,
          cell: (row, tabIndex) => <RowMenu resource={resource} row={row} tabIndex={tabIndex} />,
        },
      ]}
      sort={sort}
      selection={{
        selected,
        onSelect,
        words: { selectAll: t("resource.selectAll", texts.nouns), select: ({ name }) => t("resource.select", { name }) },
      }}
      onNearEnd={onNearEnd}
    />
  );
}

function classOf({ from = "medium", isNumeric }: ResourceColumn<ResourceEntity>): string {
  return [tableClasses[from], isNumeric && tableClasses.numeric].filter(Boolean).join(" ");
}
