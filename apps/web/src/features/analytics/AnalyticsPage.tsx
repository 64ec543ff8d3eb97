import { Button, NativeSelect, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { SavedViews } from "../../resource/list/SavedViews.tsx";
import { savedViewsQuery } from "../../resource/list/view-queries.ts";
import classes from "./analytics.module.css";
import { analyticsPageSearch, DEFAULT_RANGE, PRESETS, type Preset, RANGE_DAYS, type Range } from "./analytics-search.ts";
import { Dashboard } from "./Dashboard.tsx";
import { PRESET_PANELS, panelsOf } from "./panels.ts";

const QueryBuilder = lazy(async () => ({ default: (await import("./QueryBuilder.tsx")).QueryBuilder }));

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
      {hasDashboards && (
        <Tabs
          value={shown}
          onChange={(value) => value !== null && void navigate({ search: { dashboard: value, range } })}
          className={classes.tabs ?? ""}
        >
          <Tabs.List aria-label={t("analytics.dashboard")}>
            {PRESETS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`analytics.presets.${each}`)}
              </Tabs.Tab>
            ))}
            {view && <Tabs.Tab value={view.id}>{view.name}</Tabs.Tab>}
            <Tabs.Tab value={BUILDER}>{t("analytics.builder")}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      {isQuery ? (
        <Suspense fallback={<PageSkeleton />}>
          <QueryBuilder canSave={hasDashboards} />
        </Suspense>
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
