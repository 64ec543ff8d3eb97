import { Alert, Button, FileButton, Group, Select, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { useClient, useDataHost } from "../../data/services.tsx";
import { LeaveGuard } from "../../resource/page/LeaveGuard.tsx";
import classes from "./config.module.css";
import { ARCHIVE_MAX_MEGABYTES, type Archive, ArchiveError, readArchive } from "./config-archive.ts";
import { applyImport, countSteps, doesMore, type ImportSource, type PlannedImport, planImport } from "./config-transfer.ts";
import { PlanView } from "./PlanView.tsx";

interface Chosen {
  name: string;
  archive: Archive;
  environment: string | undefined;
}

/** Reads an archive, shows what it changes, and then changes it. */
export function ImportSection({ orgId }: { orgId: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const host = useDataHost();
  const isForeign = host?.enabled === true && host.isCallwright !== true;
  const [chosen, setChosen] = useState<Chosen>();
  const [planned, setPlanned] = useState<PlannedImport>();
  const [isOutdated, setOutdated] = useState(false);
  const [done, setDone] = useState(0);

  const plan = ({ archive, environment }: Chosen, secrets: ImportSource["secrets"]) =>
    planImport(client, orgId, { archive, environment, secrets, isForeign });
  const compare = useMutation({ mutationFn: (source: Chosen) => plan(source, {}), onSuccess: setPlanned });
  const read = useMutation({
    mutationFn: async (file: File): Promise<Chosen> => ({
      name: file.name,
      archive: readArchive(new Uint8Array(await file.arrayBuffer())),
      environment: undefined,
    }),
    onSuccess: (source) => start(source),
  });
  const apply = useMutation({
    mutationFn: async ({ source, shown, secrets }: { source: Chosen; shown: PlannedImport; secrets: Record<string, string> }) => {
      setDone(0);
      // Others may have changed the organization since the plan was shown.
      const now = await plan(source, secrets);
      if (now.plan.problems.length > 0 || now.plan.missingVariables.size > 0 || doesMore(shown.plan, now.plan)) {
        setPlanned(now);
        setOutdated(true);
        return undefined;
      }
      const failure = await applyImport(now, secrets, setDone);
      await queryClient.invalidateQueries();
      if (failure) {
        const [problem] = failure.problems;
        const reason = [problem?.field, problem?.message].filter((part) => part !== undefined).join(" ");
        throw new Error(t("config.import.stopped", { resource: failure.step.key, reason }));
      }
      return countResult(now);
    },
    onSuccess: (result) => {
      if (!result) return;
      setPlanned(undefined);
      setChosen(undefined);
    },
  });

  function start(source: Chosen): void {
    setChosen(source);
    setPlanned(undefined);
    setOutdated(false);
    apply.reset();
    compare.mutate(source);
  }

  const readProblem = read.error instanceof ArchiveError ? read.error.problem : undefined;
  const progress = { done: done.toLocaleString(), total: (planned?.plan.steps.length ?? 0).toLocaleString() };
  return (
    <section aria-label={t("config.import.title")}>
      <LeaveGuard isUnsaved={() => apply.isPending} />
      <h2>{t("config.import.title")}</h2>
      <p className={classes.hint}>{t("config.import.hint")}</p>
      <Group>
        <FileButton
          accept=".zip,application/zip"
          onChange={(file) => {
            if (file) read.mutate(file);
          }}
        >
          {(props) => (
            <Button {...props} loading={read.isPending} disabled={apply.isPending}>
              {t(chosen ? "config.import.chooseOther" : "config.import.choose")}
            </Button>
          )}
        </FileButton>
        {chosen && <Text c="dimmed">{chosen.name}</Text>}
      </Group>
      {chosen && chosen.archive.environments.length > 0 && (
        <Select
          label={t("config.import.environment")}
          placeholder={t("config.import.noEnvironment")}
          clearable
          maw={280}
          mt="sm"
          disabled={apply.isPending}
          data={chosen.archive.environments}
          value={chosen.environment ?? null}
          onChange={(environment) => start({ ...chosen, environment: environment ?? undefined })}
        />
      )}
      {read.error && (
        <Alert color="red" variant="outline" role="alert" mt="sm">
          {readProblem
            ? t(`config.import.${readProblem}`, { megabytes: String(ARCHIVE_MAX_MEGABYTES) })
            : t("config.import.failed", { reason: read.error.message })}
        </Alert>
      )}
      {compare.isPending && (
        <Text c="dimmed" role="status" mt="sm">
          {t("config.import.reading")}
        </Text>
      )}
      <Failure mt="sm">{compare.error && t("config.import.failed", { reason: compare.error.message })}</Failure>
      {isOutdated && (
        <Alert color="yellow" variant="outline" role="alert" mt="sm">
          {t("config.import.changedMeanwhile")}
        </Alert>
      )}
      {chosen && planned && (
        <PlanView
          plan={planned.plan}
          isApplying={apply.isPending}
          onApply={(secrets) => {
            setOutdated(false);
            apply.mutate({ source: chosen, shown: planned, secrets });
          }}
        />
      )}
      {apply.isPending && (
        <Text c="dimmed" role="status" mt="sm">
          {t("config.import.applying", progress)}
        </Text>
      )}
      <Failure mt="sm">{apply.error && `${apply.error.message} ${t("config.import.continue", progress)}`}</Failure>
      {apply.data && (
        <Alert color="teal" variant="outline" role="status" mt="sm">
          {t("config.import.done", apply.data)}
        </Alert>
      )}
    </section>
  );
}

function countResult({ plan }: PlannedImport) {
  const { created, changed } = countSteps(plan);
  return { created: created.toLocaleString(), changed: changed.toLocaleString() };
}
