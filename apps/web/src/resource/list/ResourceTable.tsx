import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import classes from "../../kit/table/table.module.css";
import { useFormat } from "../../kit/use-format.ts";
import type { Resource, ResourceColumn } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { RowMenu } from "./RowMenu.tsx";
import type { ResourceRow } from "./rows.ts";

interface ResourceTableProps {
  resource: Resource;
  rows: readonly ResourceRow[];
  sort: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onNearEnd: () => void;
}

/** The list of a resource: name, the resource's own columns, the last change, and a menu. */
export function ResourceTable({ resource, rows, sort, selected, onSelect, onNearEnd }: ResourceTableProps) {
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
            <Link to="/$resource/$id" params={{ resource: resource.path, id }} className={classes.link} tabIndex={tabIndex}>
              {name}
            </Link>
          ),
        },
        ...ownColumns,
        {
          id: "updated",
          label: t("resource.updated"),
          isSortable: true,
          className: classes.updated,
          cell: ({ updatedAt }) => (
            <time dateTime={updatedAt} title={format.utc(updatedAt)}>
              {format.age(updatedAt, nowMs)}
            </time>
          ),
        },
        {
          id: "menu",
          label: t("resource.actions"),
          isLabelHidden: true,
          className: classes.menu,
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
  return [classes[from], isNumeric && classes.numeric].filter(Boolean).join(" ");
}
