import type { CallErrorDetail } from "@callwright/call";
import { OFFLINE_VOICES, type Voice } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { CredentialHint } from "../../resource/credentials/CredentialHint.tsx";
import { InstallProgress } from "../../resource/local-speech/InstallProgress.tsx";
import {
  isInstalled,
  megabytes,
  useLocalSpeech,
  useLocalSpeechActions,
  voicesOf,
} from "../../resource/local-speech/local-speech.ts";
import css from "./talk.module.css";
import type { Talk } from "./use-talk.ts";

/** Notices for the caller: no microphone, who may receive the audio, errors, a better voice. */
export function TalkNotices({ talk, voice }: { talk: Talk; voice: Voice | undefined }) {
  const { t } = useTranslation();
  const { call, microphone, phase, problem, transcript } = talk;
  const isOver = phase === "ended" || phase === "failed";
  const lastFailure = transcript.failures.at(-1);
  return (
    <div className={css.notices}>
      {problem && (
        <Notice tone="bad">
          <ProblemText problem={problem} />
          <CredentialHint message={problem.message} />
        </Notice>
      )}
      {lastFailure && !isOver && (
        <Notice tone="warn">
          {t(`talk.partFailed.${lastFailure.part}`, { message: lastFailure.message })}
          <CredentialHint message={lastFailure.message} />
        </Notice>
      )}
      {!isOver && microphone?.status === "unavailable" && (
        <Notice tone="warn">
          {t(`talk.microphoneProblem.${microphone.problem}`)}
          {microphone.problem !== "insecure" && (
            <Button size="compact-xs" ml={8} onClick={() => void call?.setInputDevice()}>
              {t("talk.retryMicrophone")}
            </Button>
          )}
        </Notice>
      )}
      {!isOver && transcript.hearing === "browser" && <Notice tone="plain">{t("talk.browserHearing")}</Notice>}
      {!isOver && transcript.hearing === "text" && <Notice tone="plain">{t("talk.textOnly")}</Notice>}
      <NaturalVoiceOffer voice={voice} notice={(content) => <Notice tone="plain">{content}</Notice>} />
    </div>
  );
}

function Notice({ tone, children }: { tone: "bad" | "warn" | "plain"; children: ReactNode }) {
  return (
    <div className={css.notice} data-tone={tone} role={tone === "bad" ? "alert" : undefined}>
      {children}
    </div>
  );
}

const KNOWN_PROBLEMS = ["at-capacity", "server-unreachable", "room-unreachable", "connection-lost", "sound-blocked"] as const;
type KnownProblem = (typeof KNOWN_PROBLEMS)[number];

/** Our text if the caller can fix the problem; otherwise the server's. */
function ProblemText({ problem }: { problem: CallErrorDetail }) {
  const { t } = useTranslation();
  const known: KnownProblem | undefined = KNOWN_PROBLEMS.find((code) => code === problem.code);
  return <>{known ? t(`talk.problem.${known}`) : problem.message}</>;
}

interface Props {
  /** The assistant's voice. Undefined: the server's default. */
  voice: Voice | undefined;
  /** The frame of a notice. */
  notice: (content: ReactNode) => ReactNode;
}

/** If flite speaks: offers to install a natural voice, or to use the installed one. Otherwise nothing. */
function NaturalVoiceOffer({ voice, notice }: Props) {
  const isFlite = !voice || (voice.provider === "callwright" && OFFLINE_VOICES.some(({ id }) => id === voice.voiceId));
  const { data } = useLocalSpeech(isFlite);
  const { t } = useTranslation();
  const [wasOffered, setOffered] = useState(false);
  if (!isFlite || !data) return null;
  const installed = voicesOf(data).find(isInstalled);
  const offered = voicesOf(data).find(({ isRecommended, languages }) => isRecommended && languages[0] === "en");
  if (installed) {
    const text = wasOffered ? "voices.local.offerInstalled" : "voices.local.offerChoose";
    return notice(t(text, { name: installed.name }));
  }
  if (!offered || data.refusal !== undefined) return null;
  return notice(<Offer id={offered.id} onOffer={() => setOffered(true)} />);
}

function Offer({ id, onOffer }: { id: string; onOffer: () => void }) {
  const { t } = useTranslation();
  const voice = voicesOf(useLocalSpeech().data).find((each) => each.id === id);
  const { install } = useLocalSpeechActions(id);
  if (!voice) return null;
  const { state } = voice;
  if (state.status === "installing") return <InstallProgress name={voice.name} state={state} />;
  const failure = state.status === "failed" ? state.reason : install.error?.message;
  return (
    <Group gap={8}>
      {failure ?? t("voices.local.offer")}
      <Button
        size="compact-xs"
        loading={install.isPending}
        onClick={() => {
          onOffer();
          install.mutate();
        }}
      >
        {failure === undefined ? t("voices.local.offerInstall", { amount: megabytes(voice.bytes) }) : t("app.retry")}
      </Button>
    </Group>
  );
}
