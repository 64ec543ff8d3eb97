import type { Turn } from "@callwright/contract";
import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { LatencyBar } from "../../../kit/latency/LatencyBar.tsx";
import { LatencyLegend } from "../../../kit/latency/LatencyLegend.tsx";
import { isAnswer, medianWait, waitOf, waitParts } from "../../../kit/latency/wait-parts.ts";
import classes from "./facts.module.css";
import { WaitedTable } from "./WaitedTable.tsx";

/** The latency of a call: the median turn, and every turn in a table. */
export function Waited({ turns, isRunning }: { turns: ReadonlyMap<number, Turn>; isRunning: boolean }) {
  const { t } = useTranslation();
  const [isTable, { toggle }] = useDisclosure(false);
  const answered = [...turns.values()].filter(isAnswer).sort((one, other) => one.index - other.index);
  const median = medianWait(answered);
  return (
    <section aria-label={t("call.waited")}>
      <div className={classes.factHead}>
        <h2>{t("call.waited")}</h2>
        {median && (
          <span className="num">{t("call.p50", { value: t("latency.ms", { value: waitOf(median).toLocaleString() }) })}</span>
        )}
      </div>
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
    </section>
  );
}
