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
  /** The server knows the figures of calls. */
  hasFigures: boolean;
}

const FIGURES = ["lastCall", "success", "response", "cost"] as const;

export function AssistantTable({ rows, sort, selected, onSelect, onNearEnd, hasFigures }: AssistantTableProps) {
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
  const figures: Record<(typeof FIGURES)[number], Column<AssistantRow>["cell"]> = {
    lastCall: ({ figures: { lastCallAt } = {} }) =>
      lastCallAt === undefined ? (
        "–"
      ) : (
        <time dateTime={lastCallAt} title={format.utc(lastCallAt)}>
          {format.age(lastCallAt, nowMs)}
        </time>
      ),
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
          className: classes[column],
          cell: cells[column],
        })),
        ...(hasFigures ? FIGURES : []).map((column) => ({
          id: column,
          label: t(`assistants.figures.${column}`),
          className: classes[column],
          cell: figures[column],
        })),
      ]}
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
