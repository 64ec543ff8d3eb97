import type { TestRun } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { RunPill, RunProgress } from "./RunPill.tsx";
import classes from "./runs.module.css";
import { isOpen, suiteRunsQuery, useCancelRun } from "./suite-runs.ts";

/** The last runs of a suite. */
export function RunsTab({ entity: { id } }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const runs = useQuery(suiteRunsQuery(useClient(), id, useIsLive()));
  if (runs.error)
    return <LoadFailed message={t("testRuns.loadFailed", { reason: runs.error.message })} onRetry={() => void runs.refetch()} />;
  if (!runs.data) return <PageSkeleton />;
  return (
    <div className={classes.tab}>
      {runs.data.length === 0 && <Text c="dimmed">{t("testRuns.none")}</Text>}
      <CardList label={t("testRuns.title")} items={runs.data}>
        {(run) => <Run suiteId={id} run={run} />}
      </CardList>
    </div>
  );
}

function Run({ suiteId, run }: { suiteId: string; run: TestRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <CardHead>
        <Link to="/test-suites/$id/runs/$runId" params={{ id: suiteId, runId: run.id }} className={classes.link}>
          {run.name ?? format.dateTimeSeconds(run.createdAt)}
        </Link>
        <span className={classes.pills}>
          {run.isDraft && <Pill>{t("testRuns.draft")}</Pill>}
          {run.assistantVersion !== undefined && <Pill>{t("testRuns.version", { version: String(run.assistantVersion) })}</Pill>}
          <RunPill run={run} />
        </span>
      </CardHead>
      <RunProgress run={run} />
      {isOpen(run) && <CancelRun suiteId={suiteId} runId={run.id} />}
    </>
  );
}

export function CancelRun({ suiteId, runId }: { suiteId: string; runId: string }) {
  const { t } = useTranslation();
  const cancel = useCancelRun(suiteId, runId);
  if (!useMayEdit("cancelTestRun")) return null;
  return (
    <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t("testRuns.cancel")}
    </Button>
  );
}
