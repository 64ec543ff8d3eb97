import { readFittingPage } from "@callwright/client";
import type { CreateAssistant, GateCheck, PublishGateState, TestRun, TestSuite } from "@callwright/contract";
import { LIST_LIMIT } from "@callwright/contract";
import { Button, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { useSetGate, withSuite } from "./publish-gate.ts";
import { RunPill, RunProgress } from "./RunPill.tsx";
import classes from "./runs.module.css";
import { suiteRunQuery, useRunWithDraft } from "./suite-runs.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

interface TestBeforePublishProps {
  assistantId: string;
  /** The draft that would be published. */
  draft: CreateAssistant;
  /** Undefined where the server has no gates. */
  gate: PublishGateState | undefined;
}

/** Offers to run the suites of an assistant with its draft, and to require them. Nothing without such a suite. */
export function TestBeforePublish({ assistantId, draft, gate }: TestBeforePublishProps) {
  const { t } = useTranslation();
  const client = useClient();
  const mayRun = useMayEdit("createTestRun");
  const setGate = useSetGate(assistantId);
  const suites = useQuery({
    queryKey: [...resourceKeys.all("simulations"), "of", assistantId],
    queryFn: async ({ signal }) => {
      const read = (limit: number) => client.testSuites.list({ query: { limit }, signal });
      const { page } = await readFittingPage(LIST_LIMIT.max, read);
      return page.results.filter(({ targetPlan }) => targetPlan?.assistantId === assistantId);
    },
    enabled: mayRun,
  });
  if (!suites.data || suites.data.length === 0) return null;
  const required = gate?.publishGate ?? undefined;
  return (
    <section aria-label={t("testRuns.beforePublish")}>
      <Text fw={550}>{t("testRuns.beforePublish")}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t("testRuns.beforePublishHint")}
      </Text>
      <Failure>{setGate.error && t("testRuns.gateFailed", { reason: setGate.error.message })}</Failure>
      <CardList items={suites.data}>
        {(suite) => (
          <SuiteOfDraft
            suite={suite}
            draft={draft}
            check={gate?.checks.find(({ testSuiteId }) => testSuiteId === suite.id)}
            onRequire={gate && ((isRequired) => setGate.mutate(withSuite(required, suite.id, isRequired)))}
          />
        )}
      </CardList>
      {required && (
        <Switch
          mt="sm"
          label={t("testRuns.gateAll")}
          description={t("testRuns.gateAllHint")}
          checked={required.mode === "all"}
          onChange={(event) => setGate.mutate({ ...required, mode: event.currentTarget.checked ? "all" : "publish" })}
        />
      )}
    </section>
  );
}

interface SuiteOfDraftProps {
  suite: TestSuite;
  draft: CreateAssistant;
  /** What the suite says of the draft, if it is required. */
  check: GateCheck | undefined;
  /** Undefined if it cannot be required here. */
  onRequire: ((isRequired: boolean) => void) | undefined;
}

function SuiteOfDraft({ suite, draft, check, onRequire }: SuiteOfDraftProps) {
  const { t } = useTranslation();
  const texts = useResourceTexts(testSuiteResource);
  const [startedId, setStartedId] = useState<string>();
  const start = useRunWithDraft(suite, setStartedId);
  const runId = startedId ?? check?.runId;
  const run = useQuery({ ...suiteRunQuery(useClient(), suite.id, runId ?? "", useIsLive()), enabled: runId !== undefined }).data;
  const name = texts.nameOf(suite);
  return (
    <>
      <CardHead>
        <strong>{name}</strong>
        <SuiteVerdict run={run} check={check} />
      </CardHead>
      {run && <RunProgress run={run} />}
      {run && <FailedTests run={run} />}
      <Failure>{start.error?.message}</Failure>
      <span className={classes.pills}>
        <Button
          size="compact-sm"
          loading={start.isPending}
          aria-label={`${t("testRuns.run")}: ${name}`}
          onClick={() => start.mutate(draft)}
        >
          {t("testRuns.run")}
        </Button>
        {run && (
          <Link to="/simulations/runs/$runId" params={{ runId: run.id }} target="_blank" className={classes.link}>
            {t("testRuns.results")}
          </Link>
        )}
      </span>
      {onRequire && (
        <Switch
          label={t("testRuns.gateRequired")}
          aria-label={`${t("testRuns.gateRequired")}: ${name}`}
          description={
            check && check.total > 0 && t("testRuns.gateNeeds", { needed: `${check.needed}`, total: `${check.total}` })
          }
          checked={check !== undefined}
          onChange={(event) => onRequire(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

/** A share of the attempts may be enough for the gate. */
function SuiteVerdict({ run, check }: { run: TestRun | undefined; check: GateCheck | undefined }) {
  const { t } = useTranslation();
  if (check?.status === "passed") return <Pill kind="accent">{t("testRuns.passed")}</Pill>;
  if (run) return <RunPill run={run} />;
  return check ? <Pill kind="warn">{t("testRuns.gateMissing")}</Pill> : null;
}

/** The names of the tests with a failed attempt. */
function FailedTests({ run }: { run: TestRun }) {
  const { t } = useTranslation();
  const failed = run.testResults.filter(({ attempts }) => attempts.some(({ result }) => result === "fail"));
  if (failed.length === 0) return null;
  const names = failed.map(({ test: { name } }) => name ?? t("testRuns.unnamedTest"));
  return <Text size="sm">{t("testRuns.failedTests", { names: names.join(", ") })}</Text>;
}
