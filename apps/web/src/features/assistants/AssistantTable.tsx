import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import { SelectableTable } from "../../resource/list/SelectableTable.tsx";
import { SortHeader } from "../../resource/list/SortHeader.tsx";
import table from "../../resource/list/table.module.css";
import { type AssistantRow, SORT_COLUMNS, type SortColumn } from "./assistant-rows.ts";
import classes from "./assistant-table.module.css";

interface AssistantTableProps {
  rows: readonly AssistantRow[];
  sort: SortColumn | `-${SortColumn}`;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

export function AssistantTable({ rows, sort, selected, onSelect }: AssistantTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  return (
    <SelectableTable
      label={t("assistants.title")}
      rows={rows}
      selected={selected}
      onSelect={onSelect}
      words={{
        selectAll: t("assistants.selectAll"),
        select: ({ name }) => t("assistants.select", { name }),
      }}
      head={SORT_COLUMNS.map((column) => (
        <SortHeader key={column} column={column} label={t(`assistants.${column}`)} sort={sort} className={classes[column]} />
      ))}
      cells={(row) => (
        <>
          <td>
            <Link to="/assistants/$id" params={{ id: row.id }} className={table.link}>
              {row.name}
            </Link>
          </td>
          <td className={classes.model}>{row.model}</td>
          <td className={classes.voice}>{row.voice}</td>
          <td className={classes.updated}>
            <time dateTime={row.updatedAt} title={format.utc(row.updatedAt)}>
              {format.age(row.updatedAt, nowMs)}
            </time>
          </td>
        </>
      )}
    />
  );
}
