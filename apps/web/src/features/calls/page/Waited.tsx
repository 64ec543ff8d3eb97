import type { Turn } from "@callwright/contract";
import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { LatencyBar } from "../../../kit/latency/LatencyBar.tsx";
import { LatencyLegend } from "../../../kit/latency/LatencyLegend.tsx";
import { isAnswer, medianWait, type WaitPart, waitOf, waitParts } from "../../../kit/latency/wait-parts.ts";
import { Scroller } from "../../../kit/Scroller.tsx";
import { FactSection } from "./FactSection.tsx";
import classes from "./facts.module.css";

/** The latency of a call: the median turn, and every turn in a table. */
export function Waited({ turns, isRunning }: { turns: ReadonlyMap<number, Turn>; isRunning: boolean }) {
  const { t } = useTranslation();
  const [isTable, { toggle }] = useDisclosure(false);
  const answered = [...turns.values()].filter(isAnswer).sort((one, other) => one.index - other.index);
  const median = medianWait(answered);
  return (
    <FactSection
      title={t("call.waited")}
      figure={median && t("call.p50", { value: t("latency.ms", { value: waitOf(median).toLocaleString() }) })}
    >
      {!median && <p className={classes.dim}>{t(isRunning ? "call.notMeasuredYet" : "call.notMeasured")}</p>}
      {median && (
        <>
          <LatencyBar parts={median} />
          <div className={classes.legend}>
            <LatencyLegend parts={median} />
          </div>
          <UnstyledButton className={classes.more} aria-expanded={isTable} onClick={toggle}>
            {isTable ? t("call.waitedHide") : t("call.waitedTable")}
          </UnstyledButton>
          {isTable && <WaitedTable rows={answered.map((turn) => ({ index: turn.index, parts: waitParts(turn) }))} />}
        </>
      )}
    </FactSection>
  );
}

/** Latency of every answered turn by part, in milliseconds. Unused parts are left out. */
function WaitedTable({ rows }: { rows: readonly { index: number; parts: readonly WaitPart[] }[] }) {
  const { t } = useTranslation();
  const names = [...new Set(rows.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  return (
    <Scroller className={classes.tableScroll}>
      <table className={`${classes.waitedTable} num`}>
        <thead>
          <tr>
            <th scope="col">{t("call.waitedTurn")}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`latency.segment.${name}`)}
              </th>
            ))}
            <th scope="col">{t("call.waitedTotal")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, parts }) => (
            <tr key={index}>
              <th scope="row">{index}</th>
              {names.map((name) => (
                <td key={name}>{parts.find((part) => part.name === name)?.ms.toLocaleString() ?? "–"}</td>
              ))}
              <td>{waitOf(parts).toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
