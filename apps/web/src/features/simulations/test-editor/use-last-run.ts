import type { ListedSimulationRun, PassCount, SimulationRunItem } from "@callwright/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useClient } from "../../../data/services.tsx";
import { type TableRow, tableOf } from "../matrix-table.ts";
import { isRunOpen, itemQuery, itemsQuery, matrixQuery, runsOfSuiteQuery } from "../simulation-queries.ts";
import { TREND_RUNS } from "../suite-figures.tsx";

/** Callers whose conversations are read for the figures of the criteria. */
const READ_CALLERS = 12;

/** The last run of a test. */
export interface LastRunOfTest {
  run: ListedSimulationRun;
  /** The test's row of the matrix. */
  row: TableRow;
  /** Conversations with a result, without their words. */
  items: readonly SimulationRunItem[];
  /** The first that failed, otherwise the first one, with its words. */
  shown: SimulationRunItem | undefined;
  /** Its passes in the last runs that have ended, the newest first. */
  trend: readonly ({ id: string } & PassCount)[];
}

/** The newest run that has the test. Undefined while it is loaded, and without one. */
export function useLastRunOf(suiteId: string, testId: string | undefined): LastRunOfTest | undefined {
  const client = useClient();
  const isLive = useIsLive();
  const isOf = ({ simulations }: ListedSimulationRun) =>
    simulations.every(({ testIds }) => !Array.isArray(testIds) || testIds.includes(testId));
  const runs =
    useQuery({ ...runsOfSuiteQuery(client, suiteId, isLive), enabled: testId !== undefined }).data?.runs.filter(isOf) ?? [];
  const [run] = runs;
  const ended = runs.filter((each) => !isRunOpen(each)).slice(0, TREND_RUNS);
  const trend = useQueries({
    queries: ended.map(({ id }) => matrixQuery(client, id, isLive)),
    combine: (matrices) =>
      matrices.flatMap(({ data }, index) => {
        const sum = data && tableOf(data).rows.find(({ scenario }) => scenario.id === testId)?.sum;
        return sum && sum.total > 0 ? [{ ...sum, id: ended[index]?.id ?? "" }] : [];
      }),
  });
  const matrix = useQuery({ ...matrixQuery(client, run?.id ?? "", isLive), enabled: run !== undefined }).data;
  // The editor is drawn again with each key.
  const row = useMemo(() => matrix && tableOf(matrix).rows.find(({ scenario }) => scenario.id === testId), [matrix, testId]);
  const cells = (row?.cells ?? []).filter((cell) => cell !== undefined).slice(0, READ_CALLERS);
  const items = useQueries({
    queries: cells.map(({ simulationId }) => itemsQuery(client, run?.id ?? "", simulationId)),
    combine: (found) => found.flatMap(({ data = [] }) => data),
  });
  const known = cells.flatMap((cell) => cell.items);
  const wanted = known.find(({ status }) => status === "failed") ?? known.find(({ status }) => status === "passed");
  const shown = useQuery({ ...itemQuery(client, run?.id ?? "", wanted?.id ?? ""), enabled: wanted !== undefined }).data;
  return run && row && { run, row, items: items.filter(({ results }) => results), shown, trend };
}
