import { type AgentStarted, ENDED_REASONS, type Voice } from "@callwright/contract";
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
import { type Talk, type TalkTarget, useTalk } from "./use-talk.ts";

interface Props {
  target: TalkTarget;
  /** Another target starts another call. */
  targetId: string;
  /** Of the agent. */
  name: string;
  /** The voice it speaks with. */
  voice?: Voice | undefined;
  /** Of a squad or a workflow: name of the member or node that starts. Default: the first one. */
  startAt?: string | undefined;
  /** Values of the variables in its templates. */
  variableValues?: Record<string, unknown> | undefined;
  /** The agents of a squad or a workflow that had the call so far changed, or the call is over. */
  onAgents?(agents: readonly AgentStarted[], isOver: boolean): void;
  /** Closes the panel. A running call ends. */
  onClose(): void;
}

/** A call to an agent: starts when the panel is mounted, ends when it is unmounted. */
export function TalkPanel({ target, targetId, name, voice, startAt, variableValues, onAgents, onClose }: Props) {
  const { t } = useTranslation();
  const talk = useTalk(target, targetId, { startAt, variableValues });
  const hasMeasured = Object.values(talk.transcript.turns).some(isAnswer);
  const isOver = talk.phase === "ended" || talk.phase === "failed";
  const { agents } = talk.transcript;
  const tell = useRef(onAgents);
  tell.current = onAgents;
  useEffect(() => tell.current?.(agents, isOver), [agents, isOver]);
  return (
    <section className={css.panel} aria-label={t("talk.region", { name })}>
      <HangUpGuard panel="talk" isRunning={talk.phase === "joining" || talk.phase === "in-call"} />
      <header className={css.status}>
        <CallStatus call={talk} />
        <ActionIcon className={css.close} aria-label={t("talk.close")} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </header>
      <TalkNotices talk={talk} voice={voice} />
      <Captions transcript={talk.transcript} assistantName={name} />
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
