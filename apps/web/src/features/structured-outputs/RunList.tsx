import type { OutputRun } from "@callwright/contract";
import { Button, Progress, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { isOpen, outputKeys, runsQuery } from "./output-queries.ts";

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
    <CardList label={t("outputRuns.runs")} items={runs.data}>
      {(run) => <Run id={id} run={run} mayCancel={mayCancel} />}
    </CardList>
  );
}

function Run({ id, run, mayCancel }: { id: string; run: OutputRun; mayCancel: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useClient();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.structuredOutputs.cancelOutputRun({ id, runId: run.id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outputKeys.runs(id) }),
  });
  const percent = run.total === 0 ? 100 : Math.round(((run.done + run.failed + run.skipped) / run.total) * 100);
  return (
    <>
      <CardHead>
        <time dateTime={run.createdAt}>{format.dateTimeSeconds(run.createdAt)}</time>
        <Pill kind={isOpen(run) ? "accent" : "plain"}>{t(`outputRuns.status.${run.status}`)}</Pill>
      </CardHead>
      {isOpen(run) && <Progress value={percent} aria-label={t("outputRuns.progress")} />}
      <Text size="sm" role={isOpen(run) ? "status" : undefined}>
        {t("outputRuns.counts", countsOf(run))}
      </Text>
      {isOpen(run) && mayCancel && (
        <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("outputRuns.cancel")}
        </Button>
      )}
    </>
  );
}

function countsOf({ done, failed, skipped, total }: OutputRun) {
  return { done: String(done), failed: String(failed), skipped: String(skipped), total: String(total) };
}
