import type { LocalSpeechModel } from "@callwright/contract";
import { Alert } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShownError } from "../../../data/use-shown-error.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { recognizersOf, useHasLocalSpeech, useLocalSpeech, voicesOf } from "../../../resource/local-speech/local-speech.ts";
import { usePreview } from "../../../resource/voice-preview/use-preview.ts";
import { LocalSpeechItem } from "./LocalSpeechItem.tsx";
import classes from "./local-speech.module.css";

/** The natural voices and recognizers that this server can have: what they are, and whether they are installed. */
export function LocalSpeech() {
  const { t } = useTranslation();
  const isOffered = useHasLocalSpeech();
  const speech = useLocalSpeech();
  const failure = useShownError(speech.error);
  const [announced, announce] = useState("");
  if (!isOffered) return <EmptyNote title={t("voices.local.elsewhere")} body={t("voices.local.elsewhereBody")} />;
  if (failure && !speech.data) return <LoadFailed message={failure.message} onRetry={() => void speech.refetch()} />;
  if (!speech.data) return <PageSkeleton />;
  const { refusal, models } = speech.data;
  const mayChange = refusal === undefined;
  return (
    <div className={classes.scroller}>
      {refusal && (
        <Alert variant="outline" color="gray" className={classes.refusal ?? ""}>
          {refusal}
        </Alert>
      )}
      {models.length === 0 && <EmptyNote title={t("voices.local.none")} body={t("voices.local.noneBody")} />}
      <Models kind="voices" models={voicesOf(speech.data)} mayChange={mayChange} announce={announce} />
      <Models kind="recognizers" models={recognizersOf(speech.data)} mayChange={mayChange} announce={announce} />
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </div>
  );
}

interface ModelsProps {
  kind: "voices" | "recognizers";
  models: readonly LocalSpeechModel[];
  mayChange: boolean;
  announce: (text: string) => void;
}

/** The voices or the recognizers. Nothing where the catalog has none. */
function Models({ kind, models, mayChange, announce }: ModelsProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const preview = usePreview("");
  if (models.length === 0) return null;
  return (
    <section>
      <h2 id={titleId} className={classes.title}>
        {t(`voices.local.${kind}`)}
      </h2>
      <p className={classes.about}>{t(`voices.local.about.${kind}`)}</p>
      <ul className={classes.list} aria-labelledby={titleId}>
        {models.map((model) => (
          <LocalSpeechItem key={model.id} model={model} mayChange={mayChange} preview={preview} announce={announce} />
        ))}
      </ul>
    </section>
  );
}
