import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import type { Resource, ResourceColumn } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { RowMenu } from "./RowMenu.tsx";
import type { ResourceRow } from "./rows.ts";
import { SelectableTable } from "./SelectableTable.tsx";
import { SortHeader } from "./SortHeader.tsx";
import classes from "./table.module.css";

interface ResourceTableProps {
  resource: Resource;
  rows: readonly ResourceRow[];
  sort: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onNearEnd: () => void;
}

/** Things of a kind: name, the kind's own columns, the last change, and a menu. */
export function ResourceTable({ resource, rows, sort, selected, onSelect, onNearEnd }: ResourceTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  const texts = useResourceTexts(resource);
  const columns = resource.columns ?? [];
  return (
    <SelectableTable
      label={texts.title}
      rows={rows}
      selected={selected}
      onSelect={onSelect}
      onNearEnd={onNearEnd}
      words={{
        selectAll: t("resource.selectAll", texts.nouns),
        select: ({ name }) => t("resource.select", { name }),
      }}
      head={
        <>
          <SortHeader column="name" label={t("resource.name")} sort={sort} />
          {columns.map((column) => (
            <SortHeader
              key={column.id}
              column={column.id}
              label={texts.column(column.id)}
              sort={sort}
              className={classOf(column)}
              width={column.width}
            />
          ))}
          <SortHeader column="updated" label={t("resource.updated")} sort={sort} className={classes.updated} />
          <th scope="col" className={classes.menu}>
            <span className="visually-hidden">{t("resource.actions")}</span>
          </th>
        </>
      }
      cells={(row) => (
        <>
          <td title={row.name}>
            <Link to="/$resource/$id" params={{ resource: resource.path, id: row.id }} className={classes.link}>
              {row.name}
            </Link>
          </td>
          {columns.map((column) => (
            <td key={column.id} className={classOf(column)} title={row.texts[column.id]}>
              {column.render ? column.render(row.entity) : row.texts[column.id]}
            </td>
          ))}
          <td className={classes.updated}>
            <time dateTime={row.updatedAt} title={format.utc(row.updatedAt)}>
              {format.age(row.updatedAt, nowMs)}
            </time>
          </td>
          <td className={classes.menu}>
            <RowMenu resource={resource} row={row} />
          </td>
        </>
      )}
    />
  );
}

function classOf({ from = "medium", isNumeric }: ResourceColumn<ResourceEntity>): string {
  return [classes[from], isNumeric && classes.numeric].filter(Boolean).join(" ");
}
