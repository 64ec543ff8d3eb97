import {
  type CallController,
  type CallSnapshot,
  listMicrophones,
  type MicrophoneDevice,
  type MicrophoneState,
} from "@callwright/call";
import { useCallLevels } from "@callwright/call/react";
import { type AgentStarted, costReport, ENDED_REASONS, type Usage, type Voice } from "@callwright/contract";
import { Badge, Button, Menu, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { IconMicrophone, IconMicrophoneOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../kit/CrossButton.tsx";
import buttons from "../../kit/call-buttons.module.css";
import { clockTime } from "../../kit/clock-time.ts";
import { explainEnd } from "../../kit/ended-words.ts";
import { LatencyLegend } from "../../kit/latency/LatencyLegend.tsx";
import { isAnswer, medianWait, waitOf } from "../../kit/latency/wait-parts.ts";
import { useFormat } from "../../kit/use-format.ts";
import { usePrices } from "../../resource/costs/price-queries.ts";
import { Captions } from "./Captions.tsx";
import { HangUpGuard } from "./HangUpGuard.tsx";
import { TalkNotices } from "./TalkNotices.tsx";
import css from "./talk.module.css";
import { type Talk, type TalkTarget, useTalk } from "./use-talk.ts";

interface Props {
  target: TalkTarget;
  /** Another target starts another call. */
  targetId: string;
  /** The agent's name. */
  name: string;
  /** The voice it speaks with. */
  voice?: Voice | undefined;
  /** Of a squad or a workflow: name of the member or node that starts. Default: the first one. */
  startAt?: string | undefined;
  /** Values of the variables in its templates. */
  variableValues?: Record<string, unknown> | undefined;
  /** The agents of a squad or a workflow that had the call so far changed, or the call is over. */
  onAgents?(agents: readonly AgentStarted[], isOver: boolean): void;
  /** The choice between a call and a chat. */
  ways?: ReactNode;
  /** The agent has unpublished changes. */
  isDraft?: boolean;
  /** Closes the panel. A running call ends. */
  onClose(): void;
}

/** A call to an agent: starts when the panel is mounted, ends when it is unmounted. */
export function TalkPanel({ target, targetId, name, voice, startAt, variableValues, onAgents, ways, isDraft, onClose }: Props) {
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
        <span className={css.ways}>{ways}</span>
        <CrossButton iconSize={16} className={css.close} aria-label={t("talk.close")} onClick={onClose} />
      </header>
      <CallSummary call={talk} isDraft={isDraft} />
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

/** The call's status and duration. */
function CallStatus({ call }: { call: CallSnapshot }) {
  return (
    <div role="status" className={css.state}>
      <span className={css.dot} data-phase={call.isConnectionInterrupted ? "interrupted" : call.phase} />
      <b>{usePhaseText(call)}</b>
      {call.startedAtMs !== undefined && <CallTimer startedAtMs={call.startedAtMs} endedAtMs={call.endedAtMs} />}
    </div>
  );
}

/** What answers, what hears, whether the call is recorded, its cost so far, and the wait in the middle. */
function CallSummary({ call, isDraft = false }: { call: CallSnapshot; isDraft?: boolean | undefined }) {
  const { t } = useTranslation();
  const { hearing, isRecorded, usages, turns } = call.transcript;
  const isInCall = call.phase === "in-call";
  const wait = medianWait(Object.values(turns));
  if (!isDraft && !isInCall && usages.length === 0 && !wait) return null;
  return (
    <div className={css.summary}>
      {isDraft && <span>{t("talk.draft")}</span>}
      {isInCall && hearing && <span>{t(`talk.hearing.${hearing}`)}</span>}
      {isInCall && isRecorded && (
        <Tooltip label={t("talk.recordedHint")}>
          <Badge variant="outline" color="red" size="sm" tt="none" fw={500} className={css.recorded}>
            {t("talk.recorded")}
          </Badge>
        </Tooltip>
      )}
      {usages.length > 0 && <CostSoFar usages={usages} />}
      {wait && (
        <span className={`${css.median} num`}>
          {t("answering.p50", { ms: t("latency.ms", { value: waitOf(wait).toLocaleString() }) })}
        </span>
      )}
    </div>
  );
}

function usePhaseText({ phase, isConnectionInterrupted, microphone }: CallSnapshot): string {
  const { t } = useTranslation();
  if (phase === "in-call" && isConnectionInterrupted) return t("talk.interrupted");
  const isAsking = !microphone && (phase === "idle" || phase === "connecting");
  return t(isAsking ? "talk.askingMicrophone" : `talk.phase.${phase}`);
}

/** Hidden from screen readers, which would read it every second. */
function CallTimer({ startedAtMs, endedAtMs }: { startedAtMs: number; endedAtMs: number | undefined }) {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (endedAtMs !== undefined) return;
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, [endedAtMs]);
  return (
    <span role="timer" aria-live="off" className={`${css.dim} num`}>
      {clockTime((endedAtMs ?? nowMs) - startedAtMs)}
    </span>
  );
}

/** What a running call has cost until now. */
function CostSoFar({ usages }: { usages: readonly Usage[] }) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const prices = usePrices();
  if (!prices) return null;
  const { cost, costUnknown } = costReport(usages, prices);
  return (
    <Tooltip label={t("costs.soFarHint")}>
      <span className="num">{t(costUnknown ? "costs.soFarAtLeast" : "costs.soFar", { cost: dollars(cost) })}</span>
    </Tooltip>
  );
}

/** Microphone, mute, text input, hang up. */
function TalkControls({ talk }: { talk: Talk }) {
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

interface TalkControlsProps {
  call: CallController | undefined;
  microphone: MicrophoneState | undefined;
}

/** The microphone's level. A click opens the list of microphones, which can be switched during a call. */
function MicrophoneMenu({ call, microphone }: TalkControlsProps) {
  const { t } = useTranslation();
  const devices = useMicrophones(microphone);
  const inUse = microphone?.status === "active" ? microphone : undefined;
  const chosen = devices.find(({ deviceId }) => deviceId === inUse?.deviceId)?.deviceId ?? "";
  const label = inUse ? t("talk.microphoneLevel", { label: inUse.label }) : t("talk.noMicrophone");
  return (
    <Menu position="top-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={css.meterButton} aria-label={label} title={label}>
          <MicrophoneMeter call={inUse && call} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={(deviceId) => void call?.setInputDevice(deviceId || undefined)}>
          <Menu.Label>{t("talk.microphone")}</Menu.Label>
          <Menu.RadioItem value="" closeMenuOnClick>
            {t("talk.defaultMicrophone")}
          </Menu.RadioItem>
          {devices.map(({ deviceId, label: name }) => (
            <Menu.RadioItem key={deviceId} value={deviceId} closeMenuOnClick>
              {name || t("talk.microphone")}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The available microphones. Read again after permission is granted, because names are hidden before. */
function useMicrophones(microphone: MicrophoneState | undefined): MicrophoneDevice[] {
  const [devices, setDevices] = useState<MicrophoneDevice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when the microphone changes.
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      void listMicrophones().then((found) => {
        if (isCurrent) setDevices(found);
      });
    read();
    // Undefined on insecure pages.
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    mediaDevices?.addEventListener("devicechange", read);
    return () => {
      isCurrent = false;
      mediaDevices?.removeEventListener("devicechange", read);
    };
  }, [microphone]);
  return devices;
}

/** Heights of the bars at full volume. */
const BARS = [0.4, 0.7, 1, 0.6, 0.85, 0.5];

/** The live level of the microphone. Hidden from screen readers; the button around it has a label. */
function MicrophoneMeter({ call }: { call: CallController | undefined }) {
  const { microphone: level } = useCallLevels(call);
  return (
    <span className={css.meter} data-silent={call ? undefined : true} aria-hidden="true">
      {BARS.map((share) => (
        <i key={share} style={{ transform: `scaleY(${Math.max(0.12, Math.min(1, Math.sqrt(level)) * share)})` }} />
      ))}
    </span>
  );
}
