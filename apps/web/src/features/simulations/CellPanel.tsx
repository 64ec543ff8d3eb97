import { type ListedSimulationRun, type PassCount, PERSONALITIES, type TestSuite, wilson } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { IconCircleX, IconPlayerPlay, IconSparkles } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { CallStrip } from "./CallStrip.tsx";
import classes from "./cell-panel.module.css";
import { callerKey, firstFailures, type TableCell } from "./matrix-table.ts";
import { ProposeFix } from "./ProposeFix.tsx";
import { useStart } from "./RunButton.tsx";
import { useRunWords } from "./run-words.ts";
import type { RunChoice } from "./start-body.ts";

const route = getRouteApi("/shell/simulations/$id");

/** Failed conversations with a waveform. The others are behind "Open all". */
const SHOWN_ITEMS = 8;

interface CellPanelProps {
  suite: TestSuite;
  run: ListedSimulationRun;
  base: ListedSimulationRun | undefined;
  cell: TableCell;
  onClose: () => void;
}

/** One cell: whether it changed, why it failed, and its conversations. */
export function CellPanel({ suite, run, base, cell, onClose }: CellPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const { key, scenario, caller, items } = cell;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell is another panel.
  useEffect(() => panel.current?.focus(), [key]);
  const close = () => {
    onClose();
    document.getElementById(`cell-${key}`)?.focus();
  };
  const failed = items.filter(({ status }) => status === "failed");
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={t("simulations.cell.label", { scenario: scenario.name, caller: caller.name })}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <section>
        <div className={classes.head}>
          <CellPill cell={cell} />
          <CrossButton className={classes.end ?? ""} aria-label={t("app.close")} onClick={close} />
        </div>
        <h2 className={classes.title}>{scenario.name}</h2>
        <Text c="dimmed">{t("simulations.cell.caller", { caller: caller.name })}</Text>
        <Intervals run={run} base={base} cell={cell} />
        <Text size="sm" c="dimmed">
          {t(sentenceOf(cell))}
        </Text>
      </section>
      {failed.length > 0 && <Failures items={failed} />}
      {failed.length > 0 && (
        <section>
          <h3 className={classes.heading}>
            {t("simulations.cell.failed")} <span className={classes.count}>{failed.length}</span>
            <Link to="/simulations/runs/$runId" params={{ runId: run.id }} search={{ cell: key }} className={classes.end}>
              {t("simulations.cell.openAll")}
            </Link>
          </h3>
          <ul className={classes.items}>
            {failed.slice(0, SHOWN_ITEMS).map((item) => (
              <li key={item.id}>
                <Link to="/simulations/runs/$runId" params={{ runId: run.id }} search={{ cell: key, item: item.id }}>
                  {t("simulations.seed", { seed: String(item.seed) })}
                </Link>
                {item.callId === undefined ? (
                  <span className={classes.why}>{item.why}</span>
                ) : (
                  <CallStrip callId={item.callId} turn={item.turn} />
                )}
              </li>
            ))}
          </ul>
          {failed.some(({ callId }) => callId !== undefined) && <p className={classes.hint}>{t("simulations.cell.mark")}</p>}
        </section>
      )}
      <Actions suite={suite} run={run} cell={cell} failedItemId={failed[0]?.id} />
    </section>
  );
}

function CellPill({ cell: { isUnstable, change, passed, total } }: { cell: TableCell }) {
  const { t } = useTranslation();
  if (isUnstable) return <Pill kind="warn">{t("simulations.matrix.unstable")}</Pill>;
  if (change === "worse") return <Pill kind="bad">{t("simulations.cell.worse")}</Pill>;
  if (change === "better") return <Pill kind="accent">{t("simulations.cell.better")}</Pill>;
  return <Pill>{t("simulations.passedOf", { passed: String(passed), total: String(total) })}</Pill>;
}

function sentenceOf({ isUnstable, change }: TableCell) {
  if (isUnstable) return "simulations.cell.unstableSentence" as const;
  if (change === undefined) return "simulations.cell.alone" as const;
  return change === "no difference" ? ("simulations.cell.sameSentence" as const) : ("simulations.cell.changedSentence" as const);
}

