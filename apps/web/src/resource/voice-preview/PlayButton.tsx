import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PreviewState } from "./preview.ts";

interface PlayButtonProps {
  name: string;
  /** Absent: this voice is not playing. */
  state: Exclude<PreviewState, { kind: "silent" }> | undefined;
  onToggle: () => void;
}

/** Plays a voice's preview, or stops it. */
export function PlayButton({ name, state, onToggle }: PlayButtonProps) {
  const { t } = useTranslation();
  const isFailed = state?.kind === "failed";
  const isOn = state !== undefined && !isFailed;
  const Icon = isFailed ? IconAlertTriangle : isOn ? IconPlayerStop : IconPlayerPlay;
  return (
    <ActionIcon
      aria-label={t(isOn ? "voices.stop" : "voices.hear", { name })}
      title={isFailed ? t("voices.hearFailed", { reason: state.reason }) : undefined}
      onClick={onToggle}
    >
      <Icon size={15} aria-hidden="true" />
    </ActionIcon>
  );
}
