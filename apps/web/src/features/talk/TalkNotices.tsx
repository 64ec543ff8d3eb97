import type { CallErrorDetail } from "@callwright/call";
import type { Voice } from "@callwright/contract";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CredentialHint } from "../../resource/credentials/CredentialHint.tsx";
import { NaturalVoiceOffer } from "./NaturalVoiceOffer.tsx";
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

/** Our text if the caller can do something; otherwise the server's. */
function ProblemText({ problem }: { problem: CallErrorDetail }) {
  const { t } = useTranslation();
  const known: KnownProblem | undefined = KNOWN_PROBLEMS.find((code) => code === problem.code);
  return <>{known ? t(`talk.problem.${known}`) : problem.message}</>;
}
