import { Button, TextInput } from "@mantine/core";
import { IconMicrophone, IconMicrophoneOff } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import buttons from "../../kit/call-buttons.module.css";
import { MicrophoneMenu } from "./MicrophoneMenu.tsx";
import css from "./talk.module.css";
import type { Talk } from "./use-talk.ts";

/** Microphone, mute, text input, hang up. */
export function TalkControls({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const isInCall = talk.phase === "in-call";
  const send = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (!words || !isInCall) return;
    talk.type(words);
    setText("");
  };
  return (
    <div className={css.controls}>
      <MicrophoneMenu call={talk.call} microphone={talk.microphone} />
      <Button
        aria-pressed={talk.isMuted}
        className={buttons.mute}
        leftSection={
          talk.isMuted ? <IconMicrophoneOff size={16} aria-hidden="true" /> : <IconMicrophone size={16} aria-hidden="true" />
        }
        disabled={talk.microphone?.status !== "active"}
        onClick={() => talk.setMuted(!talk.isMuted)}
      >
        {t("talk.mute")}
      </Button>
      <form className={css.type} onSubmit={send}>
        <TextInput
          aria-label={t("talk.typeInstead")}
          placeholder={t("talk.typeInstead")}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      <Button className={buttons.end} onClick={() => void talk.stop()}>
        {t("talk.hangUp")}
      </Button>
    </div>
  );
}
