import type { Overview } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useLiveQuery } from "../../data/realtime/use-live-query.ts";
import { useClient, useServices } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { useFormat } from "../../kit/use-format.ts";
import type { CallListFilter } from "../calls/call-list-search.ts";
import { CountLink } from "./CountLink.tsx";
import { EndedCard } from "./EndedCard.tsx";
import { EndingCard } from "./EndingCard.tsx";
import { NextSteps } from "./NextSteps.tsx";
import { OverviewCharts } from "./OverviewCharts.tsx";
import classes from "./overview.module.css";
import { endingUsesQuery, nextStepsQuery, overviewQuery } from "./overview-queries.ts";
import { DEFAULT_OVERVIEW_RANGE, OVERVIEW_RANGES, type OverviewRange, overviewSearch } from "./overview-search.ts";
import { ProblemsCard } from "./ProblemsCard.tsx";
import { ResponseCard } from "./ResponseCard.tsx";

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
        }
      />
      {failure && <LoadFailed message={t("overview.loadFailed", { reason: failure.message })} onRetry={() => void refetch()} />}
      {!isReady && !failure && <PageSkeleton />}
      {isReady && (
        <div className={classes.body} aria-busy={isPlaceholderData}>
          {steps.data && <NextSteps hasOwnCalls={data.hasOwnCalls} done={steps.data} />}
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
  // Live by the realtime backend; without one, as last read.
  const { data: running } = useLiveQuery("calls:list", RUNNING);
  const { calls, minutes, cost, success, timeRange } = overview;
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
      <StatTile
        label={t("overview.cost")}
        value={cost < 1 ? dollars(cost) : cost.toLocaleString(undefined, { style: "currency", currency: "USD" })}
        search={range}
      />
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
    <section className={classes.card} aria-labelledby="tool-errors">
      <header className={classes.cardHead}>
        <h2 id="tool-errors">{t("overview.toolErrors")}</h2>
      </header>
      <p className={classes.note}>{t("overview.toolErrorsBody")}</p>
      <ul className={classes.groups}>
        {toolErrors.map(({ toolName, calls }) => (
          <li key={toolName}>
            <CountLink label={toolName} calls={calls} search={{ ...range, failedTool: toolName }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
