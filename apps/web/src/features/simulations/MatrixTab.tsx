import { LINES, type ListedSimulationRun, type TestSuite } from "@callwright/contract";
import { NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { useNow } from "../../kit/use-now.ts";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { CellPanel } from "./CellPanel.tsx";
import { Matrix } from "./Matrix.tsx";
import classes from "./matrix.module.css";
import { type MatrixTable, tableOf } from "./matrix-table.ts";
import { intervalText, percent } from "./percent.ts";
import { RunButton } from "./RunButton.tsx";
import { countOfRun, useRunWords } from "./run-words.ts";
import { isRunOpen, isWholeRun, matrixQuery, runsOfSuiteQuery } from "./simulation-queries.ts";

const route = getRouteApi("/shell/simulations/$id");

/** The newest run of a suite as a table, compared with the one before. */
export function MatrixTab({ entity }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const suite = entity as TestSuite;
  const list = useQuery(runsOfSuiteQuery(useClient(), suite.id, useIsLive()));
  const { run: runId, base: baseId } = route.useSearch();
  if (list.error)
    return <LoadFailed message={t("testRuns.loadFailed", { reason: list.error.message })} onRetry={() => void list.refetch()} />;
  if (!list.data) return <PageSkeleton />;
  const { runs } = list.data;
  const run = runs.find(({ id }) => id === runId) ?? runs.find(isWholeRun) ?? runs[0];
  if (!run)
    return (
      <EmptyNote
        title={t("simulations.matrix.empty")}
        body={t("simulations.matrix.emptyBody")}
        action={<RunButton suite={suite} />}
      />
    );
  const older = runs.slice(runs.indexOf(run) + 1);
  const base =
    runs.find(({ id }) => id === baseId && id !== run.id) ?? older.find((each) => isWholeRun(each) && !isRunOpen(each));
  return <Compared suite={suite} runs={runs} run={run} base={baseId === NO_BASE ? undefined : base} />;
}

/** In the address: the run is compared with no other. */
const NO_BASE = "none";

interface ComparedProps {
  suite: TestSuite;
  runs: readonly ListedSimulationRun[];
  run: ListedSimulationRun;
  base: ListedSimulationRun | undefined;
}

function Compared({ suite, runs, run, base }: ComparedProps) {
  const { t } = useTranslation();
  const words = useRunWords();
  const client = useClient();
  const isLive = useIsLive();
  const { cell: openKey } = route.useSearch();
  const navigate = route.useNavigate();
  const after = useQuery(matrixQuery(client, run.id, isLive));
  const before = useQuery({ ...matrixQuery(client, base?.id ?? "", isLive), enabled: base !== undefined }).data;
  const table = useMemo(() => after.data && tableOf(after.data, base && before), [after.data, base, before]);
  const settings = useSettingsOf(run, table?.seeds);
  const change = useCallback(
    (next: { run?: string; base?: string; cell?: string | undefined }) =>
      void navigate({
        search: (now) => {
          const { cell, ...others } = { ...now, ...next };
          return cell === undefined ? others : { ...others, cell };
        },
        replace: true,
      }),
    [navigate],
  );
  const open = useCallback((cell: string) => change({ cell }), [change]);
  const shown = table?.rows.flatMap(({ cells }) => cells).find((cell) => cell?.key === openKey);
  const choices = runs.map((each) => ({ value: each.id, label: words.nameOf(each) }));
  return (
    <div className={classes.tab} data-panel={shown !== undefined || undefined}>
      <div className={classes.main}>
        <div className={classes.tools}>
          <span>{t("simulations.matrix.compare")}</span>
          <NativeSelect
            aria-label={t("simulations.matrix.compare")}
            value={base?.id ?? NO_BASE}
            data={[{ value: NO_BASE, label: t("simulations.matrix.noBase") }, ...choices.filter(({ value }) => value !== run.id)]}
            onChange={(event) => change({ base: event.currentTarget.value })}
          />
          <span>{t("simulations.matrix.with")}</span>
          <NativeSelect
            aria-label={t("simulations.matrix.run")}
            value={run.id}
            data={choices}
            onChange={(event) => change({ run: event.currentTarget.value, cell: undefined })}
          />
          <span className={classes.settings}>{settings}</span>
        </div>
        {after.error && (
          <LoadFailed message={t("testRuns.loadFailed", { reason: after.error.message })} onRetry={() => void after.refetch()} />
        )}
        {!table && !after.error && <PageSkeleton />}
        {table && (
          <>
            <Figures table={table} run={run} base={base} />
            {run.endedReason !== undefined && run.endedReason !== "completed" && (
              <Text size="sm" c="dimmed" mb="sm">
                {run.endedReason}
              </Text>
            )}
            <Matrix table={table} open={openKey} onOpen={open} />
          </>
        )}
      </div>
      {shown && <CellPanel suite={suite} run={run} base={base} cell={shown} onClose={() => change({ cell: undefined })} />}
    </div>
  );
}

/** "20 seeds a cell · Sound · Mobile on the street" */
function useSettingsOf({ transport, line }: ListedSimulationRun, seeds = 0): string {
  const { t } = useTranslation();
  const medium = transport && t(transport.provider === "vapi.webchat" ? "simulations.asText" : "simulations.asSound");
  const ofLine = typeof line === "string" ? LINES.find(({ key }) => key === line)?.label : undefined;
  return [t("simulations.seedsACell", { count: seeds }), medium, ofLine].filter((each) => each !== undefined).join(" · ");
}

interface FiguresProps {
  table: MatrixTable;
  run: ListedSimulationRun;
  base: ListedSimulationRun | undefined;
}

/** The rates of both runs, what changed, and what the run took. */
function Figures({ table, run, base }: FiguresProps) {
  const { t } = useTranslation();
  const words = useRunWords();
  const isOpen = isRunOpen(run);
  const nowMs = useNow(isOpen);
  const { total = 0 } = run.itemCounts ?? {};
  const passesOf = (each: ListedSimulationRun) =>
    t("simulations.matrix.passes", { name: words.versionOf(each) ?? t("simulations.matrix.thisRun") });
  return (
    <dl className={classes.figures}>
      {base && table.before && (
        <div>
          <dt>{passesOf(base)}</dt>
          <dd className={classes.value}>{percent(table.before, 1)}</dd>
          <dd>{intervalText(table.before)}</dd>
        </div>
      )}
      <div>
        <dt>{passesOf(run)}</dt>
        <dd className={classes.value}>{percent(table.sum, 1)}</dd>
        <dd>{table.sum.total === 0 ? t("simulations.matrix.noResult") : intervalText(table.sum)}</dd>
      </div>
      {table.before && (
        <div>
          <dt>{t("simulations.matrix.changed")}</dt>
          <dd className={classes.value}>
            <span className={classes.better} role="img" aria-label={t("simulations.matrix.better", { count: table.better })}>
              ▲ {table.better}
            </span>{" "}
            <span className={classes.worse} role="img" aria-label={t("simulations.matrix.worse", { count: table.worse })}>
              ▼ {table.worse}
            </span>
          </dd>
          <dd>{t("simulations.matrix.sameUnstable", { same: String(table.same), unstable: String(table.unstable) })}</dd>
        </div>
      )}
      <div>
        <dt>{t("simulations.matrix.conversations", { count: total })}</dt>
        <dd className={classes.value}>{words.lengthOf(run, nowMs) ?? t("simulations.matrix.waiting")}</dd>
        <dd aria-live="polite">
          {isOpen
            ? t("simulations.matrix.soFar", { done: String(countOfRun(run).total), total: String(total) })
            : t("simulations.matrix.failed", { count: run.itemCounts?.failed ?? 0 })}
        </dd>
      </div>
    </dl>
  );
}
