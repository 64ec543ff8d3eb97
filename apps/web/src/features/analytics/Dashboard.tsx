import type { SavedView } from "@callwright/contract";
import { ActionIcon, Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { viewKeys } from "../../resource/list/view-queries.ts";
import classes from "./analytics.module.css";
import { queryOf } from "./analytics-query.ts";
import { type AnalyticsSearch, RANGE_STEPS, type Range } from "./analytics-search.ts";
import { PanelChart } from "./PanelChart.tsx";
import type { Panel } from "./panels.ts";
import { resultCsv } from "./result-csv.ts";

const route = getRouteApi("/shell/reports");

interface DashboardProps {
  panels: readonly Panel[];
  range: Range;
  nowMs: number;
  timezone: string;
  /** The saved dashboard, if its charts may be removed. */
  view?: SavedView | undefined;
}

/** Charts of one time range, read in one request. */
export function Dashboard({ panels, range, nowMs, timezone, view }: DashboardProps) {
  const { t } = useTranslation();
  const client = useClient();
  const searches = panels.map(({ search }) => withRange(search, range));
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
                  renderRoot={(props) => <Link from={route.id} to="." search={{ ...search, dashboard: "query" }} {...props} />}
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
                  <ActionIcon aria-label={t("analytics.removePanel", { title })} onClick={() => remove.mutate(index)}>
                    <IconX size={16} aria-hidden="true" />
                  </ActionIcon>
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

/** The dashboard's range. A step that does not fit it is left out. */
function withRange({ step, ...search }: AnalyticsSearch, range: Range): AnalyticsSearch {
  const fits = step === "none" || RANGE_STEPS[range].some((each) => each === step);
  return { ...search, range, ...(step && fits && { step }) };
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
