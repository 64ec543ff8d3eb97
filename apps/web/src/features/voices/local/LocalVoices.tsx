import { Alert } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShownError } from "../../../data/use-shown-error.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { useHasLocalVoices, useLocalVoices } from "../../../resource/local-voices/local-voices.ts";
import { usePreview } from "../../../resource/voice-preview/use-preview.ts";
import { LocalVoiceItem } from "./LocalVoiceItem.tsx";
import classes from "./local-voices.module.css";

/** The natural voices that this server can have: what they are, and whether they are installed. */
export function LocalVoices() {
  const { t } = useTranslation();
  const isOffered = useHasLocalVoices();
  const voices = useLocalVoices();
  const preview = usePreview("");
  const failure = useShownError(voices.error);
  const [announced, announce] = useState("");
  if (!isOffered) return <EmptyNote title={t("voices.local.elsewhere")} body={t("voices.local.elsewhereBody")} />;
  if (failure && !voices.data) return <LoadFailed message={failure.message} onRetry={() => void voices.refetch()} />;
  if (!voices.data) return <PageSkeleton />;
  const { refusal, voices: all } = voices.data;
  return (
    <div className={classes.scroller}>
      <p className={classes.about}>{t("voices.local.about")}</p>
      {refusal && (
        <Alert variant="outline" color="gray" className={classes.refusal ?? ""}>
          {refusal}
        </Alert>
      )}
      {all.length === 0 ? (
        <EmptyNote title={t("voices.local.none")} body={t("voices.local.noneBody")} />
      ) : (
        <ul className={classes.list} aria-label={t("voices.local.title")}>
          {all.map((voice) => (
            <LocalVoiceItem
              key={voice.id}
              voice={voice}
              mayChange={refusal === undefined}
              preview={preview}
              announce={announce}
            />
          ))}
        </ul>
      )}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </div>
  );
}
