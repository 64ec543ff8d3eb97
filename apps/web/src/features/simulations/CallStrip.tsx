import type { Call } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { clockTime } from "../../kit/clock-time.ts";
import { barsOf, loadPeaks, type Peaks } from "../../kit/peaks.ts";
import classes from "./cell-panel.module.css";
import { suiteRunKeys } from "./suite-run-keys.ts";

const [WIDTH, HEIGHT] = [150, 20];

/** Who spoke when in a call, and how loud, with the turn that decided, and a link to hear it from there. `turn`: from 1. */
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
  const recording = call?.artifact?.stereoRecordingUrl;
  const levels = useQuery({
    queryKey: suiteRunKeys.levels(callId),
    queryFn: async ({ signal }) => levelsOf(await loadPeaks(recording ?? "", signal)),
    enabled: recording !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data;
  const end = Math.max(1, ...spans.map(({ to }) => to));
  const x = (seconds: number) => (seconds / end) * WIDTH;
  const marked = turn === undefined ? undefined : spans.filter(({ isCaller }) => isCaller)[turn - 1];
  return (
    <>
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className={classes.strip}>
        {spans.map(({ from, to, isCaller }) => (
          <path
            key={`${from} ${isCaller}`}
            d={bars({ from: x(from), to: x(to), secondsPerPixel: end / WIDTH, levels: levels?.[isCaller ? "caller" : "agent"] })}
            data-caller={isCaller || undefined}
          />
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

/** Levels of a second. A whole recording in memory for each strip would be too much. */
const LEVELS_PER_SECOND = 10;

/** The loudest moment of each tenth of a second, from 0 to 1. */
function levelsOf({ customer, assistant, durationSeconds }: Peaks): { caller: number[]; agent: number[] } {
  const count = Math.ceil(durationSeconds * LEVELS_PER_SECOND);
  return { caller: [...barsOf(customer, count)], agent: [...barsOf(assistant, count)] };
}

const BAR_STEP = 3;
const HALF = { least: 1.5, most: 9, unknown: 5 };

interface SpanOfStrip {
  /** Pixels. */
  from: number;
  to: number;
  secondsPerPixel: number;
  levels: readonly number[] | undefined;
}

/** Bars as high as it was loud. Without a recording, all are equal: they show who speaks. */
function bars({ from, to, secondsPerPixel, levels }: SpanOfStrip): string {
  const count = Math.max(1, Math.floor((to - from) / BAR_STEP));
  const place = (pixels: number) => Math.floor(pixels * secondsPerPixel * LEVELS_PER_SECOND);
  return Array.from({ length: count }, (_, index) => {
    const x = from + index * BAR_STEP;
    const heard = levels?.slice(place(x), place(x + BAR_STEP) + 1);
    const half = heard ? Math.max(HALF.least, HALF.most * Math.max(0, ...heard)) : HALF.unknown;
    return `M${x.toFixed(1)} ${(HEIGHT / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
  }).join("");
}
