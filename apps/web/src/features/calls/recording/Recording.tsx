import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import type { ConversationRow } from "../conversation/conversation.ts";
import type { Player } from "./player.ts";
import classes from "./recording.module.css";
import { usePlayerValue } from "./use-player.ts";
import { Waveform, type WaveMark } from "./Waveform.tsx";

const RATES = [0.75, 1, 1.25, 1.5, 2];
const LANE_PX = { wide: 44, narrow: 32 };

interface RecordingProps {
  player: Player;
  rows: readonly ConversationRow[];
  assistantName: string;
  durationMs: number;
  /** On a phone, the waveform stands alone: its controls are at the foot of the page. */
  isNarrow: boolean;
  onSeek: (ms: number) => void;
}

/** The player: waveform, play, speed and position. */
export function Recording({ player, rows, assistantName, durationMs, isNarrow, onSeek }: RecordingProps) {
  const { t } = useTranslation();
  const marks = useMemo(() => marksOf(rows), [rows]);
  return (
    <section className={classes.recording} aria-label={t("call.waveform")}>
      <div className={classes.stage}>
        {!isNarrow && (
          <>
            <PlayButton player={player} />
            <div className={classes.laneNames} aria-hidden="true">
              <span title={assistantName}>{assistantName}</span>
              <span>{t("call.customer")}</span>
            </div>
          </>
        )}
        <Waveform
          player={player}
          durationMs={durationMs}
          marks={marks}
          laneHeight={isNarrow ? LANE_PX.narrow : LANE_PX.wide}
          onSeek={onSeek}
        />
      </div>
      {!isNarrow && (
        <div className={classes.transport}>
          <Position player={player} durationMs={durationMs} />
          <Legend marks={marks} />
          <Keys />
          <Rate player={player} />
        </div>
      )}
    </section>
  );
}

/** The controls at the foot of the page, on a phone. `children`: a further one. */
export function Dock({ player, durationMs, children }: Pick<RecordingProps, "player" | "durationMs"> & { children: ReactNode }) {
  return (
    <div className={classes.dock}>
      <PlayButton player={player} />
      <Position player={player} durationMs={durationMs} />
      <Rate player={player} />
      {children}
    </div>
  );
}

function marksOf(rows: readonly ConversationRow[]): WaveMark[] {
  return rows.flatMap((row): WaveMark[] => {
    if (row.tool) return [{ kind: "tool", atMs: row.startMs }];
    return row.isInterrupted ? [{ kind: "interruption", atMs: row.endMs }] : [];
  });
}

function PlayButton({ player }: { player: Player }) {
  const { t } = useTranslation();
  const isPlaying = usePlayerValue(player, (each) => each.isPlaying());
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <ActionIcon
      className={classes.play ?? ""}
      aria-label={isPlaying ? t("call.pause") : t("call.play")}
      onClick={() => player.toggle()}
    >
      <Icon size={14} aria-hidden="true" />
    </ActionIcon>
  );
}

function Position({ player, durationMs }: Pick<RecordingProps, "player" | "durationMs">) {
  const tenths = usePlayerValue(player, (each) => Math.floor(each.positionMs() / 100));
  const totalMs = usePlayerValue(player, ({ audio }) => (Number.isFinite(audio.duration) ? audio.duration * 1000 : durationMs));
  return (
    <span className={`${classes.position} num`}>
      <b>{`${clockTime(tenths * 100)}.${tenths % 10}`}</b> / {clockTime(totalMs)}
    </span>
  );
}

/** What the marks are, and how many. */
function Legend({ marks }: { marks: readonly WaveMark[] }) {
  const { t } = useTranslation();
  return (["tool", "interruption"] as const).map((kind) => {
    const count = marks.filter((mark) => mark.kind === kind).length;
    if (count === 0) return null;
    return (
      <span key={kind} className={classes.legend} data-kind={kind}>
        <svg width="10" height="10" aria-hidden="true">
          <path d={kind === "tool" ? "M5 0l5 5l-5 5l-5-5z" : "M0 0h10l-5 9z"} />
        </svg>
        {t(`call.marks.${kind}`, { count })}
      </span>
    );
  });
}

function Keys() {
  const { t } = useTranslation();
  const keys = { play: [t("call.spaceKey")], turn: ["←", "→"], word: ["J", "K"] } as const;
  return (
    <span className={classes.keys}>
      {(["play", "turn", "word"] as const).map((act) => (
        <span key={act}>
          {keys[act].map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{" "}
          {t(`call.keys.${act}`)}
        </span>
      ))}
    </span>
  );
}

function Rate({ player }: { player: Player }) {
  const { t } = useTranslation();
  const rate = usePlayerValue(player, (each) => each.rate());
  return (
    <NativeSelect
      size="xs"
      className={classes.rate ?? ""}
      variant="unstyled"
      aria-label={t("call.speed", { rate: String(rate) })}
      value={String(rate)}
      data={RATES.map((each) => ({ value: String(each), label: `${each}×` }))}
      onChange={(event) => player.setRate(Number(event.currentTarget.value))}
    />
  );
}
