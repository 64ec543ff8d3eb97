import { useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type WaveSurfer from "wavesurfer.js";
import { loadPeaks, type Peaks } from "../../../kit/peaks.ts";
import type { Player } from "./player.ts";
import classes from "./recording.module.css";
import { usePlayerValue } from "./use-player.ts";

const LANE_HEIGHT_PX = 40;

export interface RecordingProps {
  player: Player;
  assistantName: string;
  /** Length of the recording before the file is loaded, if known. */
  durationMs: number;
  onSeek: (ms: number) => void;
}

/** Waveform of both sides, the assistant above the customer. The played part is highlighted. A click or drag seeks. */
export function Waveform({ player, assistantName, durationMs, onSeek }: RecordingProps) {
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
  const container = useDrawnWave(player, peaks, onSeek);
  if (isError || isUnplayable) return <p className={classes.failed}>{t("call.recordingFailed")}</p>;
  return (
    <div className={classes.lanes}>
      <div className={classes.laneNames} aria-hidden="true">
        <span>{assistantName}</span>
        <span>{t("call.customer")}</span>
      </div>
      <div className={classes.laneArea} style={{ height: 2 * LANE_HEIGHT_PX }}>
        <div ref={container} />
        {!peaks && <div className={classes.laneWaiting} />}
      </div>
      <input
        type="range"
        className={classes.seek}
        aria-label={t("call.seek")}
        min={0}
        max={peaks?.durationSeconds ?? durationMs / 1000}
        step={0.1}
        value={positionSeconds}
        onChange={(event) => onSeek(Number(event.currentTarget.value) * 1000)}
      />
    </div>
  );
}

function useDrawnWave(player: Player, peaks: Peaks | undefined, onSeek: (ms: number) => void) {
  const container = useRef<HTMLDivElement>(null);
  const wave = useRef<WaveSurfer>(undefined);
  const seek = useRef(onSeek);
  seek.current = onSeek;
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!peaks || !container.current) return;
    let isGone = false;
    const parent = container.current;
    const draw = async () => {
      const { default: Wave } = await import("wavesurfer.js");
      if (isGone) return;
      wave.current = Wave.create({
        container: parent,
        media: player.audio,
        peaks: [peaks.assistant, peaks.customer],
        duration: peaks.durationSeconds,
        splitChannels: [{}, {}],
        height: LANE_HEIGHT_PX,
        barWidth: 3,
        barGap: 1,
        barRadius: 1,
        barMinHeight: 1,
        cursorWidth: 1,
        dragToSeek: true,
        hideScrollbar: true,
        ...waveColors(),
      });
      wave.current.on("interaction", (seconds) => seek.current(seconds * 1000));
    };
    void draw();
    return () => {
      isGone = true;
      wave.current?.destroy();
      wave.current = undefined;
    };
  }, [player, peaks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors change with the theme.
  useEffect(() => {
    const colors = waveColors();
    wave.current?.setOptions({ ...colors, splitChannels: [colors, colors] });
  }, [scheme]);
  return container;
}

/** Resolves CSS variables: a canvas needs color values. */
function waveColors() {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    waveColor: color("--cw-line-strong"),
    progressColor: color("--cw-accent"),
    cursorColor: color("--cw-accent-text"),
  };
}
