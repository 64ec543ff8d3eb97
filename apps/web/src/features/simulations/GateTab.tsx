import type { TestSuite } from "@callwright/contract";
import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import classes from "./callers.module.css";
import { GateSwitches } from "./GateSwitches.tsx";
import { tableOf } from "./matrix-table.ts";
import { useRunWords } from "./run-words.ts";
import { isRunOpen, isWholeRun, matrixQuery, runsOfSuiteQuery } from "./simulation-queries.ts";

/** Whether the suite would let a version go live: what the last whole run says. */
export function GateTab({ entity }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const suite = entity as TestSuite;
  const client = useClient();
  const isLive = useIsLive();
  const words = useRunWords();
  const list = useQuery(runsOfSuiteQuery(client, suite.id, isLive));
  const run = list.data?.runs.find((each) => isWholeRun(each) && !isRunOpen(each));
  const matrix = useQuery({ ...matrixQuery(client, run?.id ?? "", isLive), enabled: run !== undefined });
  const error = list.error ?? matrix.error;
  if (error)
    return (
      <LoadFailed
        message={t("testRuns.loadFailed", { reason: error.message })}
        onRetry={() => void Promise.all([list.refetch(), run && matrix.refetch()])}
      />
    );
  if (!list.data || (run && !matrix.data)) return <PageSkeleton />;
  const cells = matrix.data ? tableOf(matrix.data).rows.flatMap((row) => row.cells.filter((cell) => cell !== undefined)) : [];
  const failing = cells.filter(({ failed, isUnstable }) => failed > 0 && !isUnstable);
  const unstable = cells.filter(({ isUnstable }) => isUnstable);
  const isPassed = failing.length === 0;
  const Mark = isPassed ? IconCircleCheck : IconCircleX;
  return (
    <div className={classes.tab}>
      <Text c="dimmed">{t("simulations.gate.what")}</Text>
      <GateSwitches suite={suite} />
      {!run && <Text>{t("simulations.gate.noRun")}</Text>}
      {run && (
        <section>
          <h2 className={classes.title}>{t("simulations.gate.last", { run: words.nameOf(run) })}</h2>
          <p className={classes.verdict} data-passed={isPassed || undefined}>
            <Mark size={20} aria-hidden="true" />
            {t(isPassed ? "simulations.gate.passes" : "simulations.gate.fails", { count: failing.length })}
          </p>
          <ul className={classes.plain}>
            {failing.map(({ key, scenario, caller, passed, total }) => (
              <li key={key}>
                <Link to="/simulations/$id" params={{ id: suite.id }} search={{ run: run.id, cell: key }}>
                  {scenario.name}, {caller.name}
                </Link>{" "}
                {t("simulations.passedOf", { passed: String(passed), total: String(total) })}
              </li>
            ))}
          </ul>
          {unstable.length > 0 && <Text c="dimmed">{t("simulations.gate.unstable", { count: unstable.length })}</Text>}
        </section>
      )}
    </div>
  );
}
