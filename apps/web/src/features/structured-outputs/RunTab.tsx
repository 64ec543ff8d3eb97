import { OutputRunFilter, type StructuredOutput } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { SchemaForm } from "../../resource/form/SchemaForm.tsx";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { outputKeys } from "./output-queries.ts";
import { RunList } from "./RunList.tsx";
import classes from "./runs.module.css";

const MAIN_FIELDS = ["assistantId", "createdAtGe", "successEvaluation"];

/** Makes the output of past calls: of one as a trial, or of all that match. */
export function RunTab({ entity: { id } }: { entity: StructuredOutput }) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const mayRun = useMayEdit("runStructuredOutput");
  if (!dataHost.offers("listOutputRuns"))
    return (
      <Text c="dimmed" p="lg">
        {t("outputRuns.elsewhere")}
      </Text>
    );
  return (
    <div className={classes.tab}>
      {mayRun && <RunForm id={id} />}
      <RunList id={id} mayCancel={mayRun} />
    </div>
  );
}

function RunForm({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const texts = useResourceTexts({ texts: "structuredOutputs" });
  const [filter, setFilter] = useState<OutputRunFilter>({});
  const run = useMutation({
    mutationFn: () => client.runStructuredOutput({ body: { structuredOutputId: id, filter } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: outputKeys.runs(id) }),
  });
  const trial = useMutation({
    mutationFn: async () => {
      const { assistantId } = filter;
      const query = { status: "ended" as const, limit: 1, ...(assistantId !== undefined && { assistantId }) };
      const [call] = (await client.listCallMetadata({ query })).results;
      if (!call) throw new Error(t("outputRuns.noCall"));
      return client.runStructuredOutput({ body: { previewEnabled: true, structuredOutputId: id, callIds: [call.id] } });
    },
  });
  const failure = run.error ?? trial.error;
  return (
    <section aria-label={t("outputRuns.title")} className={classes.form}>
      <Text>{t("outputRuns.hint")}</Text>
      <SchemaForm
        schema={OutputRunFilter}
        texts={texts}
        value={filter}
        onChange={(next) => setFilter(next as OutputRunFilter)}
        problems={[]}
        mainFields={MAIN_FIELDS}
        isFlush
      />
      <Group>
        <Button variant="filled" loading={run.isPending} onClick={() => run.mutate()}>
          {t("outputRuns.run")}
        </Button>
        <Button loading={trial.isPending} onClick={() => trial.mutate()}>
          {t("outputRuns.try")}
        </Button>
      </Group>
      {failure && (
        <Alert color="red" variant="outline" role="alert">
          {failure.message}
        </Alert>
      )}
      {trial.data && (
        <div role="status">
          <Text c="dimmed">{t("outputRuns.tried")}</Text>
          <pre className={`mono ${classes.trial}`}>{JSON.stringify(trialResult(trial.data, id), null, 2)}</pre>
        </div>
      )}
    </section>
  );
}

/** The result or, without one, what kept it from being made. */
function trialResult(answer: Record<string, unknown>, id: string): unknown {
  const { result, error } = (answer[id] ?? {}) as { result?: unknown; error?: string };
  return error ?? result ?? answer.skipped ?? null;
}
