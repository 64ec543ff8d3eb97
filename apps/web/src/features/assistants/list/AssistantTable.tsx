import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Pill } from "../../../kit/Pill.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { type Column, DataTable } from "../../../kit/table/DataTable.tsx";
import table from "../../../kit/table/table.module.css";
import { useFormat } from "../../../kit/use-format.ts";
import { type AssistantRow, SORT_COLUMNS, type SortColumn } from "./assistant-rows.ts";
import classes from "./assistant-table.module.css";

interface AssistantTableProps {
  rows: readonly AssistantRow[];
  sort: SortColumn | `-${SortColumn}` | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onNearEnd: () => void;
}

export function AssistantTable({ rows, sort, selected, onSelect, onNearEnd }: AssistantTableProps) {
  const { t } = useTranslation();
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
    updated: ({ updatedAt }) => (
      <time dateTime={updatedAt} title={format.utc(updatedAt)}>
        {format.age(updatedAt, nowMs)}
      </time>
    ),
  };
  return (
    <DataTable
      label={t("assistants.title")}
      rows={rows}
      columns={SORT_COLUMNS.map((column) => ({
        id: column,
        label: t(`assistants.${column}`),
        isSortable: true,
        className: classes[column],
        cell: cells[column],
      }))}
      sort={sort}
      selection={{
        selected,
        onSelect,
        words: { selectAll: t("assistants.selectAll"), select: ({ name }) => t("assistants.select", { name }) },
      }}
      onNearEnd={onNearEnd}
    />
  );
}
