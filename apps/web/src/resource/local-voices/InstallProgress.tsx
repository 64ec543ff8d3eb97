import type { LocalVoice, LocalVoiceState } from "@callwright/contract";
import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./install-progress.module.css";
import { megabytes } from "./local-voices.ts";

interface Props {
  voice: LocalVoice;
  state: Extract<LocalVoiceState, { status: "installing" }>;
}

/** How far the installation of a voice is. */
export function InstallProgress({ voice, state: { step, doneBytes, totalBytes } }: Props) {
  const { t } = useTranslation();
  const percent = Math.floor((doneBytes / Math.max(1, totalBytes)) * 100);
  const amount = { done: megabytes(doneBytes), total: megabytes(totalBytes) };
  return (
    <div className={classes.progress}>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={t("voices.local.progress", { name: voice.name })} />
      </Progress.Root>
      <span className={classes.step}>{t(`voices.local.step.${step}`, amount)}</span>
    </div>
  );
}
