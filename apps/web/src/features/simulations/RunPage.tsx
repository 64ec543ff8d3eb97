import { normalizeWords, type ScorerResult, type TestAttempt, type TestRun } from "@callwright/contract";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { CardHead } from "../../kit/CardList.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { RunPill, RunProgress } from "./RunPill.tsx";
import { CancelRun } from "./RunsTab.tsx";
import { RunTests } from "./RunTests.tsx";
import { shownAttempt } from "./run-search.ts";
import classes from "./runs.module.css";
import { isOpen, suiteRunQuery } from "./suite-runs.ts";
import { suiteTestResource } from "./suite-tests.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

const route = getRouteApi("/shell/test-suites/$id/runs/$runId");

/** The results of a run beside their conversations. */
export function RunPage() {
  const { t } = useTranslation();
  const { id, runId } = route.useParams();
  const isLive = useIsLive();
  const run = useQuery(suiteRunQuery(useClient(), id, runId, isLive));
  const suite = useQuery(resourceQuery(useClient(), testSuiteResource, id, isLive)).data;
  const texts = useResourceTexts(testSuiteResource);
  const format = useFormat();
  if (run.error)
    return <LoadFailed message={t("testRuns.loadFailed", { reason: run.error.message })} onRetry={() => void run.refetch()} />;
  if (!run.data) return <PageSkeleton />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={run.data.name ?? t("testRuns.titleOf", { time: format.dateTimeSeconds(run.data.createdAt) })}
        parent={
          <Link to="/$resource/$id" params={{ resource: testSuiteResource.path, id }} search={{ tab: "runs" }}>
            {suite ? texts.nameOf(suite) : texts.title}
          </Link>
        }
        actions={isOpen(run.data) ? <CancelRun suiteId={id} runId={runId} /> : <RunTests suiteId={id} />}
      >
        <RunPill run={run.data} />
        <CopyId id={runId} label={t("testRuns.copyId")} />
      </PageHeader>
      <div className={classes.summary}>
        <RunProgress run={run.data} />
      </div>
      <Results suiteId={id} run={run.data} />
    </div>
  );
}

