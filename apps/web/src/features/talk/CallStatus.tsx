import type { CallSnapshot } from "@callwright/call";
import { costReport, type Usage } from "@callwright/contract";
import { Badge, Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../kit/clock-time.ts";
import { useFormat } from "../../kit/use-format.ts";
import { usePrices } from "../../resource/costs/price-queries.ts";
import css from "./talk.module.css";

/** The call's status, duration and transcriber, and whether it is recorded. */
export function CallStatus({ call }: { call: CallSnapshot }) {
  const { t } = useTranslation();
  const { hearing, isRecorded, usages } = call.transcript;
  const isInCall = call.phase === "in-call";
  return (
    <>
      <div role="status" className={css.state}>
        <span className={css.dot} data-phase={call.isConnectionInterrupted ? "interrupted" : call.phase} />
        <b>{usePhaseText(call)}</b>
        {call.startedAtMs !== undefined && <CallTimer startedAtMs={call.startedAtMs} endedAtMs={call.endedAtMs} />}
      </div>
      {isInCall && isRecorded && (
        <Tooltip label={t("talk.recordedHint")}>
          <Badge variant="outline" color="red" size="sm" tt="none" fw={500} className={css.recorded}>
            {t("talk.recorded")}
          </Badge>
        </Tooltip>
      )}
      {usages.length > 0 && <CostSoFar usages={usages} />}
      {isInCall && hearing && <span className={css.hearing}>{t(`talk.hearing.${hearing}`)}</span>}
    </>
  );
}

function usePhaseText({ phase, isConnectionInterrupted, microphone }: CallSnapshot): string {
  const { t } = useTranslation();
  switch (phase) {
    case "idle":
    case "connecting":
      return microphone ? t("talk.connecting") : t("talk.askingMicrophone");
    case "joining":
      return t("talk.joining");
    case "in-call":
      return isConnectionInterrupted ? t("talk.interrupted") : t("talk.inCall");
    case "ending":
      return t("talk.ending");
    case "ended":
      return t("talk.ended");
    case "failed":
      return t("talk.failed");
  }
}

/** Hidden from screen readers, which would read it every second. */
function CallTimer({ startedAtMs, endedAtMs }: { startedAtMs: number; endedAtMs: number | undefined }) {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (endedAtMs !== undefined) return;
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, [endedAtMs]);
  return (
    <span role="timer" aria-live="off" className={`${css.dim} num`}>
      {clockTime((endedAtMs ?? nowMs) - startedAtMs)}
    </span>
  );
}

/** What a running call has cost until now. */
function CostSoFar({ usages }: { usages: readonly Usage[] }) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const prices = usePrices();
  if (!prices) return null;
  const { cost, costUnknown } = costReport(usages, prices);
  return (
    <Tooltip label={t("costs.soFarHint")}>
      <span className={`${css.hearing} num`}>
        {t(costUnknown ? "costs.soFarAtLeast" : "costs.soFar", { cost: dollars(cost) })}
      </span>
    </Tooltip>
  );
}
