import type { Voice } from "@callwright/contract";
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PlayButton } from "./PlayButton.tsx";
import type { HeardVoice } from "./preview.ts";
import { usePreview } from "./use-preview.ts";
import { useSpeaksHere } from "./use-speaks-here.ts";
import classes from "./voice-preview.module.css";

interface HeardFieldProps {
  voice: Voice | undefined;
  /** The spoken text. Default: a sentence of the server. */
  text: string | undefined;
  /** The control that chooses the voice. */
  children: ReactNode;
}

/** The field of a voice, with a button beside it that plays the voice with a text, or says why it cannot be heard. No button without a voice, and where the server does not speak with it. */
export function HeardField({ voice, text = "", children }: HeardFieldProps) {
  const { t } = useTranslation();
  // A variable is known in a call alone.
  const { state, toggle } = usePreview(text.replace(/\{\{.*?\}\}/g, "").trim());
  const speaksHere = useSpeaksHere();
  const heard =
    voice?.voiceId !== undefined && voice.voiceId !== "" && speaksHere(voice.provider) ? heardVoice(voice) : undefined;
  return (
    <div>
      <div className={classes.heard}>
        {children}
        {heard && (
          <PlayButton
            name={heard.providerId}
            state={state.kind === "silent" ? undefined : state}
            onToggle={() => toggle(heard)}
          />
        )}
      </div>
      {state.kind === "failed" && (
        <Text size="sm" c="red" role="alert">
          {t("voices.hearFailed", { reason: state.reason })}
        </Text>
      )}
    </div>
  );
}

function heardVoice({ provider, voiceId, model }: Voice): HeardVoice {
  return { id: voiceId, provider, providerId: voiceId, ...(typeof model === "string" && { model }) } as HeardVoice;
}
