import type { SuiteTest } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { SelectionBar } from "../../kit/table/SelectionBar.tsx";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { useDelete } from "../../resource/use-delete.ts";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { RunTests } from "./RunTests.tsx";
import { suiteTestResource, suiteTestsQuery, useTestsOf } from "./suite-tests.ts";
import classes from "./tests-tab.module.css";

/** The tests of a suite. */
export function TestsTab({ entity: { id } }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const { data: tests, error, isPending } = useQuery(suiteTestsQuery(useClient(), id));
  const may = useMay(suiteTestResource);
  const texts = useResourceTexts(suiteTestResource);
  if (isPending) return <PageSkeleton />;
  if (error) return <EmptyNote title={t("resource.loadFailed", { reason: error.message, ...texts.nouns })} />;
  const create = may("create") && (
    <Button renderRoot={(props) => <Link to="/test-suites/$id/tests/new" params={{ id }} {...props} />}>
      {t("resource.create", texts.nouns)}
    </Button>
  );
  if (tests.length === 0) return <EmptyNote title={t("resource.empty", texts.nouns)} body={texts.what} action={create} />;
  return <TestTable suiteId={id} tests={tests} create={create} />;
}

function TestTable({ suiteId, tests, create }: { suiteId: string; tests: readonly SuiteTest[]; create: ReactNode }) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const may = useMay(suiteTestResource);
  const texts = useResourceTexts(suiteTestResource);
  const { question } = useDelete(useTestsOf(suiteId));
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
        <RunTests suiteId={suiteId} {...(chosen.length > 0 && { testIds: chosen.map(({ id }) => id) })} />
        {create}
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
              <Link to="/test-suites/$id/tests/$testId" params={{ id: suiteId, testId: id }} tabIndex={tabIndex}>
                {name}
              </Link>
            ),
          },
          {
            id: "type",
            label: texts.column("type"),
            className: classes.kind,
            cell: ({ type }) => t(`suiteTests.values.${type}`),
          },
          {
            id: "script",
            label: texts.column("script"),
            className: classes.script,
            title: ({ script }) => script,
            cell: ({ script }) => script,
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