function Failures({ items }: { items: TableCell["items"] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={classes.heading}>{t("simulations.cell.firstFailed")}</h3>
      <ul className={classes.items}>
        {firstFailures(items).map(({ text, count }) => (
          <li key={text}>
            <IconCircleX size={16} className={classes.bad} aria-hidden="true" />
            <span className={classes.why}>{text}</span>
            <span className={classes.end}>
              {t("simulations.cell.ofFailed", { failed: String(count), total: String(items.length) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const [LEFT, WIDTH] = [64, 184];
const at = (share: number) => LEFT + share * WIDTH;

/** The 95 % intervals of both runs on one scale. */
function Intervals({ run, base, cell }: Pick<CellPanelProps, "run" | "base" | "cell">) {
  const { t } = useTranslation();
  const words = useRunWords();
  const rows = [
    ...(base && cell.before
      ? [{ id: "before", name: words.versionOf(base) ?? t("simulations.cell.before"), count: cell.before }]
      : []),
    { id: "after", name: words.versionOf(run) ?? t("simulations.matrix.thisRun"), count: cell },
  ];
  const height = rows.length * 26;
  const textOf = ({ passed, total }: PassCount) => t("simulations.ofShort", { passed: String(passed), total: String(total) });
  return (
    <svg
      className={classes.intervals}
      viewBox={`0 0 328 ${height + 18}`}
      role="img"
      aria-label={rows.map(({ name, count }) => `${name}: ${textOf(count)}`).join(", ")}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <line key={share} x1={at(share)} x2={at(share)} y1={0} y2={height} className={classes.grid} />
      ))}
      {rows.map(({ id, name, count }, place) => {
        const { low, high } = wilson(count.passed, count.total);
        const y = 13 + place * 26;
        const kind = id === "after" ? (cell.change ?? "no difference") : "before";
        return (
          <g key={id} data-kind={kind} className={classes.interval}>
            <text x={0} y={y + 4}>
              {name}
            </text>
            <path d={`M${at(low)} ${y}H${at(high)}M${at(low)} ${y - 4}v8M${at(high)} ${y - 4}v8`} />
            {count.total > 0 && <circle cx={at(count.passed / count.total)} cy={y} r={5} />}
            <text x={328} y={y + 4} textAnchor="end" className={classes.strong}>
              {textOf(count)}
            </text>
          </g>
        );
      })}
      {[0, 0.5, 1].map((share) => (
        <text key={share} x={at(share)} y={height + 14} textAnchor="middle" className={classes.scale}>
          {100 * share} %
        </text>
      ))}
    </svg>
  );
}

interface ActionsProps {
  suite: TestSuite;
  run: ListedSimulationRun;
  cell: TableCell;
  failedItemId: string | undefined;
}

function Actions({ suite, run, cell, failedItemId }: ActionsProps) {
  const { t } = useTranslation();
  const [isProposing, setProposing] = useState(false);
  const navigate = route.useNavigate();
  // The new run has one cell, beside the same cell of this run.
  const start = useStart(suite, ({ id }) => void navigate({ search: { run: id, base: run.id, cell: cell.key } }));
  const mayRun = useMayEdit("createSimulationRun");
  const maySuggest = useMayEdit("suggestForSimulationRunItem");
  const choice = sameSeeds(suite, run, cell);
  if (!mayRun) return null;
  return (
    <section className={classes.actions}>
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
        loading={start.isPending}
        onClick={() => start.run(choice)}
      >
        {t("simulations.cell.again", { count: cell.items.length })}
      </Button>
      {failedItemId !== undefined && maySuggest && (
        <Button variant="subtle" leftSection={<IconSparkles size={14} aria-hidden="true" />} onClick={() => setProposing(true)}>
          {t("simulations.cell.propose")}
        </Button>
      )}
      {isProposing && failedItemId !== undefined && (
        <ProposeFix
          suite={suite}
          runId={run.id}
          itemId={failedItemId}
          onAccepted={() => start.run({ ...choice, agent: "draft" })}
          onClose={() => setProposing(false)}
        />
      )}
    </section>
  );
}

/** The same pair with the same seeds, version and medium. */
function sameSeeds(suite: TestSuite, run: ListedSimulationRun, { scenario, caller, simulationId, items }: TableCell): RunChoice {
  const { iterations = items.length, seed, transport, line, isDraft } = run;
  const isPair = suite.simulationIds?.includes(simulationId) ?? false;
  const isNamed = caller.id !== undefined || PERSONALITIES.some(({ key }) => key === caller.key);
  return {
    ...(isDraft && { agent: "draft" as const }),
    seeds: iterations,
    ...(seed !== undefined && { seed }),
    ...(typeof line === "string" && { line }),
    ...(transport && { medium: transport.provider === "vapi.webchat" ? ("chat" as const) : ("voice" as const) }),
    ...(transport?.phoneNumberId !== undefined && { phoneNumberId: transport.phoneNumberId }),
    ...(isPair ? { simulationId } : { testIds: [scenario.id], callers: isNamed ? [callerKey(caller)] : [] }),
  };
}
