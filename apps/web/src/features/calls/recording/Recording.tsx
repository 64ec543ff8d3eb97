import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import classes from "./recording.module.css";
import { usePlayerValue } from "./use-player.ts";
import { type RecordingProps, Waveform } from "./Waveform.tsx";

const RATES = [0.75, 1, 1.25, 1.5, 2];

/** The player: play, speed, position and waveform. */
export function Recording({ player, assistantName, durationMs, onSeek }: RecordingProps) {
  const { t } = useTranslation();
  const isPlaying = usePlayerValue(player, (each) => each.isPlaying());
  const rate = usePlayerValue(player, (each) => each.rate());
  const tenths = usePlayerValue(player, (each) => Math.floor(each.positionMs() / 100));
  const totalMs = usePlayerValue(player, ({ audio }) => (Number.isFinite(audio.duration) ? audio.duration * 1000 : durationMs));
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <section className={classes.recording} aria-label={t("call.waveform")}>
      <div className={classes.transport}>
        <ActionIcon variant="default" aria-label={isPlaying ? t("call.pause") : t("call.play")} onClick={() => player.toggle()}>
          <Icon size={14} aria-hidden="true" />
        </ActionIcon>
        <span className="num">
          {t("call.position", { now: `${clockTime(tenths * 100)}.${tenths % 10}`, total: clockTime(totalMs) })}
        </span>
        <span className={classes.keysHint}>{t("call.keysHint")}</span>
        <NativeSelect
          size="xs"
          className={classes.rate ?? ""}
          aria-label={t("call.speed", { rate: String(rate) })}
          value={String(rate)}
          data={RATES.map((each) => ({ value: String(each), label: `${each}×` }))}
          onChange={(event) => player.setRate(Number(event.currentTarget.value))}
        />
      </div>
      <Waveform player={player} assistantName={assistantName} durationMs={durationMs} onSeek={onSeek} />
    </section>
  );
}
