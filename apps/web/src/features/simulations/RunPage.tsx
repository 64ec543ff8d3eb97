import type { ScorerResult, SimulationMatrix, SimulationRun, SimulationRunItem, TestSuite } from "@callwright/contract";
import { Button, NativeSelect, Progress, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CardHead } from "../../kit/CardList.tsx";
import { CopyId } from "../../kit/CopyId.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { Conversation } from "./Conversation.tsx";
import { tableOf } from "./matrix-table.ts";
import { AgreementText, isJudged, PeopleScores } from "./PeopleScores.tsx";
import { ResultPill, SimulationRunPill } from "./RunPill.tsx";
import { shownItem } from "./run-search.ts";
import classes from "./runs.module.css";
import { isRunOpen, itemQuery, matrixQuery, simulationRunQuery, useCancelSimulations } from "./simulation-queries.ts";
import { testSuiteResource } from "./test-suite-resource.tsx";

const route = getRouteApi("/shell/simulations/runs/$runId");

/** More items of a run are behind the choice of a cell. */
const SHOWN_ITEMS = 200;

/** The items of a run beside their conversations. */
export function RunPage() {
  const { t } = useTranslation();
  const { runId } = route.useParams();
  const client = useClient();
  const isLive = useIsLive();
  const run = useQuery(simulationRunQuery(client, runId, isLive));
  const matrix = useQuery(matrixQuery(client, runId, isLive));
  const format = useFormat();
  const error = run.error ?? matrix.error;
  if (error)
    return (
      <LoadFailed
        message={t("testRuns.loadFailed", { reason: error.message })}
        onRetry={() => void Promise.all([run.refetch(), matrix.refetch()])}
      />
    );
  if (!run.data || !matrix.data) return <PageSkeleton />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={run.data.name ?? t("testRuns.titleOf", { time: format.dateTimeSeconds(run.data.createdAt) })}
        parent={<Parent run={run.data} />}
        actions={isRunOpen(run.data) && <CancelRun runId={runId} />}
      >
        <SimulationRunPill run={run.data} />
        {run.data.isDraft && <Pill>{t("testRuns.draft")}</Pill>}
        <CopyId id={runId} label={t("testRuns.copyId")} />
      </PageHeader>
      <div className={classes.summary}>
        <Counts run={run.data} />
        <AgreementText run={run.data} />
      </div>
      <Results run={run.data} matrix={matrix.data} />
    </div>
  );
}

/** A link to the suite, or to all suites for a run of several. */
function Parent({ run: { testSuiteId } }: { run: SimulationRun }) {
  const texts = useResourceTexts(testSuiteResource);
  const client = useClient();
  const suite = useQuery({
    ...resourceQuery(client, testSuiteResource, testSuiteId ?? ""),
    enabled: testSuiteId !== undefined,
  }).data;
  if (testSuiteId === undefined)
    return (
      <Link to="/$resource" params={{ resource: testSuiteResource.path }}>
        {texts.title}
      </Link>
    );
  return (
    <Link to="/simulations/$id" params={{ id: testSuiteId }} search={{ tab: "runs" }}>
      {suite ? texts.nameOf(suite as TestSuite) : texts.title}
    </Link>
  );
}

function CancelRun({ runId }: { runId: string }) {
  const { t } = useTranslation();
  const cancel = useCancelSimulations(runId);
  if (!useMayEdit("cancelSimulationRun")) return null;
  return (
    <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t("testRuns.cancel")}
    </Button>
  );
}

/** The items of a run by their result. A bar shows the progress of a running one. */
function Counts({ run }: { run: SimulationRun }) {
  const { t } = useTranslation();
  const { total = 0, passed = 0, failed = 0 } = run.itemCounts ?? {};
  const isOpen = isRunOpen(run);
  return (
    <>
      {isOpen && (
        <Progress.Root size="sm">
          <Progress.Section value={(100 * passed) / total} color="teal" aria-label={t("testRuns.progressPassed")} />
          <Progress.Section value={(100 * failed) / total} color="red" aria-label={t("testRuns.progressFailed")} />
        </Progress.Root>
      )}
      <Text size="sm" c="dimmed" role={isOpen ? "status" : undefined}>
        {t("testRuns.counts", { passed: String(passed), failed: String(failed), total: String(total) })}
        {run.endedReason !== undefined && run.endedReason !== "completed" && ` ${run.endedReason}`}
      </Text>
    </>
  );
}

