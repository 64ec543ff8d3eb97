import { SAVED_SCREENS } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Instant } from "../../kit/Instant.tsx";
import classes from "../../kit/list-page.module.css";
import { SearchField } from "../../kit/SearchField.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { SelectionBar } from "../../kit/table/SelectionBar.tsx";
import tableClasses from "../../kit/table/table.module.css";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute } from "../../kit/use-now.ts";
import type { Resource, ResourceColumn } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { useDelete } from "../use-delete.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import type { ResourceListSearch } from "./list-search.ts";
import { RowMenu } from "./RowMenu.tsx";
import { filterRows, type ResourceRow, sortRows, toRows } from "./rows.ts";
import { SavedViews } from "./SavedViews.tsx";
import type { useResourceList } from "./use-resource-list.ts";

interface ResourceListProps {
  resource: Resource;
  list: ReturnType<typeof useResourceList>;
  search: ResourceListSearch;
  onSearch: (search: ResourceListSearch) => void;
  mayDelete: boolean;
  /** Filters beside the search. */
  children?: ReactNode;
}

/** The rows of a list, with its search, its saved views and the actions for selected rows. Loads no schemas. */
export function ResourceList({ resource, list, search, onSearch, mayDelete, children }: ResourceListProps) {
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const { q = "", sort } = search;
  const { selected: _, ...shown } = search;
  const screen = SAVED_SCREENS.find((each) => each === resource.path);
  const { entities, hasMore, wantsAll, isSearched, cannotSearch, readOn } = list;
  const { nameOf } = texts;
  const all = useMemo(() => toRows(entities ?? [], resource, nameOf, t), [entities, resource, nameOf, t]);
  const rows = useMemo(
    () => sortRows(isSearched ? all : filterRows(all, q), sort, resource.columns ?? []),
    [all, isSearched, q, sort, resource],
  );
  const selected = useMemo(() => new Set(search.selected), [search.selected]);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const { question } = useDelete(resource);
  // A filter may leave too little to scroll through.
  useEffect(() => {
    if (rows.length === 0) readOn();
  }, [rows.length, readOn]);
  const select = (ids: ReadonlySet<string>) => onSearch({ ...shown, ...(ids.size > 0 && { selected: [...ids] }) });

  return (
    <>
      <div className={classes.tools}>
        <SearchField
          label={t("resource.search", texts.nouns)}
          value={q}
          onChange={(text) => {
            const { q: _before, ...others } = search;
            onSearch(text ? { ...others, q: text } : others);
          }}
        />
        {children}
        {screen && <SavedViews screen={screen} state={shown} />}
        <span className={classes.count} role="status">
          {hasMore && (wantsAll || rows.length === 0)
            ? t(cannotSearch ? "resource.readingAll" : "resource.loadingMore")
            : t(hasMore ? "resource.countSoFar" : "resource.count", { count: rows.length, ...texts.nouns })}
        </span>
        {chosen.length > 0 && mayDelete && <SelectionBar count={chosen.length} {...question(chosen, () => select(new Set()))} />}
      </div>
      {rows.length > 0 && (
        <ResourceTable resource={resource} rows={rows} sort={sort} selected={selected} onSelect={select} onNearEnd={readOn} />
      )}
      {rows.length === 0 && !hasMore && (
        <EmptyNote
          title={t("resource.noMatch", texts.nouns)}
          action={<Button onClick={() => onSearch({})}>{t("resource.clear")}</Button>}
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
  const nowMs = useMinute();
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
          cell: ({ id, name, entity }, tabIndex) => (
            <>
              <Link
                to="/$resource/$id"
                params={{ resource: resource.path, id }}
                className={tableClasses.link}
                tabIndex={tabIndex}
              >
                {name}
              </Link>{" "}
              {resource.marks?.(entity)}
            </>
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
