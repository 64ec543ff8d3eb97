import type { SuiteTest, TestSuite } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { SelectionBar } from "../../kit/table/SelectionBar.tsx";
import table from "../../kit/table/table.module.css";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { useDelete } from "../../resource/use-delete.ts";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { GenerateTests } from "./GenerateTests.tsx";
import { tableOf } from "./matrix-table.ts";
import { RunButton } from "./RunButton.tsx";
import { isWholeRun, matrixQuery, runsOfSuiteQuery } from "./simulation-queries.ts";
import { suiteTestResource, suiteTestsQuery, useTestsOf } from "./suite-tests.ts";
import classes from "./tests-tab.module.css";

/** The tests of a suite. */
export function TestsTab({ entity }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const tests = useQuery(suiteTestsQuery(useClient(), entity.id));
  const texts = useResourceTexts(suiteTestResource);
  const { data, error } = tests;
  if (error)
    return (
      <LoadFailed
        message={t("resource.loadFailed", { reason: error.message, ...texts.nouns })}
        onRetry={() => void tests.refetch()}
      />
    );
  if (!data) return <PageSkeleton />;
  if (data.length === 0)
    return (
      <EmptyNote
        title={t("resource.empty", texts.nouns)}
        body={texts.what}
        action={<GenerateTests suite={entity as TestSuite} names={new Set()} />}
      />
    );
  return <TestTable suite={entity as TestSuite} tests={data} />;
}

function TestTable({ suite, tests }: { suite: TestSuite; tests: readonly SuiteTest[] }) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const may = useMay(suiteTestResource);
  const texts = useResourceTexts(suiteTestResource);
  const { question } = useDelete(useTestsOf(suite.id));
  const results = useResults(suite.id);
  const rows = tests.map((test) => ({ ...test, name: test.name || texts.unnamed }));
  const chosen = rows.filter(({ id }) => selected.has(id));
  return (
    <>
      <div className={classes.tools}>
        <span className={classes.count} role="status">
          {t("resource.count", { count: rows.length, ...texts.nouns })}
        </span>
        {chosen.length > 0 && may("delete") && (
          <SelectionBar count={chosen.length} {...question(chosen, () => setSelected(new Set()))} />
        )}
        {chosen.length > 0 && <RunButton suite={suite} testIds={chosen.map(({ id }) => id)} />}
        {chosen.length === 0 && <GenerateTests suite={suite} names={new Set(rows.map(({ name }) => name))} />}
      </div>
      <DataTable
        label={texts.title}
        rows={rows}
        columns={[
          {
            id: "name",
            label: t("resource.name"),
            title: ({ name }) => name,
            cell: ({ id, name }, tabIndex) => (
              <Link
                to="/simulations/$id/tests/$testId"
                params={{ id: suite.id, testId: id }}
                className={table.link}
                tabIndex={tabIndex}
              >
                {name}
              </Link>
            ),
          },
          {
            id: "caller",
            label: texts.column("caller"),
            className: classes.wide,
            title: callerOf,
            cell: callerOf,
          },
          {
            id: "expects",
            label: texts.column("expects"),
            className: classes.number,
            cell: ({ scorers, evaluations = [] }) => scorers.length + evaluations.length,
          },
          {
            id: "type",
            label: texts.column("type"),
            className: classes.kind,
            cell: ({ type }) => t(`suiteTests.values.${type}`),
          },
          {
            id: "result",
            label: texts.column("result"),
            className: classes.kind,
            cell: ({ id }) => {
              const { passed, total } = results.get(id) ?? { passed: 0, total: 0 };
              return total === 0 ? "–" : t("simulations.ofShort", { passed: String(passed), total: String(total) });
            },
          },
        ]}
        selection={{
          selected,
          onSelect: setSelected,
          words: { selectAll: t("resource.selectAll", texts.nouns), select: ({ name }) => t("resource.select", { name }) },
        }}
      />
    </>
  );
}

/** The first words of the caller, or what they want. */
const callerOf = ({ steps, script }: SuiteTest): string => steps?.[0]?.say ?? script;

/** Passes of each test in the newest whole run. */
function useResults(suiteId: string) {
  const client = useClient();
  const isLive = useIsLive();
  const run = useQuery(runsOfSuiteQuery(client, suiteId, isLive)).data?.runs.find(isWholeRun);
  const matrix = useQuery({ ...matrixQuery(client, run?.id ?? "", isLive), enabled: run !== undefined }).data;
  return useMemo(() => new Map(matrix && tableOf(matrix).rows.map(({ scenario, sum }) => [scenario.id, sum])), [matrix]);
}
