import type { OngoingCall } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { useClient, useConnection } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { clockTime } from "../../../kit/clock-time.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { useNow } from "../../../kit/use-now.ts";
import { newestCallsQuery } from "../call-queries.ts";
import { durationMsOf, toRow } from "../call-rows.ts";
import { Listen } from "../supervise/Listen.tsx";
import { TakeButton } from "../supervise/Supervise.tsx";
import { useTakeCall } from "../supervise/use-take-over.ts";
import { CallTable, TypeIcon, Who } from "./CallTable.tsx";
import { DEFAULT_COLUMNS } from "./FilterChips.tsx";
import classes from "./live-calls.module.css";
import { useThrough } from "./use-through.ts";

const RUNNING = { limit: 50 };
/** How long calls that have ended stay here. */
const LATELY_MS = 15 * 60_000;

/** Running calls with their last sentences. Callers who ask for a person are on top. Below are calls that have just ended. */
export function LiveCalls({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const isLive = useIsLive();
  const { data: running, error } = useLiveQuery("calls:running", RUNNING);
  const sorted = useMemo(() => running?.toSorted((one, other) => Number(isAsking(other)) - Number(isAsking(one))), [running]);
  // While the server cannot be reached, it is unknown whether a call still runs.
  const nowMs = useNow(useConnection() === "up" && (running?.length ?? 0) > 0);
  const asking = sorted?.filter(isAsking).length ?? 0;
  return (
    <>
      {tabs}
      <div className={classes.counts} role="status">
        {sorted && <span>{t("calls.live.count", { count: sorted.length })}</span>}
        {asking > 0 && <span>{t("calls.live.asking", { count: asking })}</span>}
      </div>
      {!isLive && !sorted && (
        <EmptyNote title={t("calls.live.notConnected")} body={error?.message ?? t("calls.live.notConnectedBody")} />
      )}
      {isLive && !sorted && <PageSkeleton />}
      {sorted?.length === 0 && <p className={classes.none}>{t("calls.live.none")}</p>}
      {sorted && sorted.length > 0 && <RunningList calls={sorted} nowMs={nowMs} />}
      <EndedLately />
    </>
  );
}

const isAsking = ({ asksForPerson, takenBy, status }: OngoingCall) =>
  asksForPerson && takenBy === null && status === "in-progress";

function RunningList({ calls, nowMs }: { calls: readonly OngoingCall[]; nowMs: number }) {
  const { t } = useTranslation();
  const origins = calls.map(originOf);
  const throughOf = useThrough(origins);
  return (
    <div className={classes.frame}>
      <div className={classes.head} aria-hidden="true">
        <span>{t("calls.column.who")}</span>
        <span>{t("calls.live.agent")}</span>
        <span>{t("calls.live.time")}</span>
        <span>{t("calls.live.lastSentence")}</span>
        <span>{t("calls.column.latency")}</span>
      </div>
      <ul className={classes.list} aria-label={t("calls.live.tab")}>
        {calls.map((call) => (
          <RunningRow key={call.id} call={call} through={throughOf(originOf(call))} nowMs={nowMs} />
        ))}
      </ul>
    </div>
  );
}

function originOf({ campaignId, phoneNumberId, type }: OngoingCall) {
  return { type, campaignId: campaignId ?? undefined, phoneNumberId: phoneNumberId ?? undefined };
}

function RunningRow({ call, through, nowMs }: { call: OngoingCall; through: string; nowMs: number }) {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const take = useTakeCall();
  const mayControl = useMayEdit("controlCall");
  const { id, lines, status, takenBy, responseMs, customerName, customerNumber, type } = call;
  const agent = call.assistantName ?? t("calls.unnamedAssistant");
  const durationMs = durationMsOf({ startedAt: call.startedAt ?? undefined, endedAt: call.endedAt ?? undefined }, nowMs);
  const who = { type, customerName: customerName ?? undefined, customerNumber: customerNumber ?? undefined };
  const isJoined = status === "in-progress";
  const begin = async () => {
    await take(id);
    await navigate({ to: "/calls/$id", params: { id } });
  };
  return (
    <li className={classes.row} data-asking={isAsking(call) || undefined}>
      <TypeIcon type={type} />
      <Link to="/calls/$id" params={{ id }} className={classes.who}>
        <Who row={who} />
      </Link>
      <span className={classes.two}>
        <span title={agent}>{agent}</span>
        <small title={through}>{through}</small>
      </span>
      <span className={classes.time} role="timer" aria-live="off">
        {durationMs === undefined ? "–" : clockTime(durationMs)}
      </span>
      <span className={classes.lines}>
        {!isJoined && <small>{t(`calls.status.${status}`)}</small>}
        {takenBy !== null && <Pill kind="accent">{t("calls.live.takenBy", { name: takenBy })}</Pill>}
        {isAsking(call) && <Pill kind="warn">{t("calls.live.asks")}</Pill>}
        {lines.map(({ role, text, isPartial }, index) => (
          <span key={role} className={classes.line} data-last={index === lines.length - 1 || undefined}>
            <small>{role === "user" ? (customerName ?? t("call.customer")) : agent}</small>
            <span data-partial={isPartial || undefined}>{text}</span>
          </span>
        ))}
      </span>
      <span className={classes.response}>
        {responseMs === null ? "–" : t("latency.ms", { value: responseMs.toLocaleString() })}
      </span>
      {mayControl && (
        <span className={classes.actions}>
          <Listen url={async () => (await client.calls.get({ id })).monitor?.listenUrl} isEnabled={isJoined} />
          {takenBy === null && <TakeButton isEnabled={isJoined} isWanted={isAsking(call)} take={begin} />}
        </span>
      )}
    </li>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

function EndedLately() {
  const { t } = useTranslation();
  const { data } = useQuery(newestCallsQuery(useClient(), {}, useIsLive()));
  const nowMs = useNow(true);
  const rows = (data?.results ?? [])
    .filter(({ endedAt }) => endedAt !== undefined && nowMs - Date.parse(endedAt) < LATELY_MS)
    .map((call) => toRow(call, nowMs));
  if (rows.length === 0) return null;
  return (
    <section className={classes.ended} aria-labelledby="ended-lately">
      <h2 id="ended-lately">
        {t("calls.live.ended")} <span className="num">{rows.length}</span>
      </h2>
      <CallTable
        rows={rows}
        selected={NOTHING}
        onNearEnd={() => {}}
        columns={DEFAULT_COLUMNS}
        sort={undefined}
        words={undefined}
      />
    </section>
  );
}