function Results({ suiteId, run }: { suiteId: string; run: TestRun }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const texts = useResourceTexts(suiteTestResource);
  const shown = shownAttempt(run, search);
  return (
    <div className={classes.columns}>
      <nav aria-label={texts.title} className={classes.tests}>
        {run.testResults.map(({ test, attempts }, testIndex) => (
          <div key={test.id} className={classes.test}>
            <span className={classes.testName}>{texts.nameOf(test)}</span>
            <ul>
              {Array.from({ length: test.numAttempts ?? 1 }, (_, attempt) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no identity but their number.
                <li key={attempt}>
                  <Link
                    from="/test-suites/$id/runs/$runId"
                    to="."
                    search={{ test: testIndex + 1, attempt: attempt + 1 }}
                    aria-current={shown.test === testIndex && shown.attempt === attempt ? "true" : undefined}
                    className={classes.attempt}
                  >
                    {t("testRuns.attempt", { number: String(attempt + 1) })}
                    <ResultPill result={attempts[attempt]?.result} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Attempt suiteId={suiteId} run={run} shown={shown} />
    </div>
  );
}

function ResultPill({ result }: { result: "pass" | "fail" | undefined }) {
  const { t } = useTranslation();
  if (result === undefined) return <Pill>{t("testRuns.waiting")}</Pill>;
  return (
    <Pill kind={result === "pass" ? "accent" : "bad"}>{t(result === "pass" ? "testRuns.passed" : "testRuns.notPassed")}</Pill>
  );
}

function Attempt({ suiteId, run, shown }: { suiteId: string; run: TestRun; shown: { test: number; attempt: number } }) {
  const { t } = useTranslation();
  const { test, attempts = [] } = run.testResults[shown.test] ?? {};
  const attempt = attempts[shown.attempt];
  if (!test || !attempt)
    return (
      <Text p="lg" c="dimmed">
        {t(isOpen(run) ? "testRuns.notYet" : "testRuns.noResult")}
      </Text>
    );
  return (
    <>
      <section aria-label={t("testRuns.conversation")}>
        <Turns attempt={attempt} />
      </section>
      <section className={classes.criteria} aria-label={t("testRuns.criteria")}>
        <div className={classes.links}>
          <Link to="/test-suites/$id/tests/$testId" params={{ id: suiteId, testId: test.id }} className={classes.link}>
            {t("testRuns.editTest")}
          </Link>
          {attempt.callId !== undefined && (
            <Link to="/calls/$id" params={{ id: attempt.callId }} className={classes.link}>
              {t("testRuns.openCall")}
            </Link>
          )}
        </div>
        <Failure>{attempt.failure !== undefined && attempt.failure}</Failure>
        {attempt.scorerResults.length === 0 && <Text c="dimmed">{t("testRuns.noCriteria")}</Text>}
        <ol>
          {attempt.scorerResults.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no identity but their place.
            <Criterion key={index} {...result} />
          ))}
        </ol>
      </section>
    </>
  );
}

function Criterion({ rubric, result, reasoning, turn }: ScorerResult) {
  const { t } = useTranslation();
  return (
    <li className={classes.criterion} data-result={result}>
      <CardHead>
        <strong>{rubric}</strong>
        <ResultPill result={result} />
      </CardHead>
      <p>{reasoning}</p>
      {turn !== undefined && <a href={`#turn-${turn}`}>{t("testRuns.turn", { number: String(turn) })}</a>}
    </li>
  );
}

/** The words that the agent of a call recognized, if they differ from the spoken ones. */
function Heard({ said, heard }: { said: string; heard: string }) {
  const { t } = useTranslation();
  if (normalizeWords(heard) === normalizeWords(said)) return null;
  return (
    <p>
      <span className={classes.who}>{t("testRuns.heard")}</span>
      {heard === "" ? <em>{t("testRuns.heardNothing")}</em> : heard}
    </p>
  );
}

/** The turns, those in which a criterion failed marked. */
function Turns({ attempt: { greeting, turns, scorerResults, endedBy } }: { attempt: TestAttempt }) {
  const { t } = useTranslation();
  if (!turns) return <Text c="dimmed">{t("testRuns.notStored")}</Text>;
  if (turns.length === 0 && greeting === undefined) return <Text c="dimmed">{t("testRuns.nothingSaid")}</Text>;
  return (
    <ol>
      {greeting !== undefined && (
        <li className={classes.turn}>
          <p>
            <span className={classes.who}>{t("testRuns.agent")}</span>
            {greeting}
          </p>
        </li>
      )}
      {turns.map(({ said, heard, answer, toolCalls, durationMs, agent }, index) => {
        const number = index + 1;
        const failed = scorerResults.filter(({ turn, result }) => turn === number && result === "fail");
        return (
          <li key={number} id={`turn-${number}`} className={classes.turn} data-failed={failed.length > 0 || undefined}>
            <div className={classes.who}>
              {t("testRuns.turn", { number: String(number) })}
              {failed.map(({ rubric }) => (
                <Pill key={rubric} kind="bad">
                  {t("testRuns.failedHere", { criterion: rubric })}
                </Pill>
              ))}
            </div>
            <p>
              <span className={classes.who}>{t("testRuns.caller")}</span>
              {said}
            </p>
            {heard !== undefined && <Heard said={said} heard={heard} />}
            {toolCalls.map(({ name, arguments: given, result, failed: isFailed }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tool calls of a turn never change their order.
              <ToolCallRow key={place} name={name} arguments={given} result={result} failed={isFailed} />
            ))}
            <p>
              <span className={classes.who}>{agent ?? t("testRuns.agent")}</span>
              {answer === "" ? <em>{t("testRuns.noAnswer")}</em> : answer}
              <span className={`num ${classes.who}`}> {t("latency.ms", { value: durationMs.toLocaleString() })}</span>
            </p>
          </li>
        );
      })}
      {endedBy && <li className={classes.who}>{t(`testRuns.endedBy.${endedBy}`)}</li>}
    </ol>
  );
}
