import type { CallProblem, EndingUse, Overview, ResponsePercentile } from "@callwright/contract";
import { Button, NativeSelect } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useLiveQuery } from "../../data/realtime/use-live-query.ts";
import { useClient, useServices } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { explainEnd } from "../../kit/ended-words.ts";
import { humanValue } from "../../kit/field-names.ts";
import { Instant } from "../../kit/Instant.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { LatencyBar } from "../../kit/latency/LatencyBar.tsx";
import { LatencyLegend } from "../../kit/latency/LatencyLegend.tsx";
import { wholeParts } from "../../kit/latency/wait-parts.ts";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute } from "../../kit/use-now.ts";
import { useEndingSentence } from "../../resource/catalog/use-ending-warnings.ts";
import { useSumText } from "../../resource/costs/use-sum-text.ts";
import { UseLink } from "../../resource/page/UseList.tsx";
import type { CallListFilter } from "../calls/call-list-search.ts";
import { FirstVisit } from "./FirstVisit.tsx";
import { OverviewCard } from "./OverviewCard.tsx";
import { OverviewCharts } from "./OverviewCharts.tsx";
import classes from "./overview.module.css";
import { type DoneSteps, endingUsesQuery, nextStepsQuery, overviewQuery } from "./overview-queries.ts";
import { DEFAULT_OVERVIEW_RANGE, OVERVIEW_RANGES, type OverviewRange, overviewSearch } from "./overview-search.ts";

const route = getRouteApi("/shell/overview");