function Results({ run, matrix }: { run: SimulationRun; matrix: SimulationMatrix }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = shownItem(matrix, search);
  const rows = tableOf(matrix).rows.flatMap((row) => row.cells.filter((cell) => cell !== undefined));
  const hasCallers = matrix.callers.length > 1;
  const nameOf = ({ scenario, caller }: (typeof rows)[number]) =>
    hasCallers ? `${scenario.name}, ${caller.name}` : scenario.name;
  const listed = rows.filter(({ key }) => search.cell === undefined || key === search.cell);
  let left = SHOWN_ITEMS;
  return (
    <div className={classes.columns}>
      <nav aria-label={t("simulations.runs.items")} className={classes.tests}>
        {rows.length > 1 && (
          <NativeSelect
            mb="sm"
            aria-label={t("simulations.runs.cell")}
            value={search.cell ?? ""}
            data={[
              { value: "", label: t("simulations.runs.allCells") },
              ...rows.map((cell) => ({ value: cell.key, label: nameOf(cell) })),
            ]}
            onChange={({ currentTarget: { value } }) => void navigate({ search: value === "" ? {} : { cell: value } })}
          />
        )}
        {listed.map((cell) => {
          const items = cell.items.slice(0, Math.max(0, left));
          left -= items.length;
          return (
            items.length > 0 && (
              <div key={cell.key} className={classes.test}>
                <span className={classes.testName}>{nameOf(cell)}</span>
                <ul>
                  {items.map(({ id, seed, status }) => (
                    <li key={id}>
                      <Link
                        from="/simulations/runs/$runId"
                        to="."
                        search={{ ...search, item: id }}
                        aria-current={id === shown ? "true" : undefined}
                        className={classes.attempt}
                      >
                        {t("simulations.seed", { seed: String(seed) })}
                        <StatusPill status={status} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )
          );
        })}
        {left <= 0 && <Text c="dimmed">{t("simulations.runs.more")}</Text>}
      </nav>
      {shown !== undefined && <Item run={run} itemId={shown} />}
    </div>
  );
}

function StatusPill({ status }: { status: SimulationRunItem["status"] }) {
  const { t } = useTranslation();
  if (status === "passed" || status === "failed") return <ResultPill isPassed={status === "passed"} />;
  return <Pill>{t(`simulations.itemStatus.${status}`)}</Pill>;
}

function Item({ run, itemId }: { run: SimulationRun; itemId: string }) {
  const { t } = useTranslation();
  const item = useQuery(itemQuery(useClient(), run.id, itemId));
  if (item.error)
    return <LoadFailed message={t("testRuns.loadFailed", { reason: item.error.message })} onRetry={() => void item.refetch()} />;
  if (!item.data) return <PageSkeleton />;
  const { results, failureReason, callId, scenarioId } = item.data;
  if (!results)
    return (
      <Text p="lg" c="dimmed">
        {t(isRunOpen(run) ? "testRuns.notYet" : "testRuns.noResult")}
      </Text>
    );
  const { scorerResults = [], evaluations } = results;
  const { testSuiteId } = run;
  return (
    <>
      <section aria-label={t("testRuns.conversation")}>
        <Conversation item={item.data} />
      </section>
      <section className={classes.criteria} aria-label={t("testRuns.criteria")}>
        <div className={classes.links}>
          {testSuiteId !== undefined && scenarioId !== undefined && (
            <Link to="/simulations/$id/tests/$testId" params={{ id: testSuiteId, testId: scenarioId }} className={classes.link}>
              {t("testRuns.editTest")}
            </Link>
          )}
          {callId !== undefined && (
            <Link to="/calls/$id" params={{ id: callId }} className={classes.link}>
              {t("testRuns.openCall")}
            </Link>
          )}
        </div>
        <Failure>{failureReason}</Failure>
        {scorerResults.length + evaluations.length === 0 && <Text c="dimmed">{t("testRuns.noCriteria")}</Text>}
        <ol>
          {scorerResults.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no identity but their place.
            <Criterion key={index} {...result}>
              {isJudged(result) && <PeopleScores run={run} item={item.data} scorer={index} />}
            </Criterion>
          ))}
          {evaluations.map(({ name, passed, error, extractedValue, comparator, expectedValue }, index) => (
            <Criterion
              // biome-ignore lint/suspicious/noArrayIndexKey: evaluations have no identity but their place.
              key={index}
              rubric={name}
              result={passed ? "pass" : "fail"}
              reasoning={
                error ??
                t("simulations.runs.evaluated", {
                  value: JSON.stringify(extractedValue),
                  comparator,
                  expected: JSON.stringify(expectedValue),
                })
              }
            />
          ))}
        </ol>
      </section>
    </>
  );
}

interface CriterionProps extends Pick<ScorerResult, "rubric" | "result" | "reasoning" | "turn"> {
  children?: ReactNode;
}

function Criterion({ rubric, result, reasoning, turn, children }: CriterionProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.criterion} data-result={result}>
      <CardHead>
        <strong>{rubric}</strong>
        <ResultPill isPassed={result === "pass"} />
      </CardHead>
      <p>{reasoning}</p>
      {turn !== undefined && <a href={`#turn-${turn}`}>{t("testRuns.turn", { number: String(turn) })}</a>}
      {children}
    </li>
  );
}
