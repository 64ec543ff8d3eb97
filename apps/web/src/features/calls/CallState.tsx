import type { Call } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../data/services.tsx";
import { clockTime } from "../../kit/clock-time.ts";
import { useNow } from "../../kit/use-now.ts";
import { durationMsOf } from "./call-rows.ts";
import table from "./call-table.module.css";
import classes from "./page/call-page.module.css";

/** The state of a call and how long it has lasted. For an ended call, its kind and its length. */
export function CallState({ call }: { call: Pick<Call, "type" | "status" | "startedAt" | "endedAt"> }) {
  const { t } = useTranslation();
  // While the server cannot be reached, it is unknown whether the call still runs.
  const isMoving = useConnection() === "up" && call.status !== "ended" && call.startedAt !== undefined;
  const durationMs = durationMsOf(call, useNow(isMoving));
  const isEnded = call.endedAt !== undefined;
  const time = durationMs === undefined ? "" : ` · ${clockTime(durationMs)}`;
  return (
    <span className={`${classes.pill} num`}>
      {!isEnded && <i className={table.dot} data-status={call.status} />}
      {isEnded && durationMs !== undefined ? t(`call.type.${call.type}`) : t(`calls.status.${call.status}`)}
      {/* Counts without being read out every second. */}
      <span role="timer" aria-live="off">
        {time}
      </span>
    </span>
  );
}