/** The home page: what calls are like, and what to do next. */
export function OverviewPage() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { range = DEFAULT_OVERVIEW_RANGE } = overviewSearch({ ...route.useSearch() });
  const client = useClient();
  const { data, error, isPlaceholderData, refetch } = useQuery(overviewQuery(client, range));
  const failure = useShownError(error);
  const { dataHost } = useServices();
  const steps = useQuery(nextStepsQuery(client));
  const endings = useQuery({ ...endingUsesQuery(client), enabled: dataHost.offers("listEndingUses") });
  // All figures appear at once: a late one would push the others down.
  const isReady = data !== undefined && !steps.isLoading && !endings.isLoading;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("overview.title")}
        actions={
          data?.hasOwnCalls === false ? (
            <span className={classes.quiet}>{t("overview.first.charts")}</span>
          ) : (
            <NativeSelect
              aria-label={t("overview.range")}
              value={range}
              data={(Object.keys(OVERVIEW_RANGES) as OverviewRange[]).map((each) => ({
                value: each,
                label: t(`analytics.ranges.${each}`),
              }))}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ search: (search) => ({ ...search, range: value as OverviewRange }), replace: true })
              }
            />
          )
        }
      />
      {failure && <LoadFailed message={t("overview.loadFailed", { reason: failure.message })} onRetry={() => void refetch()} />}
      {!isReady && !failure && <PageSkeleton />}
      {isReady && !data.hasOwnCalls && steps.data && (
        <div className={classes.first}>
          {endings.data && endings.data.length > 0 && <EndingCard uses={endings.data} />}
          <FirstVisit done={steps.data} steps={<NextSteps done={steps.data} />} />
        </div>
      )}
      {isReady && (data.hasOwnCalls || !steps.data) && (
        <div className={classes.body} aria-busy={isPlaceholderData}>
          {steps.data && <NextSteps done={steps.data} />}
          <Tiles overview={data} />
          {endings.data && endings.data.length > 0 && <EndingCard uses={endings.data} />}
          {data.calls === 0 ? (
            <EmptyNote title={t("overview.empty")} body={t("overview.emptyBody")} />
          ) : (
            <>
              <OverviewCharts overview={data} />
              <div className={classes.pair}>
                <ResponseCard overview={data} />
                <EndedCard overview={data} />
              </div>
              {data.toolErrors.length > 0 && <ToolErrorsCard overview={data} />}
              <ProblemsCard problems={data.problems} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

const RUNNING = { status: "in-progress", limit: 200 } as const;

function Tiles({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  // Updated live by the realtime backend; without one, the last read value.
  const { data: running } = useLiveQuery("calls:list", RUNNING);
  const sumText = useSumText();
  const roughly = (usd: number) =>
    usd < 1 ? dollars(usd) : usd.toLocaleString(undefined, { style: "currency", currency: "USD" });
  const { calls, minutes, cost, unpriced, success, timeRange } = overview;
  const range = { from: timeRange.start, until: timeRange.end };
  const judged = success.successful + success.failed;
  return (
    <div className={classes.tiles}>
      <StatTile
        label={t("overview.live")}
        value={(running && running.length < RUNNING.limit ? running.length : overview.live).toLocaleString()}
        search={{ status: "in-progress" }}
        isLive
      />
      <StatTile label={t("overview.calls")} value={calls.toLocaleString()} search={range} />
      <StatTile
        label={t("overview.minutes")}
        value={minutes.toLocaleString(undefined, { maximumFractionDigits: minutes < 10 ? 1 : 0 })}
        search={range}
      />
      <StatTile
        label={t("overview.success")}
        value={judged > 0 ? t("overview.percent", { share: String(Math.round((100 * success.successful) / judged)) }) : "–"}
        note={t("overview.ofJudged", { successful: success.successful.toLocaleString(), judged: judged.toLocaleString() })}
        search={{ ...range, success: "true" }}
      />
      <StatTile
        label={t("overview.failed")}
        value={success.failed.toLocaleString()}
        note={t("overview.failedNote")}
        search={{ ...range, success: "false" }}
      />
      <StatTile label={t("overview.cost")} value={sumText(cost, unpriced, roughly)} search={range} />
    </div>
  );
}

interface StatTileProps {
  label: string;
  value: string;
  note?: string;
  /** The calls behind the number. */
  search: CallListFilter;
  /** The number changes by itself. */
  isLive?: boolean;
}

/** A number that opens the calls behind it. */
function StatTile({ label, value, note, search, isLive = false }: StatTileProps) {
  return (
    <Link to="/calls" search={search} className={classes.tile}>
      <span className={classes.label}>{label}</span>
      <strong className={classes.value} aria-live={isLive ? "polite" : undefined}>
        {value}
      </strong>
      {note && <span className={classes.note}>{note}</span>}
    </Link>
  );
}

/** The tools that failed, by the number of calls in which they did. */
function ToolErrorsCard({ overview: { toolErrors, timeRange } }: { overview: Overview }) {
  const { t } = useTranslation();
  const range = { from: timeRange.start, until: timeRange.end };
  return (
    <OverviewCard title={t("overview.toolErrors")}>
      <p className={classes.note}>{t("overview.toolErrorsBody")}</p>
      <ul className={classes.groups}>
        {toolErrors.map(({ toolName, calls }) => (
          <li key={toolName}>
            <CountLink label={toolName} calls={calls} search={{ ...range, failedTool: toolName }} />
          </li>
        ))}
      </ul>
    </OverviewCard>
  );
}

/** Reasons of one group that are listed. */
const SHOWN_REASONS = 4;

/** Why calls ended, by who ended them. */
function EndedCard({ overview: { ended, timeRange } }: { overview: Overview }) {
  const { t } = useTranslation();
  const range = { from: timeRange.start, until: timeRange.end };
  const total = ended.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <OverviewCard title={t("overview.ended")}>
      <ul className={classes.groups}>
        {ended.map(({ by, calls, reasons }) => (
          <li key={by}>
            <CountLink
              label={t(`overview.endedBy.${by}`)}
              calls={calls}
              total={total}
              search={calls > 0 ? { ...range, endedReasons: reasons.map(({ endedReason }) => endedReason).join(",") } : undefined}
              by={by}
            />
            <ul>
              {reasons.slice(0, SHOWN_REASONS).map(({ endedReason, calls: count }) => (
                <li key={endedReason}>
                  <CountLink label={explainEnd(endedReason).sentence} calls={count} search={{ ...range, endedReason }} />
                </li>
              ))}
              {reasons.length > SHOWN_REASONS && (
                <li className={classes.note}>{t("overview.moreReasons", { count: reasons.length - SHOWN_REASONS })}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    </OverviewCard>
  );
}

const SHOWN = 10;

/** What uses a model, a voice or a transcriber that its provider ends, each with where to change it. */
function EndingCard({ uses }: { uses: readonly EndingUse[] }) {
  const { t } = useTranslation();
  const sentenceOf = useEndingSentence();
  return (
    <OverviewCard title={t("catalog.endingTitle")}>
      <ul className={classes.problems}>
        {uses.slice(0, SHOWN).map((use) => (
          <li key={`${use.id} ${use.path}`}>
            <UseLink use={use} className={classes.problem}>
              {use.label}
            </UseLink>
            <span className={classes.advice}>{sentenceOf(use)}</span>
          </li>
        ))}
      </ul>
      {uses.length > SHOWN && <p className={classes.note}>{t("catalog.more", { count: uses.length - SHOWN })}</p>}
    </OverviewCard>
  );
}

/** The first steps of an organization, each with its state. Hidden when all are done. */
function NextSteps({ done }: { done: DoneSteps }) {
  const { t } = useTranslation();
  const { assistant } = done;
  const id = assistant?.id ?? "";
  const embed = assistant ? <Link to="/assistants/$id/embed" params={{ id }} /> : <Link to="/assistants" />;
  const steps = [
    {
      name: "own",
      isDone: done.isChanged,
      link: assistant ? <Link to="/assistants/$id" params={{ id }} /> : <Link to="/assistants" />,
    },
    {
      name: "model",
      isDone: done.hasModel,
      link: <Link to="/$resource/new" params={{ resource: "credentials" }} />,
      other: assistant ? <Link to="/assistants/$id" params={{ id }} /> : <Link to="/assistants" />,
    },
    {
      name: "reach",
      isDone: done.isReachable,
      link: embed,
      other: <Link to="/$resource" params={{ resource: "phone-numbers" }} />,
    },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <ol className={classes.steps} aria-label={t("overview.next")}>
      {steps.map((step, index) => (
        <li key={step.name} data-done={step.isDone || undefined} data-next={step.name === next || undefined}>
          <span className={classes.mark}>
            {step.isDone ? <IconCheck size={14} aria-label={t("overview.done")} /> : index + 1}
          </span>
          <strong>{t(`overview.steps.${step.name}.title`)}</strong>
          <p>{t(`overview.steps.${step.name}.body`, { name: assistant?.name ?? t("assistants.unnamed") })}</p>
          <span className={classes.stepActions}>
            <Button renderRoot={(props) => <step.link.type {...step.link.props} {...props} />}>
              {t(`overview.steps.${step.name}.action`, { name: assistant?.name ?? t("assistants.unnamed") })}
            </Button>
            {step.name !== "own" && (
              <step.other.type {...step.other.props} className={classes.other}>
                {t(`overview.steps.${step.name}.other`)}
              </step.other.type>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** How long callers wait. The parts of a bar add up to the wait. */
function ResponseCard({ overview: { response, timeRange } }: { overview: Overview }) {
  const { t } = useTranslation();
  const percentile = (name: "p50" | "p95", { ms, calls, segments }: ResponsePercentile) => (
    <div className={classes.wait} key={name}>
      <Link
        to="/calls"
        search={{ from: timeRange.start, until: timeRange.end, responseFrom: ms }}
        className={classes.waitNumber}
        title={t("overview.slower", { count: calls })}
      >
        <span className={classes.label}>{t(`overview.${name}`)}</span>
        <strong className={classes.value}>{t("latency.ms", { value: ms.toLocaleString() })}</strong>
        <span className={classes.note}>{t("overview.slower", { count: calls })}</span>
      </Link>
      <LatencyBar parts={wholeParts(segments)} longestMs={response?.p95.ms ?? ms} />
    </div>
  );
  return (
    <OverviewCard title={t("overview.response")}>
      {response ? (
        <>
          <p className={classes.note}>{t("overview.responseBody", { count: response.calls })}</p>
          {percentile("p50", response.p50)}
          {percentile("p95", response.p95)}
          <LatencyLegend />
        </>
      ) : (
        <p className={classes.note}>{t("overview.noResponse")}</p>
      )}
    </OverviewCard>
  );
}

/** What went wrong in calls, each with the call and with the place to fix it. */
function ProblemsCard({ problems }: { problems: readonly CallProblem[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nowMs = useMinute();
  return (
    <OverviewCard title={t("overview.problems")}>
      {problems.length === 0 && <p className={classes.note}>{t("overview.noProblems")}</p>}
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <Problem key={problem.callId} problem={problem} age={format.age(problem.createdAt, nowMs)} />
        ))}
      </ul>
    </OverviewCard>
  );
}

function Problem({ problem, age }: { problem: CallProblem; age: string }) {
  const { t } = useTranslation();
  const {
    callId,
    createdAt,
    assistantId,
    assistantName,
    kind,
    endedReason = "",
    endedMessage,
    calls,
    part = "",
    provider = "",
    toolName,
    message,
    isUndelivered = false,
  } = problem;
  const ending = explainEnd(endedReason, endedMessage);
  const sentence = {
    ended: ending.sentence,
    failure: t("overview.failure", { part, provider: humanValue(provider) }),
    tool: t("overview.toolFailed", { name: toolName ?? "" }),
  }[kind];
  return (
    <li>
      <Link to="/calls/$id" params={{ id: callId }} className={classes.problem}>
        {sentence}
      </Link>
      <span className={classes.note}>
        <Instant iso={createdAt}>{age}</Instant>
        {" · "}
        {assistantName ?? t("calls.unnamedAssistant")}
        {calls > 1 && ` · ${t("overview.problemCalls", { count: calls })}`}
      </span>
      <span className={classes.advice}>
        {kind === "ended" ? ending.advice : message}{" "}
        {(kind === "failure" || ending.fault === "provider") && (
          <Link to="/$resource" params={{ resource: "credentials" }}>
            {t("overview.openCredentials")}
          </Link>
        )}
        {kind === "tool" && (
          <Link to="/$resource" params={{ resource: "tools" }}>
            {t("overview.openTools")}
          </Link>
        )}
        {kind === "ended" && ending.fault === "assistant" && assistantId !== undefined && (
          <Link to="/assistants/$id" params={{ id: assistantId }} search={{ tab: "advanced" }}>
            {t("overview.openAssistant")}
          </Link>
        )}{" "}
        {isUndelivered && (
          <Link to="/settings/webhooks" search={{ callId, status: "failed" }}>
            {t("overview.openWebhooks")}
          </Link>
        )}
      </span>
    </li>
  );
}

interface CountLinkProps {
  label: string;
  calls: number;
  /** With it, the share is drawn as a bar. */
  total?: number;
  search: Record<string, string> | undefined;
  by?: string;
}

/** A number of calls that opens them. */
function CountLink({ label, calls, total, search, by }: CountLinkProps) {
  const content = (
    <>
      <span className={classes.reason}>{label}</span>
      <span className="num">{calls.toLocaleString()}</span>
      {total !== undefined && (
        <span className={classes.share}>
          <i data-by={by} style={{ width: total > 0 ? `${(100 * calls) / total}%` : 0 }} />
        </span>
      )}
    </>
  );
  if (!search) return <span className={classes.count}>{content}</span>;
  return (
    <Link to="/calls" search={search} className={classes.count}>
      {content}
    </Link>
  );
}
