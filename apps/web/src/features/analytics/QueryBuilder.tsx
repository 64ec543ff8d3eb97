import { ANALYTICS_COLUMNS, ANALYTICS_GROUPS, ANALYTICS_MAX_HISTORIES, ANALYTICS_OPERATIONS } from "@callwright/contract";
import { Button, Group, MultiSelect, NativeSelect, Select, TagsInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { late } from "../../kit/late.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { CopyAsMenu } from "../../resource/copy/CopyAsMenu.tsx";
import classes from "./analytics.module.css";
import { queryOf } from "./analytics-query.ts";
import {
  type AnalyticsSearch,
  analyticsSearch,
  type Column,
  DEFAULT_RANGE,
  DEFAULT_VALUES,
  defaultStep,
  type Operation,
  RANGE_DAYS,
  RANGE_STEPS,
  type Range,
  splitValue,
  type ValueName,
  withColumn,
  withOperation,
} from "./analytics-search.ts";
import { resultCsv } from "./result-csv.ts";
import { useValueText } from "./use-result-words.ts";

const AnalyticsResultView = late(async () => (await import("./AnalyticsResultView.tsx")).AnalyticsResultView, <PageSkeleton />);
const AddPanelDialog = late(async () => (await import("./AddPanelDialog.tsx")).AddPanelDialog);

const route = getRouteApi("/shell/reports");

/** A query in the address, its answer as charts and as a table. */
export function QueryBuilder({ canSave }: { canSave: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = route.useNavigate();
  const search = analyticsSearch({ ...route.useSearch() });
  const valueText = useValueText();
  const [isAdding, dialog] = useDisclosure();
  const [nowMs, setNowMs] = useState(Date.now);
  const timezone = search.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { queries: [queryOf(search, nowMs, timezone)] };
  const answer = useQuery({
    queryKey: ["analytics", body],
    queryFn: async ({ signal }) => ({ search, answer: (await client.analytics.run({ body, signal }))[0] }),
    placeholderData: keepPreviousData,
  });
  const shown = answer.data;
  const rows = shown?.answer?.result;
  const failure = useShownError(answer.error);
  return (
    <>
      <Group className={classes.tools ?? ""} gap="xs">
        <Button loading={answer.isFetching} onClick={() => setNowMs(Date.now())}>
          {t("analytics.run")}
        </Button>
        {canSave && <Button onClick={dialog.open}>{t("analytics.addPanel")}</Button>}
        <Button
          disabled={!rows || rows.length === 0}
          onClick={() => rows && saveFile(new Blob([resultCsv(rows)], { type: "text/csv" }), "analytics.csv")}
        >
          {t("analytics.csv")}
        </Button>
        <CopyAsMenu request={{ method: "POST", path: "/analytics", call: "runAnalytics", body }} />
      </Group>
      <div className={classes.columns}>
        <QueryForm
          search={search}
          timezone={timezone}
          onChange={(next) => void navigate({ search: { ...next, dashboard: "query" }, replace: true })}
        />
        <div className={classes.result}>
          <Failure>{failure && t("analytics.failed", { reason: failure.message })}</Failure>
          {shown?.answer && !failure && (
            <AnalyticsResultView search={shown.search} timeRange={shown.answer.timeRange} rows={shown.answer.result} />
          )}
          {answer.isPending && <PageSkeleton />}
        </div>
      </div>
      {isAdding && (
        <AddPanelDialog
          search={search}
          title={(search.values ?? DEFAULT_VALUES).map(valueText).join(", ")}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

interface QueryFormProps {
  search: AnalyticsSearch;
  /** The time zone of the address, or the viewer's. */
  timezone: string;
  onChange: (search: AnalyticsSearch) => void;
}

/** Builds a query; each change is asked at once. */
function QueryForm({ search, timezone, onChange }: QueryFormProps) {
  const { t } = useTranslation();
  // Parsed like the address: an empty or invalid value gets its default.
  const set = (change: Record<string, unknown>) => onChange(analyticsSearch({ ...search, ...change }));
  const range = search.range ?? DEFAULT_RANGE;
  const zones = [...new Set(["UTC", timezone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <section className={classes.query} aria-label={t("analytics.query")}>
      <ValueList values={search.values ?? DEFAULT_VALUES} onChange={(values) => set({ values })} />
      <MultiSelect
        label={t("analytics.groupBy")}
        value={search.groupBy ?? []}
        data={ANALYTICS_GROUPS.map((each) => ({ value: each, label: t(`analytics.groupNames.${each}`) }))}
        onChange={(groupBy) => set({ groupBy })}
      />
      <TagsInput
        label={t("analytics.variables")}
        description={t("analytics.variablesHint")}
        value={search.variables ?? []}
        onChange={(variables) => set({ variables })}
      />
      <NativeSelect
        label={t("analytics.range")}
        value={range}
        data={(Object.keys(RANGE_DAYS) as Range[]).map((each) => ({ value: each, label: t(`analytics.ranges.${each}`) }))}
        onChange={(event) => set({ range: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("analytics.step")}
        value={search.step ?? defaultStep(range)}
        data={[
          { value: "none", label: t("analytics.noStep") },
          ...RANGE_STEPS[range].map((each) => ({ value: each, label: t(`analytics.steps.${each}`) })),
        ]}
        onChange={(event) => set({ step: event.currentTarget.value })}
      />
      <Select
        label={t("analytics.timezone")}
        searchable
        allowDeselect={false}
        value={timezone}
        data={zones}
        limit={50}
        onChange={(zone) => set({ timezone: zone })}
      />
    </section>
  );
}

interface ValueListProps {
  values: readonly ValueName[];
  onChange: (values: ValueName[]) => void;
}

function ValueList({ values, onChange }: ValueListProps) {
  const { t } = useTranslation();
  const replace = (index: number, value: ValueName) => onChange(values.with(index, value));
  const histories = values.filter((each) => splitValue(each).operation === "history").length;
  const unused = (["avg:duration", "sum:cost", "sum:minutesUsed", "max:concurrency", "max:duration"] as const).find(
    (each) => !values.includes(each),
  );
  return (
    <fieldset className={classes.values}>
      <legend>{t("analytics.operations")}</legend>
      {values.map((each, index) => {
        const { operation, column } = splitValue(each);
        return (
          <div key={each} className={classes.value}>
            <NativeSelect
              aria-label={t("analytics.operation", { index: String(index + 1) })}
              value={operation}
              data={ANALYTICS_OPERATIONS.map((word) => ({
                value: word,
                label: t(`analytics.operationNames.${word}`),
                disabled: word === "history" && operation !== "history" && histories >= ANALYTICS_MAX_HISTORIES,
              }))}
              onChange={(event) => replace(index, withOperation(each, event.currentTarget.value as Operation))}
            />
            <NativeSelect
              aria-label={t("analytics.column", { index: String(index + 1) })}
              value={column}
              data={ANALYTICS_COLUMNS.map((name) => ({ value: name, label: t(`analytics.columnNames.${name}`) }))}
              onChange={(event) => replace(index, withColumn(each, event.currentTarget.value as Column))}
            />
            {values.length > 1 && (
              <CrossButton
                iconSize={16}
                aria-label={t("analytics.removeOperation", { index: String(index + 1) })}
                onClick={() => onChange(values.filter((_, place) => place !== index))}
              />
            )}
          </div>
        );
      })}
      {unused && (
        <Button size="compact-sm" onClick={() => onChange([...values, unused])}>
          {t("analytics.addOperation")}
        </Button>
      )}
    </fieldset>
  );
}
