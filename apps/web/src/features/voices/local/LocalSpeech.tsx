import type { LocalSpeechModel, LocalVoice } from "@callwright/contract";
import { Alert, Anchor, Button, NumberInput } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { InstallProgress } from "../../../resource/local-speech/InstallProgress.tsx";
import {
  isSlow,
  megabytes,
  recognizersOf,
  useHasLocalSpeech,
  useLocalSpeech,
  useLocalSpeechActions,
  voicesOf,
} from "../../../resource/local-speech/local-speech.ts";
import { QueryState } from "../../../resource/QueryState.tsx";
import { PlayButton } from "../../../resource/voice-preview/PlayButton.tsx";
import { usePreview } from "../../../resource/voice-preview/use-preview.ts";
import { UseVoiceDialog } from "../UseVoiceDialog.tsx";
import classes from "./local-speech.module.css";

/** The natural voices and recognizers that this server can install, with their state. */
export function LocalSpeech() {
  const { t } = useTranslation();
  const isOffered = useHasLocalSpeech();
  const speech = useLocalSpeech();
  const [announced, announce] = useState("");
  if (!isOffered) return <EmptyNote title={t("voices.local.elsewhere")} body={t("voices.local.elsewhereBody")} />;
  if (!speech.data) return <QueryState query={speech} />;
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

interface Props {
  model: LocalSpeechModel;
  /** May the user install and remove it? */
  mayChange: boolean;
  preview: ReturnType<typeof usePreview>;
  /** Tells screen readers about a change. */
  announce: (text: string) => void;
}

/** One voice or recognizer: what it is, what state it is in, and what can be done. */
function LocalSpeechItem({ model, mayChange, preview, announce }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { name, family, state, isRecommended } = model;
  const { status } = state;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "installing" && (status === "installed" || status === "failed"))
      announce(t(`voices.local.became.${status}`, { name }));
    before.current = status;
  }, [status, name, announce, t]);
  return (
    <li className={classes.item} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.name}>
          {name}
        </h3>
        <span className={classes.family}>{family}</span>
        {isRecommended && <Pill kind="accent">{t("voices.local.recommended")}</Pill>}
        {status === "installed" && <Pill>{t("voices.local.installed")}</Pill>}
        {status === "failed" && <Pill kind="bad">{t("voices.local.failed")}</Pill>}
      </div>
      <Facts model={model} />
      <State model={model} />
      <div className={classes.actions}>
        {model.kind === "voice" && state.status === "installed" && <VoiceActions voice={model} preview={preview} />}
        {mayChange && <InstallActions model={model} />}
      </div>
    </li>
  );
}

function Facts({ model }: { model: LocalSpeechModel }) {
  const { t, i18n } = useTranslation();
  const { languages, bytes, license } = model;
  const names = new Intl.DisplayNames(i18n.language, { type: "language" });
  const spoken = languages.map((code) => names.of(code) ?? code);
  const shown =
    spoken.length > 4
      ? t("voices.local.languages", { first: spoken[0] ?? "", others: String(spoken.length - 1) })
      : spoken.join(", ");
  return (
    <p className={classes.facts}>
      <span title={spoken.join(", ")}>{shown}</span>
      {model.kind === "voice" && <span>{t("voices.local.speakers", { count: model.speakers })}</span>}
      <span>{t("voices.local.megabytes", { amount: megabytes(bytes) })}</span>
      <span>
        {license.url ? (
          <Anchor href={license.url} target="_blank" rel="noreferrer" fz="inherit">
            {license.name}
          </Anchor>
        ) : (
          license.name
        )}
      </span>
      {license.note && <span className={classes.note}>{license.note}</span>}
    </p>
  );
}

function State({ model }: { model: LocalSpeechModel }): ReactNode {
  const { t } = useTranslation();
  const { name, state } = model;
  if (state.status === "installing") return <InstallProgress name={name} state={state} />;
  if (state.status === "failed") return <p className={classes.reason}>{state.reason}</p>;
  if (state.status === "not-installed") return null;
  const factor = state.realTimeFactor.toFixed(2);
  return (
    <p className={classes.speed}>
      {t("voices.local.speed", { factor, amount: megabytes(state.diskBytes) })}
      {isSlow(model) && <strong className={classes.slow}> {t("voices.local.slow")}</strong>}
    </p>
  );
}

/** Hearing an installed voice, one of its speakers, and giving it to an assistant. */
function VoiceActions({ voice: { id, name, speakers }, preview }: { voice: LocalVoice } & Pick<Props, "preview">) {
  const { t } = useTranslation();
  const mayEdit = useMayEdit("saveAssistantDraft");
  const [speaker, setSpeaker] = useState(0);
  const [isUsing, setUsing] = useState(false);
  const voiceId = speaker === 0 ? id : `${id}:${speaker}`;
  const heard = { id: voiceId, provider: "callwright", providerId: voiceId } as const;
  return (
    <>
      <PlayButton
        name={name}
        state={preview.state.kind !== "silent" && preview.state.id === voiceId ? preview.state : undefined}
        onToggle={() => preview.toggle(heard)}
      />
      {speakers > 1 && (
        <NumberInput
          className={classes.speaker ?? ""}
          size="xs"
          aria-label={t("voices.local.speaker", { name, max: String(speakers - 1) })}
          prefix={t("voices.local.speakerPrefix")}
          min={0}
          max={speakers - 1}
          clampBehavior="strict"
          allowDecimal={false}
          value={speaker}
          onChange={(value) => setSpeaker(Number(value) || 0)}
        />
      )}
      {mayEdit && <Button onClick={() => setUsing(true)}>{t("voices.local.use")}</Button>}
      {isUsing && <UseVoiceDialog name={name} voice={{ provider: "callwright", voiceId }} onClose={() => setUsing(false)} />}
    </>
  );
}

/** Installing, canceling and removing. */
function InstallActions({ model: { id, kind, name, bytes, isRecommended, state } }: { model: LocalSpeechModel }) {
  const { t } = useTranslation();
  const { install, cancel, remove } = useLocalSpeechActions(id);
  const [isRemoving, setRemoving] = useState(false);
  const failure = install.error ?? cancel.error;
  return (
    <>
      {state.status === "installed" && (
        <Button
          variant="subtle"
          color="red"
          onClick={() => setRemoving(true)}
          aria-label={t("voices.local.removeName", { name })}
        >
          {t("voices.local.remove")}
        </Button>
      )}
      {state.status === "installing" && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()} aria-label={t("voices.local.cancelName", { name })}>
          {t("app.cancel")}
        </Button>
      )}
      {(state.status === "not-installed" || state.status === "failed") && (
        <Button
          variant={isRecommended ? "filled" : "default"}
          loading={install.isPending}
          onClick={() => install.mutate()}
          aria-label={t(state.status === "failed" ? "voices.local.retryName" : "voices.local.installName", {
            name,
            amount: megabytes(bytes),
          })}
        >
          {state.status === "failed" ? t("app.retry") : t("voices.local.install")}
        </Button>
      )}
      {failure && (
        <span className={classes.reason} role="alert">
          {failure.message}
        </span>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t("voices.local.removeTitle", { name })}
          body={t(`voices.local.removeBody.${kind}`)}
          confirm={t("voices.local.remove")}
          onClose={() => setRemoving(false)}
          onConfirm={() => remove.mutateAsync()}
        />
      )}
    </>
  );
}
