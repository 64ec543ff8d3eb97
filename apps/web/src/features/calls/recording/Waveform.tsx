import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type PointerEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { barsOf, loadPeaks, type Peaks } from "../../../kit/peaks.ts";
import type { Player } from "./player.ts";
import classes from "./recording.module.css";
import { usePlayerValue } from "./use-player.ts";

const BAR_PX = 2;
const STEP_PX = 3;
const GAP_PX = 4;
/** Above the lanes, for the marks. */
const TOP_PX = 18;

/** A moment that the waveform marks. */
export interface WaveMark {
  kind: "tool" | "interruption";
  atMs: number;
}

interface WaveformProps {
  player: Player;
  /** Length of the recording before the file is loaded, if known. */
  durationMs: number;
  marks: readonly WaveMark[];
  laneHeight: number;
  onSeek: (ms: number) => void;
}

/** Waveform of both sides, the assistant above the caller. What was heard is full. A click or drag seeks. */
export function Waveform({ player, durationMs, marks, laneHeight, onSeek }: WaveformProps) {
  const { t } = useTranslation();
  const url = player.audio.src;
  const { data: peaks, isError } = useQuery({
    queryKey: ["peaks", url],
    queryFn: ({ signal }) => loadPeaks(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const isUnplayable = usePlayerValue(player, (each) => each.hasFailed());
  const positionSeconds = usePlayerValue(player, (each) => Math.round(each.positionMs() / 100) / 10);
  const { ref, width } = useElementSize();
  const seconds = peaks?.durationSeconds ?? durationMs / 1000;
  const canvas = useDrawing({ player, peaks, marks, laneHeight, width, seconds });
  if (isError || isUnplayable) return <p className={classes.failed}>{t("call.recordingFailed")}</p>;
  const seekTo = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: whole } = currentTarget.getBoundingClientRect();
    onSeek(Math.min(1, Math.max(0, (clientX - left) / whole)) * seconds * 1000);
  };
  return (
    <div className={classes.wave}>
      <div
        ref={ref}
        className={classes.lanes}
        aria-hidden="true"
        style={{ height: heightOf(laneHeight) }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          seekTo(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
      >
        <canvas ref={canvas} />
      </div>
      <Axis seconds={seconds} width={width} />
      <input
        type="range"
        className={classes.seek}
        aria-label={t("call.seek")}
        aria-valuetext={clockTime(positionSeconds * 1000)}
        min={0}
        max={seconds}
        step={0.1}
        value={positionSeconds}
        onChange={(event) => onSeek(Number(event.currentTarget.value) * 1000)}
      />
    </div>
  );
}

const heightOf = (laneHeight: number) => TOP_PX + 2 * laneHeight + GAP_PX;

interface Drawing extends Pick<WaveformProps, "player" | "marks" | "laneHeight"> {
  peaks: Peaks | undefined;
  width: number;
  seconds: number;
}

/** Draws when something changed, and at each position of the player. The loudness of the bars is computed once per width. */
function useDrawing({ player, peaks, marks, laneHeight, width, seconds }: Drawing) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  const bars = useMemo(() => {
    const count = Math.max(1, Math.floor(width / STEP_PX));
    return peaks && { assistant: barsOf(peaks.assistant, count), caller: barsOf(peaks.customer, count) };
  }, [peaks, width]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors change with the theme.
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || width === 0) return;
    const height = heightOf(laneHeight);
    const ratio = window.devicePixelRatio;
    context.canvas.width = Math.round(width * ratio);
    context.canvas.height = Math.round(height * ratio);
    const colors = waveColors();
    const placeOf = (ms: number) => (seconds > 0 ? Math.min(1, ms / 1000 / seconds) * width : 0);
    const draw = () => {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      const heardTo = placeOf(player.positionMs());
      const lanes = [
        { color: colors.assistant, loud: bars?.assistant, middle: TOP_PX + laneHeight / 2 },
        { color: colors.caller, loud: bars?.caller, middle: TOP_PX + laneHeight * 1.5 + GAP_PX },
      ];
      for (const { color, loud, middle } of lanes) {
        context.globalAlpha = 1;
        context.fillStyle = colors.line;
        context.fillRect(0, middle - 0.5, width, 1);
        context.fillStyle = color;
        for (const [index, share] of loud?.entries() ?? []) {
          const bar = share * (laneHeight - 2);
          if (bar < 1) continue;
          context.globalAlpha = index * STEP_PX < heardTo ? 1 : 0.5;
          context.fillRect(index * STEP_PX, middle - bar / 2, BAR_PX, bar);
        }
      }
      context.globalAlpha = 1;
      for (const { kind, atMs } of marks) drawMark(context, placeOf(atMs), height, kind, colors[kind]);
      context.fillStyle = colors.text;
      context.fillRect(heardTo - 0.75, 2, 1.5, height);
    };
    draw();
    return player.subscribe(draw);
  }, [player, bars, marks, laneHeight, width, seconds, scheme]);
  return canvas;
}

/** A diamond for a tool, a triangle for an interruption, and a dotted line down both lanes. */
function drawMark(context: CanvasRenderingContext2D, x: number, height: number, kind: WaveMark["kind"], color: string): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(x, 12);
  context.lineTo(x, height);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  const corners = kind === "tool" ? [0, 2, 5, 7, 0, 12, -5, 7] : [-5, 2, 5, 2, 0, 11];
  for (let at = 0; at < corners.length; at += 2) context.lineTo(x + (corners[at] ?? 0), corners[at + 1] ?? 0);
  context.fill();
}

/** Resolves CSS variables: a canvas needs color values. */
function waveColors() {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    assistant: color("--cw-accent"),
    caller: color("--cw-caller"),
    line: color("--cw-line"),
    text: color("--cw-text"),
    tool: color("--cw-segment-tool"),
    interruption: color("--cw-warn"),
  };
}

const AXIS_STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];
const LABEL_PX = 64;

/** Times under the lanes, as many as have room. */
function Axis({ seconds, width }: { seconds: number; width: number }) {
  const step = AXIS_STEPS_SECONDS.find((each) => (each / seconds) * width >= LABEL_PX) ?? seconds;
  // The last label would stand out of the page.
  const count = width > 0 && seconds > 0 ? Math.floor((seconds * (1 - LABEL_PX / 2 / width)) / step) + 1 : 0;
  return (
    <div className={`${classes.axis} num`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index * step).map((at) => (
        <span key={at} style={{ insetInlineStart: `${(100 * at) / seconds}%` }} data-first={at === 0 || undefined}>
          {clockTime(at * 1000)}
        </span>
      ))}
    </div>
  );
}
