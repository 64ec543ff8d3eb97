import { LINES, PERSONALITIES, RUN_MAX_ITERATIONS, type TestSuite } from "@callwright/contract";
import { NativeSelect, NumberInput, Text } from "@mantine/core";
import { IconCircleX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { Instant } from "../../../kit/Instant.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useMay } from "../../../resource/use-may.ts";
import { GateSwitches } from "../GateSwitches.tsx";
import { firstFailures } from "../matrix-table.ts";
import { ResultPill } from "../RunPill.tsx";
import { useRunWords } from "../run-words.ts";
import { isRunOpen, ownCallersQuery } from "../simulation-queries.ts";
import { assistantIdOf } from "../start-body.ts";
import { TrendBars } from "../suite-figures.tsx";
import { SUITES } from "../suites.ts";
import { useSetSuite } from "../use-set-suite.ts";
import classes from "./test-editor.module.css";
import type { LastRunOfTest } from "./use-last-run.ts";

interface LastRunProps {
  suite: TestSuite;
  testId: string;
  last: LastRunOfTest | undefined;
}

/** How the test went the last time, and who calls in its suite. */
export function LastRun({ suite, last }: LastRunProps) {
  return (
    <div className={classes.side}>
      <Result suite={suite} last={last} />
      <Callers suite={suite} />
      <Settings suite={suite} />
      <section>
        <GateSwitches suite={suite} />
      </section>
    </div>
  );
}

function Result({ suite, last }: Pick<LastRunProps, "suite" | "last">) {
  const { t } = useTranslation();
  const words = useRunWords();
  const format = useFormat();
  if (!last)
    return (
      <section aria-label={t("simulations.last.title")}>
        <h2>{t("simulations.last.title")}</h2>
        <Text c="dimmed">{t("simulations.last.none")}</Text>
      </section>
    );
  const { run, row, shown, trend } = last;
  const cells = row.cells.filter((cell) => cell !== undefined);
  const items = cells.flatMap((cell) => cell.items);
  const { passed, total } = row.sum;
  const open = items.length - total;
  const assistantId = assistantIdOf(suite);
  return (
    <section aria-live="polite" aria-label={t("simulations.last.title")}>
      <h2>
        {t("simulations.last.title")}
        <span>
          <Instant iso={run.createdAt}>{format.dayTime(run.createdAt)}</Instant>
          {words.versionOf(run) !== undefined && `, ${words.versionOf(run)}`}
        </span>
        <span className={classes.end}>
          {total > 0 && !isRunOpen(run) ? (
            <ResultPill isPassed={passed === total} />
          ) : (
            isRunOpen(run) && <Pill kind="accent">{t("simulations.status.running")}</Pill>
          )}
        </span>
      </h2>
      <p className={classes.score}>
        <b>{passed}</b> {t("simulations.last.pass", { count: total })}
        {open > 0 && ` · ${t("simulations.matrix.open", { count: open })}`}
        {trend.length > 1 && (
          <span className={classes.end}>
            <TrendBars rates={trend} />
          </span>
        )}
      </p>
      {firstFailures(items)
        .slice(0, 3)
        .map(({ text, count }) => (
          <p key={text} className={classes.finding}>
            <IconCircleX size={16} aria-hidden="true" />
            <span>{t("simulations.last.failedIn", { what: text, failed: String(count), total: String(total) })}</span>
          </p>
        ))}
      <p className={classes.links}>
        <Link to="/simulations/runs/$runId" params={{ runId: run.id }} search={shown ? { item: shown.id } : {}}>
          {t("simulations.last.open")}
        </Link>
        {shown?.callId !== undefined && (
          <Link to="/calls/$id" params={{ id: shown.callId }}>
            {t("simulations.last.hear")}
          </Link>
        )}
        {assistantId !== undefined && (
          <Link to="/assistants/$id" params={{ id: assistantId }}>
            {t("simulations.last.editPrompt")}
          </Link>
        )}
      </p>
    </section>
  );
}

function Callers({ suite: { id, callers = [] } }: Pick<LastRunProps, "suite">) {
  const { t } = useTranslation();
  const own = useQuery({ ...ownCallersQuery(useClient()), enabled: callers.length > 0 }).data;
  const nameOf = (key: string) =>
    (PERSONALITIES.find((each) => each.key === key) ?? own?.find((each) => each.id === key))?.name ??
    t("simulations.callers.ownOne");
  return (
    <section>
      <h2>
        {t("suiteTests.columns.callers")}
        <span>{callers.length || ""}</span>
        <Link to="/simulations/$id" params={{ id }} search={{ tab: "callers" }} className={classes.end}>
          {t("simulations.callers.gallery")}
        </Link>
      </h2>
      <p className={classes.pills}>
        {callers.length === 0 && <Pill>{t("simulations.callers.neutral")}</Pill>}
        {callers.map((key) => (
          <Pill key={key} kind="accent">
            {nameOf(key)}
          </Pill>
        ))}
      </p>
    </section>
  );
}

/** A line with impairments of its own is edited in the form of the suite. */
const OWN_LINE = "own";

function Settings({ suite }: Pick<LastRunProps, "suite">) {
  const { t } = useTranslation();
  const setSuite = useSetSuite(suite);
  const may = useMay(SUITES);
  const [seeds, setSeeds] = useState<number | string>(suite.iterations ?? 1);
  const save = () => {
    if (typeof seeds === "number" && seeds !== (suite.iterations ?? 1)) setSuite.mutate({ iterations: seeds });
  };
  const { line } = suite;
  return (
    <section>
      <NativeSelect
        label={t("simulations.line")}
        description={t("simulations.lineHelp")}
        mb="sm"
        disabled={!may("update")}
        value={typeof line === "object" ? OWN_LINE : (line ?? "")}
        data={[
          { value: "", label: t("simulations.noLine") },
          ...(typeof line === "object" ? [{ value: OWN_LINE, label: t("simulations.ownLine") }] : []),
          ...LINES.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={({ currentTarget: { value } }) => value !== OWN_LINE && setSuite.mutate({ line: value === "" ? null : value })}
      />
      <NumberInput
        label={t("simulations.seeds")}
        description={t("simulations.last.seedsHelp")}
        min={1}
        max={RUN_MAX_ITERATIONS}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={!may("update")}
        value={seeds}
        onChange={setSeeds}
        onBlur={save}
      />
      <dl className={classes.settings}>
        <dt>{t("simulations.medium")}</dt>
        <dd>{t(suite.medium ? `simulations.mediumOfSuite.${suite.medium}` : "simulations.mediumOfTests")}</dd>
      </dl>
    </section>
  );
}
