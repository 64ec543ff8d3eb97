import type { Voice } from "@callwright/contract";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PlayButton } from "./PlayButton.tsx";
import type { HeardVoice } from "./preview.ts";
import { usePreview } from "./use-preview.ts";
import { useSpeaksHere } from "./use-speaks-here.ts";

interface VoicePreviewButtonProps {
  voice: Voice | undefined;
  /** What the voice says. Default: a sentence of the server's. */
  text: string | undefined;
}

/** Plays the chosen voice with a text, or says why it cannot be heard. Nothing without a voice, and where the server does not speak with it. */
export function VoicePreviewButton({ voice, text = "" }: VoicePreviewButtonProps) {
  const { t } = useTranslation();
  // A variable is known in a call alone.
  const { state, toggle } = usePreview(text.replace(/\{\{.*?\}\}/g, "").trim());
  const speaksHere = useSpeaksHere();
  if (!voice?.voiceId || !speaksHere(voice.provider)) return null;
  const { provider, voiceId: providerId, model } = voice;
  const heard = {
    ...{ id: providerId, provider, providerId },
    ...(typeof model === "string" && { model }),
  } as HeardVoice;
  return (
    <div>
      <PlayButton name={providerId} state={state.kind === "silent" ? undefined : state} onToggle={() => toggle(heard)} />
      {state.kind === "failed" && (
        <Text size="sm" c="red" role="alert">
          {t("voices.hearFailed", { reason: state.reason })}
        </Text>
      )}
    </div>
  );
}
