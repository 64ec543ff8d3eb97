import { type LocalVoice, VOICE_SLOW_REAL_TIME_FACTOR } from "@callwright/contract";
import { Anchor, Button, NumberInput } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { InstallProgress } from "../../../resource/local-voices/InstallProgress.tsx";
import { megabytes, useLocalVoiceActions } from "../../../resource/local-voices/local-voices.ts";
import { PlayButton } from "../../../resource/voice-preview/PlayButton.tsx";
import type { usePreview } from "../../../resource/voice-preview/use-preview.ts";
import { UseVoiceDialog } from "../UseVoiceDialog.tsx";
import classes from "./local-voices.module.css";

interface Props {
  voice: LocalVoice;
  /** May the user install and remove voices? */
  mayChange: boolean;
  preview: ReturnType<typeof usePreview>;
  /** Says a change aloud to those who do not see it. */
  announce: (text: string) => void;
}

/** One voice: what it is, what state it is in, and what can be done. */
export function LocalVoiceItem({ voice, mayChange, preview, announce }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const [speaker, setSpeaker] = useState(0);
  const { name, family, state, isRecommended } = voice;
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
        <h2 id={titleId} className={classes.name}>
          {name}
        </h2>
        <span className={classes.family}>{family}</span>
        {isRecommended && <Pill kind="accent">{t("voices.local.recommended")}</Pill>}
        {status === "installed" && <Pill>{t("voices.local.installed")}</Pill>}
        {status === "failed" && <Pill kind="bad">{t("voices.local.failed")}</Pill>}
      </div>
      <Facts voice={voice} />
      <State voice={voice} />
      <div className={classes.actions}>
        <Actions voice={voice} mayChange={mayChange} preview={preview} speaker={speaker} onSpeaker={setSpeaker} />
      </div>
    </li>
  );
}

function Facts({ voice: { languages, speakers, bytes, license } }: { voice: LocalVoice }) {
  const { t, i18n } = useTranslation();
  const names = new Intl.DisplayNames(i18n.language, { type: "language" });
  const spoken = languages.map((code) => names.of(code) ?? code);
  const shown =
    spoken.length > 4
      ? t("voices.local.languages", { first: spoken[0] ?? "", others: String(spoken.length - 1) })
      : spoken.join(", ");
  return (
    <p className={classes.facts}>
      <span title={spoken.join(", ")}>{shown}</span>
      <span>{t("voices.local.speakers", { count: speakers })}</span>
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

function State({ voice }: { voice: LocalVoice }): ReactNode {
  const { t } = useTranslation();
  const { state } = voice;
  if (state.status === "installing") return <InstallProgress voice={voice} state={state} />;
  if (state.status === "failed") return <p className={classes.reason}>{state.reason}</p>;
  if (state.status === "not-installed") return null;
  const factor = state.realTimeFactor.toFixed(2);
  return (
    <p className={classes.speed}>
      {t("voices.local.speed", { factor, amount: megabytes(state.diskBytes) })}
      {state.realTimeFactor > VOICE_SLOW_REAL_TIME_FACTOR && <strong className={classes.slow}> {t("voices.local.slow")}</strong>}
    </p>
  );
}

interface ActionsProps extends Omit<Props, "announce"> {
  speaker: number;
  onSpeaker: (speaker: number) => void;
}

function Actions({ voice, mayChange, preview, speaker, onSpeaker }: ActionsProps) {
  const { t } = useTranslation();
  const { install, cancel, remove } = useLocalVoiceActions(voice.id);
  const mayEdit = useMayEdit("saveAssistantDraft");
  const [dialog, setDialog] = useState<"remove" | "use">();
  const { id, name, speakers, state } = voice;
  const voiceId = speaker === 0 ? id : `${id}:${speaker}`;
  const heard = { id: voiceId, provider: "callwright", providerId: voiceId } as const;
  const failure = install.error ?? cancel.error;
  const size = megabytes(voice.bytes);
  return (
    <>
      {state.status === "installed" && (
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
              onChange={(value) => onSpeaker(Number(value) || 0)}
            />
          )}
          {mayEdit && <Button onClick={() => setDialog("use")}>{t("voices.local.use")}</Button>}
          {mayChange && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => setDialog("remove")}
              aria-label={t("voices.local.removeName", { name })}
            >
              {t("voices.local.remove")}
            </Button>
          )}
        </>
      )}
      {mayChange && state.status === "installing" && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()} aria-label={t("voices.local.cancelName", { name })}>
          {t("app.cancel")}
        </Button>
      )}
      {mayChange && (state.status === "not-installed" || state.status === "failed") && (
        <Button
          variant={voice.isRecommended ? "filled" : "default"}
          loading={install.isPending}
          onClick={() => install.mutate()}
          aria-label={t(state.status === "failed" ? "voices.local.retryName" : "voices.local.installName", {
            name,
            amount: size,
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
      {dialog === "remove" && (
        <ConfirmDialog
          title={t("voices.local.removeTitle", { name })}
          body={t("voices.local.removeBody")}
          confirm={t("voices.local.remove")}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await remove.mutateAsync();
            setDialog(undefined);
          }}
        />
      )}
      {dialog === "use" && (
        <UseVoiceDialog name={name} voice={{ provider: "callwright", voiceId }} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
