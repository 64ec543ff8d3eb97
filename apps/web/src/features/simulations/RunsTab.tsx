import type { ListedSimulationRun } from "@callwright/contract";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import table from "../../kit/table/table.module.css";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute } from "../../kit/use-now.ts";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { intervalText, percent } from "./percent.ts";
import { SimulationRunPill } from "./RunPill.tsx";
import { countOfRun, useRunWords } from "./run-words.ts";
import classes from "./runs.module.css";
import { isRunOpen, isWholeRun, runsOfSuiteQuery } from "./simulation-queries.ts";

/** The last runs of a suite, with their figures. */
export function RunsTab({ entity: { id } }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const list = useQuery(runsOfSuiteQuery(useClient(), id, useIsLive()));
  if (list.error)
    return <LoadFailed message={t("testRuns.loadFailed", { reason: list.error.message })} onRetry={() => void list.refetch()} />;
  if (!list.data) return <PageSkeleton />;
  if (list.data.runs.length === 0)
    return (
      <Text className={classes.tab ?? ""} c="dimmed">
        {t("testRuns.none")}
      </Text>
    );
  return <RunTable runs={list.data.runs} />;
}

function RunTable({ runs }: { runs: readonly ListedSimulationRun[] }) {
  const { t } = useTranslation();
  const words = useRunWords();
  const format = useFormat();
  const nowMs = useMinute();
  const partOf = (run: ListedSimulationRun) => !isWholeRun(run) && t("simulations.runs.part");
  return (
    <DataTable
      label={t("testRuns.title")}
      rows={runs}
      columns={[
        {
          id: "name",
          label: t("simulations.runs.run"),
          cell: (run, tabIndex) => (
            <Link to="/simulations/runs/$runId" params={{ runId: run.id }} className={table.link} tabIndex={tabIndex}>
              {run.name ?? format.dateTimeSeconds(run.createdAt)}
            </Link>
          ),
        },
        {
          id: "tested",
          label: t("simulations.tested"),
          className: classes.wide,
          cell: (run) => [words.versionOf(run) ?? "–", partOf(run)].filter(Boolean).join(" · "),
        },
        {
          id: "result",
          label: t("simulations.runs.result"),
          className: classes.number,
          cell: (run) => {
            const { passed, total } = countOfRun(run);
            return t("simulations.ofShort", { passed: String(passed), total: String(run.itemCounts?.total ?? total) });
          },
        },
        {
          id: "rate",
          label: t("simulations.runs.rate"),
          className: classes.wide,
          cell: (run) => {
            const count = countOfRun(run);
            return count.total === 0 ? "–" : `${percent(count, 1)} (${intervalText(count)})`;
          },
        },
        {
          id: "took",
          label: t("simulations.runs.took"),
          className: classes.wide,
          cell: (run) => (isRunOpen(run) ? "–" : (words.lengthOf(run, nowMs) ?? "–")),
        },
        {
          id: "when",
          label: t("simulations.runs.when"),
          className: classes.wide,
          cell: ({ createdAt }) => <Instant iso={createdAt}>{format.age(createdAt, nowMs)}</Instant>,
        },
        {
          id: "status",
          label: t("simulations.runs.status"),
          className: classes.status,
          cell: (run) => <SimulationRunPill run={run} />,
        },
      ]}
    />
  );
}
