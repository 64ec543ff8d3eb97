import { Alert, Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { CopyAsMenu } from "../../resource/copy/CopyAsMenu.tsx";
import classes from "./analytics.module.css";
import { queryOf } from "./analytics-query.ts";
import { analyticsSearch } from "./analytics-search.ts";
import { QueryForm } from "./QueryForm.tsx";

const AnalyticsResultView = lazy(async () => ({ default: (await import("./AnalyticsResultView.tsx")).AnalyticsResultView }));

const route = getRouteApi("/shell/reports");

/** Ask what the calls were like: a query in the address, its answer as charts and as a table. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = route.useNavigate();
  const search = analyticsSearch({ ...route.useSearch() });
  const [nowMs, setNowMs] = useState(Date.now);
  const timezone = search.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { queries: [queryOf(search, nowMs, timezone)] };
  const answer = useQuery({
    queryKey: ["analytics", body],
    queryFn: async ({ signal }) => ({ search, answer: (await client.runAnalytics({ body, signal }))[0] }),
    placeholderData: keepPreviousData,
  });
  const shown = answer.data;
  const failure = useShownError(answer.error);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("analytics.title")}
        actions={
          <>
            <CopyAsMenu request={{ method: "POST", path: "/analytics", call: "runAnalytics", body }} />
            <Button loading={answer.isFetching} onClick={() => setNowMs(Date.now())}>
              {t("analytics.run")}
            </Button>
          </>
        }
      />
      <div className={classes.columns}>
        <QueryForm search={search} timezone={timezone} onChange={(next) => void navigate({ search: next, replace: true })} />
        <div className={classes.result}>
          {failure && (
            <Alert color="red" variant="outline" role="alert">
              {t("analytics.failed", { reason: failure.message })}
            </Alert>
          )}
          <Suspense fallback={<PageSkeleton />}>
            {shown?.answer && !failure && (
              <AnalyticsResultView search={shown.search} timeRange={shown.answer.timeRange} rows={shown.answer.result} />
            )}
          </Suspense>
          {answer.isPending && <PageSkeleton />}
        </div>
      </div>
    </div>
  );
}
