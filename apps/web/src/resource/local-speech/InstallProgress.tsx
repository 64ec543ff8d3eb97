import type { LocalSpeechState } from "@callwright/contract";
import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./install-progress.module.css";
import { megabytes } from "./local-speech.ts";

interface Props {
  name: string;
  state: Extract<LocalSpeechState, { status: "installing" }>;
}

/** How far the installation of a voice or recognizer is. */
export function InstallProgress({ name, state: { step, doneBytes, totalBytes } }: Props) {
  const { t } = useTranslation();
  const percent = Math.floor((doneBytes / Math.max(1, totalBytes)) * 100);
  const amount = { done: megabytes(doneBytes), total: megabytes(totalBytes) };
  return (
    <div className={classes.progress}>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={t("voices.local.progress", { name })} />
      </Progress.Root>
      <span className={classes.step}>{t(`voices.local.step.${step}`, amount)}</span>
    </div>
  );
}
