import type { AnalyticsResult, SavedView } from "@callwright/contract";
import { Button, Group, NativeSelect, Tabs } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { late } from "../../kit/late.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { TabRow } from "../../kit/TabRow.tsx";
import { SavedViews } from "../../resource/list/SavedViews.tsx";
import { SectionTabs } from "../../resource/list/SectionTabs.tsx";
import { savedViewsQuery, viewKeys } from "../../resource/list/view-queries.ts";
import classes from "./analytics.module.css";
import { keysOf, queryOf } from "./analytics-query.ts";
import {
  type AnalyticsSearch,
  analyticsPageSearch,
  analyticsSearch,
  DEFAULT_RANGE,
  DEFAULT_VALUES,
  defaultStep,
  PRESETS,
  type Preset,
  RANGE_DAYS,
  type Range,
} from "./analytics-search.ts";
import { BarChart } from "./BarChart.tsx";
import { chartData, MAX_SERIES, type Series } from "./chart-data.ts";
import { type Panel, PRESET_PANELS, panelsOf } from "./panels.ts";
import { resultCsv } from "./result-csv.ts";
import { stepDates } from "./step-dates.ts";
import { TimeChart } from "./TimeChart.tsx";
import { useGroupNames, useValueText } from "./use-result-words.ts";

const QueryBuilder = late(async () => (await import("./QueryBuilder.tsx")).QueryBuilder, <PageSkeleton />);

const route = getRouteApi("/shell/reports");

const BUILDER = "query";

/** Dashboards about calls, and a query builder. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const navigate = route.useNavigate();
  const { dashboard, range = DEFAULT_RANGE, ...search } = analyticsPageSearch({ ...route.useSearch() });
  const [nowMs, setNowMs] = useState(Date.now);
  const timezone = search.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Another host knows neither percentiles nor response times. An address with only a query opens the builder.
  const hasDashboards = dataHost.offers("listSavedViews");
  const isQuery = !hasDashboards || dashboard === BUILDER || (dashboard === undefined && Object.keys(search).length > 0);
  const shown = isQuery ? BUILDER : (dashboard ?? PRESETS[0]);
  const saved = useQuery({
    ...savedViewsQuery(useClient(), "dashboards"),
    enabled: hasDashboards && !isQuery && !isPreset(shown),
  });
  const view = isPreset(shown) ? undefined : saved.data?.find(({ id }) => id === shown);
  const panels = isPreset(shown)
    ? PRESET_PANELS[shown].map(({ title, ...panel }) => ({ ...panel, title: t(`analytics.panels.${title}`) }))
    : panelsOf(view?.state ?? {});
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("analytics.title")}
        actions={
          !isQuery && (
            <>
              <SavedViews screen="dashboards" state={{ panels }} />
              <NativeSelect
                aria-label={t("analytics.range")}
                value={range}
                data={(Object.keys(RANGE_DAYS) as Range[]).map((each) => ({ value: each, label: t(`analytics.ranges.${each}`) }))}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({ search: (previous) => ({ ...previous, range: value as Range }), replace: true })
                }
              />
              <Button onClick={() => setNowMs(Date.now())}>{t("analytics.run")}</Button>
            </>
          )
        }
      />
      <SectionTabs />
      {hasDashboards && (
        <Tabs
          value={shown}
          onChange={(value) => value !== null && void navigate({ search: { dashboard: value, range } })}
          className={classes.tabs ?? ""}
        >
          <TabRow
            label={t("analytics.dashboard")}
            tabs={[
              ...PRESETS.map((each) => ({ id: each, title: t(`analytics.presets.${each}`) })),
              ...(view ? [{ id: view.id, title: view.name }] : []),
              { id: BUILDER, title: t("analytics.builder") },
            ]}
          />
        </Tabs>
      )}
      {isQuery ? (
        <QueryBuilder canSave={hasDashboards} />
      ) : saved.isLoading ? (
        <PageSkeleton />
      ) : (
        <Dashboard key={shown} panels={panels} range={range} nowMs={nowMs} timezone={timezone} view={view} />
      )}
    </div>
  );
}

function isPreset(name: string): name is Preset {
  return PRESETS.some((each) => each === name);
}

interface DashboardProps {
  panels: readonly Panel[];
  range: Range;
  nowMs: number;
  timezone: string;
  /** The saved dashboard, if its charts may be removed. */
  view?: SavedView | undefined;
}

