import type { OutputRun } from "@callwright/contract";
import { Button, Progress, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { isOpen, outputKeys, runsQuery } from "./output-queries.ts";
import classes from "./runs.module.css";

/** The last runs of an output, with their progress. */
export function RunList({ id, mayCancel }: { id: string; mayCancel: boolean }) {
  const { t } = useTranslation();
  const runs = useQuery(runsQuery(useClient(), id));
  if (runs.error)
    return (
      <LoadFailed message={t("outputRuns.loadFailed", { reason: runs.error.message })} onRetry={() => void runs.refetch()} />
    );
  if (!runs.data) return <PageSkeleton />;
  if (runs.data.length === 0) return <Text c="dimmed">{t("outputRuns.none")}</Text>;
  return (
    <ol className={classes.runs} aria-label={t("outputRuns.runs")}>
      {runs.data.map((run) => (
        <li key={run.id}>
          <Run id={id} run={run} mayCancel={mayCancel} />
        </li>
      ))}
    </ol>
  );
}

function Run({ id, run, mayCancel }: { id: string; run: OutputRun; mayCancel: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useClient();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.cancelOutputRun({ id, runId: run.id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outputKeys.runs(id) }),
  });
  const percent = run.total === 0 ? 100 : Math.round(((run.done + run.failed + run.skipped) / run.total) * 100);
  return (
    <div className={classes.run}>
      <div className={classes.runHead}>
        <time dateTime={run.createdAt}>{format.dateTimeSeconds(run.createdAt)}</time>
        <Pill kind={isOpen(run) ? "accent" : "plain"}>{t(`outputRuns.status.${run.status}`)}</Pill>
      </div>
      {isOpen(run) && <Progress value={percent} aria-label={t("outputRuns.progress")} />}
      <Text size="sm" role={isOpen(run) ? "status" : undefined}>
        {t("outputRuns.counts", countsOf(run))}
      </Text>
      {isOpen(run) && mayCancel && (
        <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("outputRuns.cancel")}
        </Button>
      )}
    </div>
  );
}

function countsOf({ done, failed, skipped, total }: OutputRun) {
  return { done: String(done), failed: String(failed), skipped: String(skipped), total: String(total) };
}
