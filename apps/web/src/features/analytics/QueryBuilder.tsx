import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { CopyAsMenu } from "../../resource/copy/CopyAsMenu.tsx";
import classes from "./analytics.module.css";
import { queryOf } from "./analytics-query.ts";
import { analyticsSearch, DEFAULT_VALUES } from "./analytics-search.ts";
import { QueryForm } from "./QueryForm.tsx";
import { resultCsv } from "./result-csv.ts";
import { useValueText } from "./use-result-words.ts";

const AnalyticsResultView = lazy(async () => ({ default: (await import("./AnalyticsResultView.tsx")).AnalyticsResultView }));
const AddPanelDialog = lazy(async () => ({ default: (await import("./AddPanelDialog.tsx")).AddPanelDialog }));

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
          <Suspense fallback={<PageSkeleton />}>
            {shown?.answer && !failure && (
              <AnalyticsResultView search={shown.search} timeRange={shown.answer.timeRange} rows={shown.answer.result} />
            )}
          </Suspense>
          {answer.isPending && <PageSkeleton />}
        </div>
      </div>
      <Suspense fallback={null}>
        {isAdding && (
          <AddPanelDialog
            search={search}
            title={(search.values ?? DEFAULT_VALUES).map(valueText).join(", ")}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </>
  );
}
