import type { Overview } from "@callwright/contract";
import { SegmentedControl } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LateChart } from "../../kit/charts/LateChart.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { OverviewCard } from "./OverviewCard.tsx";
import classes from "./overview.module.css";
import { overviewSearch, VOLUMES, type Volume } from "./overview-search.ts";

const route = getRouteApi("/shell/overview");

/** Calls, minutes or cost, and response times, over time. A click on a step opens its calls. */
export function OverviewCharts({ overview: { steps, timeRange } }: { overview: Overview }) {
  const { t, i18n } = useTranslation();
  const { dollars } = useFormat();
  const navigate = useNavigate();
  const setSearch = route.useNavigate();
  const { volume = "calls" } = overviewSearch({ ...route.useSearch() });
  const place = new Intl.DateTimeFormat(i18n.language, {
    ...(timeRange.step === "hour"
      ? { weekday: "short" as const, hour: "numeric" as const }
      : { month: "short" as const, day: "numeric" as const }),
    timeZone: timeRange.timezone,
  });
  const openStep = (index: number) => {
    const [begin, next] = [steps[index]?.date, steps[index + 1]?.date];
    if (begin === undefined) return;
    // The first step can begin before the range.
    const isCut = begin < timeRange.start;
    const from = isCut ? timeRange.start : begin;
    // The next step's first millisecond is not part of this one.
    const until = next === undefined ? timeRange.end : new Date(Date.parse(next) - 1).toISOString();
    void navigate({ to: "/calls", search: { from, until } });
  };
  const rows = steps.map(({ date, calls, minutes, cost, successful, judged, responseP50Ms, responseP95Ms }) => ({
    place: place.format(new Date(date)),
    minutes: Math.round(minutes * 10) / 10,
    cost,
    successful,
    failed: judged - successful,
    notJudged: calls - judged,
    p50: responseP50Ms,
    p95: responseP95Ms,
  }));
  const series = {
    calls: [
      { name: "successful", label: t("overview.successful"), color: "var(--cw-accent)" },
      { name: "failed", label: t("overview.failed"), color: "var(--cw-bad)" },
      { name: "notJudged", label: t("overview.notJudged"), color: "var(--cw-segment-endpointing)" },
    ],
    minutes: [{ name: "minutes", label: t("overview.minutes"), color: "var(--cw-accent)" }],
    cost: [{ name: "cost", label: t("overview.cost"), color: "var(--cw-accent)" }],
  };
  return (
    <div className={classes.pair}>
      <OverviewCard
        title={t(`overview.volume.${volume}`)}
        aside={
          <SegmentedControl
            size="xs"
            aria-label={t("overview.volumeLabel")}
            value={volume}
            data={VOLUMES.map((each) => ({ value: each, label: t(`overview.${each}`) }))}
            onChange={(value) => void setSearch({ search: (search) => ({ ...search, volume: value as Volume }), replace: true })}
          />
        }
      >
        <LateChart
          kind="bars"
          label={t(`overview.volume.${volume}`)}
          rows={rows}
          series={series[volume]}
          valueText={volume === "cost" ? dollars : (value) => value.toLocaleString()}
          onPlace={openStep}
        />
      </OverviewCard>
      <OverviewCard title={t("overview.responseOverTime")}>
        <LateChart
          kind="lines"
          label={t("overview.responseOverTime")}
          rows={rows}
          series={[
            { name: "p50", label: t("overview.p50"), color: "var(--cw-accent)" },
            { name: "p95", label: t("overview.p95"), color: "var(--cw-segment-model)" },
          ]}
          valueText={(value) => t("latency.ms", { value: value.toLocaleString() })}
          onPlace={openStep}
        />
      </OverviewCard>
    </div>
  );
}