/** Charts of one time range, read in one request. */
function Dashboard({ panels, range, nowMs, timezone, view }: DashboardProps) {
  const { t } = useTranslation();
  const client = useClient();
  // The dashboard has the range.
  const searches = panels.map(({ search }) => analyticsSearch({ ...search, range }));
  const body = {
    queries: searches.map((search, index) => ({ ...queryOf(search, nowMs, timezone), name: `panel ${index + 1}` })),
  };
  const answer = useQuery({
    queryKey: ["analytics", body],
    queryFn: ({ signal }) => client.analytics.run({ body, signal }),
    placeholderData: keepPreviousData,
    enabled: panels.length > 0,
  });
  const failure = useShownError(answer.error);
  const remove = useRemovePanel(view);
  if (panels.length === 0) return <EmptyNote title={t("analytics.noPanels")} body={t("analytics.noPanelsBody")} />;
  if (failure)
    return <LoadFailed message={t("analytics.failed", { reason: failure.message })} onRetry={() => void answer.refetch()} />;
  if (!answer.data || answer.data.length !== panels.length) return <PageSkeleton />;
  const results = answer.data;
  return (
    <div className={classes.panels} aria-busy={answer.isPlaceholderData}>
      {panels.map(({ title }, index) => {
        const [search, result] = [searches[index], results[index]];
        return search && result ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dashboard may have the same chart twice
          <section key={index} className={classes.panel}>
            <header>
              <h2>{title}</h2>
              <Group gap={4}>
                <Button
                  size="compact-sm"
                  renderRoot={(props) => <Link to="/reports" search={{ ...search, dashboard: "query" }} {...props} />}
                >
                  {t("analytics.edit")}
                </Button>
                <Button
                  size="compact-sm"
                  onClick={() => saveFile(new Blob([resultCsv(result.result)], { type: "text/csv" }), `${title}.csv`)}
                >
                  {t("analytics.csv")}
                </Button>
                {view && (
                  <CrossButton
                    iconSize={16}
                    aria-label={t("analytics.removePanel", { title })}
                    onClick={() => remove.mutate(index)}
                  />
                )}
              </Group>
            </header>
            <PanelChart title={title} search={search} result={result} />
          </section>
        ) : null;
      })}
    </div>
  );
}

function useRemovePanel(view: SavedView | undefined) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (index: number) => {
      if (!view) return;
      const { panels } = view.state;
      const left = Array.isArray(panels) ? panels.filter((_, place) => place !== index) : [];
      await client.savedViews.update({ id: view.id, body: { state: { ...view.state, panels: left } } });
      await queryClient.invalidateQueries({ queryKey: viewKeys.all });
    },
  });
}

interface PanelChartProps {
  title: string;
  search: AnalyticsSearch;
  result: AnalyticsResult;
}

/** The answer of a panel's query: lines over time, or a bar for each group. */
function PanelChart({ title, search, result: { result: rows, timeRange } }: PanelChartProps) {
  const { t, i18n } = useTranslation();
  const nameOf = useGroupNames(rows);
  const valueText = useValueText();
  const { values = DEFAULT_VALUES, range = DEFAULT_RANGE } = search;
  const { step = defaultStep(range) } = search;
  const dates = step === "none" ? undefined : stepDates(step, timeRange);
  const keys = keysOf(search);
  const read = (value: (typeof values)[number]) =>
    chartData(rows, {
      value,
      keys,
      dates,
      nameOf,
      single: values.length > 1 || keys.length === 0 ? valueText(value) : t("analytics.all"),
    });
  const [first, ...others] = values.map(read);
  if (!first || rows.length === 0) return <p>{t("analytics.empty")}</p>;
  const isHistory = values[0]?.startsWith("history:") ?? false;
  if (!dates && !isHistory) return <BarChart label={title} data={first} />;
  const isCount = (index: number) => /^(?:count|sum):/.test(values[index] ?? "");
  // With groups, a line for each; otherwise a line for each value.
  const series: Series[] = (keys.length > 0 ? first.series : [first, ...others].flatMap((each) => each.series)).slice(
    0,
    MAX_SERIES,
  );
  const format = new Intl.DateTimeFormat(i18n.language, {
    ...(step !== "hour" || isHistory ? { month: "short" as const, day: "numeric" as const } : {}),
    ...(step === "hour" || isHistory ? { hour: "numeric" as const } : {}),
    timeZone: timeRange.timezone,
  });
  return (
    <TimeChart
      kind={isCount(0) && (keys.length > 0 || series.length === 1) ? "bars" : "lines"}
      label={title}
      data={{ places: first.places, series }}
      values={values}
      dateText={(date) => format.format(new Date(date))}
      isIrregular={isHistory}
      isGrouped={keys.length > 0}
    />
  );
}
