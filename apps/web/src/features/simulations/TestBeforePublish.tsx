import { readFittingPage } from "@callwright/client";
import type { CreateAssistant, TestSuite } from "@callwright/contract";
import { LIST_LIMIT } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { RunPill, RunProgress } from "./RunPill.tsx";
import classes from "./runs.module.css";
import { suiteRunQuery, useStartRun } from "./suite-runs.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

interface TestBeforePublishProps {
  assistantId: string;
  /** The draft that would be published. */
  draft: CreateAssistant;
}

/** Offers to run the suites of an assistant with its draft. Nothing without such a suite. */
export function TestBeforePublish({ assistantId, draft }: TestBeforePublishProps) {
  const { t } = useTranslation();
  const client = useClient();
  const mayRun = useMayEdit("createTestRun");
  const suites = useQuery({
    queryKey: [...resourceKeys.all("test-suites"), "of", assistantId],
    queryFn: async ({ signal }) => {
      const read = (limit: number) => client.testSuites.list({ query: { limit }, signal });
      const { page } = await readFittingPage(LIST_LIMIT.max, read);
      return page.results.filter(({ targetPlan }) => targetPlan?.assistantId === assistantId);
    },
    enabled: mayRun,
  });
  if (!suites.data || suites.data.length === 0) return null;
  return (
    <section aria-label={t("testRuns.beforePublish")}>
      <Text fw={550}>{t("testRuns.beforePublish")}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t("testRuns.beforePublishHint")}
      </Text>
      <CardList items={suites.data}>{(suite) => <SuiteOfDraft suite={suite} draft={draft} />}</CardList>
    </section>
  );
}

function SuiteOfDraft({ suite, draft }: { suite: TestSuite; draft: CreateAssistant }) {
  const { t } = useTranslation();
  const texts = useResourceTexts(testSuiteResource);
  const [runId, setRunId] = useState<string>();
  const start = useStartRun(suite.id, ({ id }) => setRunId(id));
  const run = useQuery({ ...suiteRunQuery(useClient(), suite.id, runId ?? "", useIsLive()), enabled: runId !== undefined }).data;
  const name = texts.nameOf(suite);
  return (
    <>
      <CardHead>
        <strong>{name}</strong>
        {run && <RunPill run={run} />}
      </CardHead>
      {run && <RunProgress run={run} />}
      <Failure>{start.error?.message}</Failure>
      <span className={classes.pills}>
        <Button
          size="compact-sm"
          loading={start.isPending}
          aria-label={`${t("testRuns.run")}: ${name}`}
          onClick={() => start.mutate({ assistant: draft })}
        >
          {t("testRuns.run")}
        </Button>
        {run && (
          <Link
            to="/test-suites/$id/runs/$runId"
            params={{ id: suite.id, runId: run.id }}
            target="_blank"
            className={classes.link}
          >
            {t("testRuns.results")}
          </Link>
        )}
      </span>
    </>
  );
}
