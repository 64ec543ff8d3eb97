import { type CreateAssistant, ENDED_REASONS, explainEndedReason } from "@callwright/contract";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LatencyLegend } from "../latency/LatencyLegend.tsx";
import { isAnswer } from "../latency/wait-parts.ts";
import { CallStatus } from "./CallStatus.tsx";
import { Captions } from "./Captions.tsx";
import { HangUpGuard } from "./HangUpGuard.tsx";
import { TalkControls } from "./TalkControls.tsx";
import { TalkNotices } from "./TalkNotices.tsx";
import css from "./talk.module.css";
import { type Talk, useTalk } from "./use-talk.ts";

interface Props {
  /** What to talk to, as it stands in the editor: published or not. */
  assistant: CreateAssistant;
  /** Which assistant it is a state of. Another one is another call. */
  assistantId: string;
  /** Whether that state is the published one: then the call is that assistant's, and names its version. */
  isPublished: boolean;
  assistantName: string;
  /** The panel wants to go; the call has ended or ends with it. */
  onClose(): void;
}

/** A conversation with an assistant: starts when the panel appears, ends when it goes. */
export function TalkPanel({ assistant, assistantId, isPublished, assistantName, onClose }: Props) {
  const { t } = useTranslation();
  const talk = useTalk(isPublished ? assistantId : assistant, assistantId);
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
      <TalkNotices talk={talk} />
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

/** How it ended, and where to go from there. */
function AfterCall({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  const { callId, phase, transcript } = talk;
  const actions = useRef<HTMLSpanElement>(null);
  // "Hang up" is gone and with it the keyboard's place; the next thing to do takes it.
  useEffect(() => {
    if (document.activeElement === document.body) actions.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, []);
  const reason = phase === "ended" ? transcript.endedReason : undefined;
  return (
    <div className={css.after}>
      {reason && (
        <span className={css.dim}>
          {reason === ENDED_REASONS.customerEndedCall ? t("talk.youHungUp") : explainEndedReason(reason).sentence}
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
