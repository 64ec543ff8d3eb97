import { type CreateAssistant, ENDED_REASONS } from "@callwright/contract";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { explainEnd } from "../../kit/ended-words.ts";
import { LatencyLegend } from "../../kit/latency/LatencyLegend.tsx";
import { isAnswer } from "../../kit/latency/wait-parts.ts";
import { CallStatus } from "./CallStatus.tsx";
import { Captions } from "./Captions.tsx";
import { HangUpGuard } from "./HangUpGuard.tsx";
import { TalkControls } from "./TalkControls.tsx";
import { TalkNotices } from "./TalkNotices.tsx";
import css from "./talk.module.css";
import { type Talk, useTalk } from "./use-talk.ts";

interface Props {
  /** The configuration to talk to: the draft or the published version. */
  assistant: CreateAssistant;
  /** The assistant of the configuration. Another assistant starts another call. */
  assistantId: string;
  /** Is it the published version? Then the call belongs to the assistant and records its version. */
  isPublished: boolean;
  assistantName: string;
  /** Values of the variables in its templates. */
  variableValues?: Record<string, unknown> | undefined;
  /** Closes the panel. A running call ends. */
  onClose(): void;
}

/** A call to an assistant: starts when the panel is mounted, ends when it is unmounted. */
export function TalkPanel({ assistant, assistantId, isPublished, assistantName, variableValues, onClose }: Props) {
  const { t } = useTranslation();
  const talk = useTalk(isPublished ? assistantId : assistant, assistantId, variableValues);
  const hasMeasured = Object.values(talk.transcript.turns).some(isAnswer);
  const isOver = talk.phase === "ended" || talk.phase === "failed";
  return (
    <section className={css.panel} aria-label={t("talk.region", { name: assistantName })}>
      <HangUpGuard isRunning={talk.phase === "joining" || talk.phase === "in-call"} />
      <header className={css.status}>
        <CallStatus call={talk} />
        <ActionIcon className={css.close} aria-label={t("talk.close")} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </header>
      <TalkNotices talk={talk} voice={assistant.voice} />
      <Captions transcript={talk.transcript} assistantName={assistantName} />
      <footer>
        {hasMeasured && (
          <div className={css.legend}>
            <LatencyLegend />
          </div>
        )}
        {isOver ? <AfterCall talk={talk} /> : <TalkControls talk={talk} />}
      </footer>
    </section>
  );
}

/** How the call ended, and what to do next. */
function AfterCall({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  const { callId, phase, transcript } = talk;
  const actions = useRef<HTMLSpanElement>(null);
  // "Hang up" had the focus and is gone: focus the next action.
  useEffect(() => {
    if (document.activeElement === document.body) actions.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, []);
  const reason = phase === "ended" ? transcript.endedReason : undefined;
  return (
    <div className={css.after}>
      {reason && (
        <span className={css.dim}>
          {reason === ENDED_REASONS.customerEndedCall ? t("talk.youHungUp") : explainEnd(reason).sentence}
        </span>
      )}
      <span ref={actions} className={css.afterActions}>
        {callId && phase === "ended" && (
          <Link to="/calls/$id" params={{ id: callId }} className={css.link}>
            {t("talk.openCall")}
          </Link>
        )}
        <Button variant="filled" onClick={talk.again}>
          {t("talk.talkAgain")}
        </Button>
      </span>
    </div>
  );
}
