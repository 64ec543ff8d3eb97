import type { SimulationRun, TestRun } from "@callwright/contract";
import { Progress, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { isOpen } from "./suite-runs.ts";

/** How a run goes or went. */
export function RunPill({ run }: { run: TestRun }) {
  const { t } = useTranslation();
  if (isOpen(run)) return <Pill kind="accent">{t(`testRuns.status.${run.status}`)}</Pill>;
  if (run.status === "failed") return <Pill kind="warn">{t("testRuns.status.failed")}</Pill>;
  const isPassed = run.testResults.every(({ attempts }) => attempts.every(({ result }) => result !== "fail"));
  return <ResultPill isPassed={isPassed} />;
}

/** How a run of simulations goes or went. */
export function SimulationRunPill({ run }: { run: SimulationRun }) {
  const { t } = useTranslation();
  if (run.status !== "ended") return <Pill kind="accent">{t(`simulations.status.${run.status}`)}</Pill>;
  if (run.endedReason !== "completed") return <Pill kind="warn">{t("testRuns.status.failed")}</Pill>;
  return <ResultPill isPassed={(run.itemCounts?.failed ?? 0) === 0} />;
}

/** Passed or failed. */
export function ResultPill({ isPassed }: { isPassed: boolean }) {
  const { t } = useTranslation();
  return <Pill kind={isPassed ? "accent" : "bad"}>{t(isPassed ? "testRuns.passed" : "testRuns.notPassed")}</Pill>;
}

/** The attempts of a run by their result. A bar shows the progress of a running one. */
export function RunProgress({ run }: { run: TestRun }) {
  const { t } = useTranslation();
  const { progress = { total: 0, passed: 0, failed: 0 } } = run;
  const { total, passed, failed } = progress;
  return (
    <>
      {isOpen(run) && (
        <Progress.Root size="sm">
          <Progress.Section value={(100 * passed) / total} color="teal" aria-label={t("testRuns.progressPassed")} />
          <Progress.Section value={(100 * failed) / total} color="red" aria-label={t("testRuns.progressFailed")} />
        </Progress.Root>
      )}
      <Text size="sm" c="dimmed" role={isOpen(run) ? "status" : undefined}>
        {t("testRuns.counts", { passed: String(passed), failed: String(failed), total: String(total) })}
        {run.failure !== undefined && ` ${run.failure}`}
      </Text>
    </>
  );
}
