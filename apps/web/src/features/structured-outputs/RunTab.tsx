import { type OutputRun, OutputRunFilter, type StructuredOutput } from "@callwright/contract";
import { Autocomplete, Button, Group, Progress, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { EndedReasonSelect } from "../../kit/EndedReasonSelect.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { TabNote } from "../../kit/TabNote.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { SchemaForm } from "../../resource/form/SchemaForm.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { isOpen, outputKeys, runsQuery } from "./output-queries.ts";
import classes from "./runs.module.css";

/** Fields of the filter that a generated form does well. */
const FormFilter = OutputRunFilter.omit({ endedReason: true, successEvaluation: true });

/** The rubric for pass and fail is the default one. Results of the others are typed. */
const VERDICTS = ["true", "false"];

/** Computes the output of past calls: of one call as a trial, or of all that match. */
export function RunTab({ entity: { id } }: { entity: StructuredOutput }) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const mayRun = useMayEdit("runStructuredOutput");
  if (!dataHost.offers("listOutputRuns")) return <TabNote text={t("outputRuns.elsewhere")} />;
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
  const texts = useResourceTexts({ name: "StructuredOutput", texts: "structuredOutputs" });
  const [filter, setFilter] = useState<OutputRunFilter>({});
  const { endedReason, successEvaluation, ...formFilter } = filter;
  const run = useMutation({
    mutationFn: () => client.structuredOutputs.run({ body: { structuredOutputId: id, filter } }),
    meta: { changes: [outputKeys.runs(id)] },
  });
  const trial = useMutation({
    mutationFn: async () => {
      const { assistantId } = filter;
      const query = { status: "ended" as const, limit: 1, ...(assistantId !== undefined && { assistantId }) };
      const [call] = (await client.calls.listMetadata({ query })).results;
      if (!call) throw new Error(t("outputRuns.noCall"));
      return client.structuredOutputs.run({ body: { previewEnabled: true, structuredOutputId: id, callIds: [call.id] } });
    },
  });
  const tried = trial.data && trialResult(trial.data, id);
  const failure = run.error ?? trial.error;
  return (
    <section aria-label={t("outputRuns.title")} className={classes.form}>
      <Text>{t("outputRuns.hint")}</Text>
      <SchemaForm
        schema={FormFilter}
        texts={texts}
        value={formFilter}
        onChange={(next) => setFilter({ ...(next as OutputRunFilter), endedReason, successEvaluation })}
        mainFields={Object.keys(FormFilter.shape)}
        problems={[]}
        isFlush
      />
      <EndedReasonSelect
        label={t("calls.filter.endedReason")}
        anyLabel={t("calls.anyReason")}
        value={endedReason}
        onChange={(reason) => setFilter({ ...filter, endedReason: reason })}
      />
      <Autocomplete
        label={t("calls.filter.success")}
        data={VERDICTS}
        value={successEvaluation ?? ""}
        onChange={(verdict) => setFilter({ ...filter, successEvaluation: verdict || undefined })}
      />
      <Group>
        <Button variant="filled" loading={run.isPending} onClick={() => run.mutate()}>
          {t("outputRuns.run")}
        </Button>
        <Button loading={trial.isPending} onClick={() => trial.mutate()}>
          {t("outputRuns.try")}
        </Button>
      </Group>
      <Failure>{failure?.message}</Failure>
      {trial.data && (
        <div role="status">
          <Text c="dimmed">{t("outputRuns.tried")}</Text>
          <pre className={`mono ${classes.trial}`}>
            {tried === undefined ? t("outputRuns.nothingFound") : JSON.stringify(tried, null, 2)}
          </pre>
        </div>
      )}
    </section>
  );
}

/** The result or, without one, why it could not be made. */
function trialResult(answer: Record<string, unknown>, id: string): unknown {
  const { result, error } = (answer[id] ?? {}) as { result?: unknown; error?: string };
  return error ?? result ?? answer.skipped ?? undefined;
}

/** The last runs of an output, with their progress. */
function RunList({ id, mayCancel }: { id: string; mayCancel: boolean }) {
  const { t } = useTranslation();
  const runs = useQuery(runsQuery(useClient(), id));
  if (!runs.data) return <QueryState query={runs} failed={(reason) => t("outputRuns.loadFailed", { reason })} />;
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
  const cancel = useMutation({
    mutationFn: () => client.structuredOutputs.cancelOutputRun({ id, runId: run.id }),
    meta: { changes: [outputKeys.runs(id)] },
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
