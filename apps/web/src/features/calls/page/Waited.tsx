import type { Turn } from "@callwright/contract";
import { Skeleton, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { LatencyBar } from "../../../kit/latency/LatencyBar.tsx";
import { LatencyLegend } from "../../../kit/latency/LatencyLegend.tsx";
import { answersOf, medianWait, type WaitPart, waitOf, waitParts } from "../../../kit/latency/wait-parts.ts";
import { Scroller } from "../../../kit/Scroller.tsx";
import type { ConversationRow } from "../conversation/conversation.ts";
import { FactSection } from "./FactSection.tsx";
import classes from "./facts.module.css";

interface WaitedProps {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
  isRunning: boolean;
  /** Keeps the place. */
  isLoading: boolean;
  onSeek: (ms: number) => void;
}

/** The response times of a call: the median of the answers that the transcript shows, and each of them in a table. */
export function Waited({ rows, turns, isRunning, isLoading, onSeek }: WaitedProps) {
  const { t } = useTranslation();
  const [isTable, { toggle }] = useDisclosure(false);
  const { answers, longestMs } = answersOf(rows, (index) => turns.get(index));
  const answered = answers.flatMap((turn, index) => {
    const row = rows[index];
    return turn && row ? [{ index: turn.index, startMs: row.startMs, parts: waitParts(turn), turn }] : [];
  });
  const median = medianWait(answered.map(({ turn }) => turn));
  const ms = (value: number) => t("latency.ms", { value: value.toLocaleString() });
  return (
    <FactSection
      title={t("call.waited")}
      figure={
        median && (
          <>
            <b>{t("call.p50", { value: ms(waitOf(median)) })}</b>
            {answered.length > 1 && ` · ${t("call.slowest", { value: longestMs.toLocaleString() })}`}
          </>
        )
      }
    >
      {isLoading && <Skeleton height={94} />}
      {!isLoading && !median && <p className={classes.quiet}>{t(isRunning ? "call.notMeasuredYet" : "call.notMeasured")}</p>}
      {median && (
        <>
          <LatencyBar parts={median} />
          <div className={classes.legend}>
            <LatencyLegend parts={median} />
          </div>
          <UnstyledButton className={classes.more ?? ""} aria-expanded={isTable} onClick={toggle}>
            {isTable ? t("call.waitedHide") : t("call.waitedTable")}
          </UnstyledButton>
          {isTable && <WaitedTable rows={answered} onSeek={onSeek} />}
        </>
      )}
    </FactSection>
  );
}

interface WaitedTableProps extends Pick<WaitedProps, "onSeek"> {
  rows: readonly { index: number; startMs: number; parts: readonly WaitPart[] }[];
}

/** Latency of every answer by part, in milliseconds, in the colors of the bar above. Unused parts are left out. */
function WaitedTable({ rows, onSeek }: WaitedTableProps) {
  const { t } = useTranslation();
  const names = [...new Set(rows.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  return (
    <Scroller className={classes.tableScroll}>
      <table className={`${classes.waitedTable} num`}>
        <thead>
          <tr>
            <th scope="col">{t("call.waitedTurn")}</th>
            <th scope="col">{t("call.waitedTotal")}</th>
            {names.map((name) => (
              <th key={name} scope="col" title={t(`latency.segment.${name}`)}>
                <i className={classes.swatch} style={{ background: `var(--cw-segment-${name})` }} />
                <span className="visually-hidden">{t(`latency.segment.${name}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, startMs, parts }) => (
            <tr key={index}>
              <th scope="row">
                {index + 1}{" "}
                <UnstyledButton className={classes.more ?? ""} onClick={() => onSeek(startMs)}>
                  {clockTime(startMs)}
                </UnstyledButton>
              </th>
              <td>{waitOf(parts).toLocaleString()}</td>
              {names.map((name) => (
                <td key={name}>{parts.find((part) => part.name === name)?.ms.toLocaleString() ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
