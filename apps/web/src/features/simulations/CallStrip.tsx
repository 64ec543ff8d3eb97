import type { Call } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { clockTime } from "../../kit/clock-time.ts";
import classes from "./cell-panel.module.css";
import { suiteRunKeys } from "./suite-run-keys.ts";

const [WIDTH, HEIGHT] = [150, 20];

/** Who spoke when in a call, with the turn that decided, and a link to hear it from there. `turn`: from 1. */
export function CallStrip({ callId, turn }: { callId: string; turn: number | undefined }) {
  const { t } = useTranslation();
  const client = useClient();
  const call = useQuery({
    queryKey: suiteRunKeys.call(callId),
    queryFn: ({ signal }) => client.calls.get({ id: callId, signal }),
    // It has ended.
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const spans = call ? spansOf(call) : [];
  const end = Math.max(1, ...spans.map(({ to }) => to));
  const x = (seconds: number) => (seconds / end) * WIDTH;
  const marked = turn === undefined ? undefined : spans.filter(({ isCaller }) => isCaller)[turn - 1];
  return (
    <>
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className={classes.strip}>
        {spans.map(({ from, to, isCaller }) => (
          <path key={`${from} ${isCaller}`} d={bars(x(from), x(to))} data-caller={isCaller || undefined} />
        ))}
        {marked && <rect x={x(marked.from) - 1} y={0} width={3} height={HEIGHT} />}
      </svg>
      <span className={classes.end}>{clockTime(end * 1000)}</span>
      <ActionIcon
        variant="default"
        size={24}
        radius="xl"
        aria-label={t("simulations.cell.play")}
        renderRoot={(props) => (
          <Link to="/calls/$id" params={{ id: callId }} search={marked ? { t: marked.from } : {}} {...props} />
        )}
      >
        <IconPlayerPlayFilled size={10} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

interface Span {
  /** Seconds of the call. */
  from: number;
  to: number;
  isCaller: boolean;
}

function spansOf({ artifact }: Call): Span[] {
  return (artifact?.messages ?? [])
    .filter(({ role }) => role === "user" || role === "bot")
    .map(({ role, secondsFromStart, duration = 0 }) => ({
      from: secondsFromStart,
      to: secondsFromStart + duration / 1000,
      isCaller: role === "user",
    }));
}

/** Bars of a varying height: the strip shows who speaks, not how loud. */
function bars(from: number, to: number): string {
  const count = Math.max(1, Math.floor((to - from) / 3));
  return Array.from({ length: count }, (_, index) => {
    const half = 3 + ((index * 7) % 5);
    return `M${(from + index * 3).toFixed(1)} ${HEIGHT / 2 - half}v${2 * half}`;
  }).join("");
}
