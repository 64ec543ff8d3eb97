import type { CallEvent } from "@callwright/contract";
import { Button } from "@mantine/core";
import { IconVolume, IconVolumeOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import buttons from "../../../kit/call-buttons.module.css";
import type { useControlCall } from "./use-control-call.ts";

interface MuteAssistantProps {
  isEnabled: boolean;
  events: readonly CallEvent[];
  control: ReturnType<typeof useControlCall>;
}

/** Mutes and unmutes the assistant. The button also follows changes made by others. */
export function MuteAssistant({ isEnabled, events, control }: MuteAssistantProps) {
  const { t } = useTranslation();
  const told = lastMuting(events);
  // Show the requested state until the call confirms it.
  const [asked, setAsked] = useState<{ afterSeq: number; isMuted: boolean }>();
  const isMuted = asked && (told?.seq ?? -1) <= asked.afterSeq ? asked.isMuted : (told?.isMuted ?? false);
  const toggle = async () => {
    const wanted = { afterSeq: told?.seq ?? -1, isMuted: !isMuted };
    // The panel shows the error.
    await control.mutateAsync({ type: "control", control: isMuted ? "unmute-assistant" : "mute-assistant" }).then(
      () => setAsked(wanted),
      () => undefined,
    );
  };
  const Icon = isMuted ? IconVolumeOff : IconVolume;
  return (
    <Button
      className={buttons.mute ?? ""}
      aria-pressed={isMuted}
      disabled={!isEnabled}
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={() => void toggle()}
    >
      {t("supervise.mute")}
    </Button>
  );
}

/** The last event that muted or unmuted the assistant; undefined if there is none. */
export function lastMuting(events: readonly CallEvent[]): { seq: number; isMuted: boolean } | undefined {
  return events
    .flatMap((event) => {
      if (event.type !== "control") return [];
      const { control } = event.payload;
      if (control !== "mute-assistant" && control !== "unmute-assistant") return [];
      return [{ seq: event.seq, isMuted: control === "mute-assistant" }];
    })
    .at(-1);
}
