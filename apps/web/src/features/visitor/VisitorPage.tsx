import type { Transcript } from "@callwright/call";
import { type CallHandle, useCall } from "@callwright/call/react";
import { useState } from "react";
import { Form } from "../../kit/Form.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFollowEnd } from "../../kit/use-follow-end.ts";
import type { VisitorLink, VisitorTarget } from "../../kit/visitor-link.ts";
import { enVisitor as words } from "../../messages/en-visitor.ts";
import css from "./visitor.module.css";

/** One assistant, squad or workflow to talk to, and nothing else. */
export function VisitorPage({ link: { target, publicKey, isConsentRequired } }: { link: VisitorLink }) {
  const call = useCall({ apiToken: publicKey ?? "" });
  const isRunning = call.phase === "connecting" || call.phase === "joining" || call.phase === "in-call";
  if (!publicKey) {
    return (
      <main className={css.page}>
        <h1 className={css.title}>{words.cutOffTitle}</h1>
        <p className={css.dim}>{words.cutOff}</p>
      </main>
    );
  }
  const { assistantName } = call.transcript;
  const title = assistantName === undefined ? words.title : words.titleWith(assistantName);
  return (
    <main className={css.page}>
      <title>{title}</title>
      <h1 className={css.title}>{title}</h1>
      <p role="status" className={css.status} data-phase={call.phase}>
        {statusOf(call)}
      </p>
      <Notices call={call} />
      {call.transcript.captions.length > 0 && <VisitorCaptions transcript={call.transcript} />}
      {call.phase === "in-call" && call.microphone?.status === "unavailable" && <TypeInstead onSend={call.type} />}
      <div className={css.controls}>
        {isRunning ? (
          <>
            <button
              type="button"
              className={css.plain}
              aria-pressed={call.isMuted}
              disabled={call.microphone?.status !== "active"}
              onClick={() => call.setMuted(!call.isMuted)}
            >
              {words.mute}
            </button>
            <button type="button" className={css.end} onClick={() => void call.stop()}>
              {words.hangUp}
            </button>
          </>
        ) : (
          <Start
            asksForConsent={isConsentRequired && call.phase === "idle"}
            isAgain={call.phase === "ended" || call.phase === "failed"}
            isEnding={call.phase === "ending"}
            onStart={() => void call.start(...startOf(target))}
          />
        )}
      </div>
    </main>
  );
}

/** The arguments of `start` for the target. */
function startOf(target: VisitorTarget): [assistant?: string, overrides?: undefined, squad?: string, workflow?: string] {
  if ("assistantId" in target) return [target.assistantId];
  return "squadId" in target ? [undefined, undefined, target.squadId] : [undefined, undefined, undefined, target.workflowId];
}

interface StartProps {
  asksForConsent: boolean;
  isAgain: boolean;
  isEnding: boolean;
  onStart(): void;
}

/** The only button. If consent is required, pressing it gives the consent, and its label says so. */
function Start({ asksForConsent, isAgain, isEnding, onStart }: StartProps) {
  return (
    <>
      {asksForConsent && <p className={css.consent}>{words.consent}</p>}
      <button type="button" className={css.start} disabled={isEnding} onClick={onStart}>
        {asksForConsent ? words.agreeAndTalk : isAgain ? words.talkAgain : words.talk}
      </button>
    </>
  );
}

function statusOf({ phase, microphone, isConnectionInterrupted, transcript, problem }: CallHandle): string {
  switch (phase) {
    case "idle":
      return words.idle;
    case "connecting":
      return microphone ? words.connecting : words.askingMicrophone;
    case "joining":
      return words.connecting;
    case "in-call":
      if (isConnectionInterrupted) return words.interrupted;
      return transcript.isRecorded ? words.inCallRecorded : words.inCall;
    case "ending":
      return words.ending;
    case "ended":
      return words.endedBy[transcript.endedReason ?? ""] ?? words.ended;
    case "failed":
      if (problem && isLinkRefused(problem)) return words.refused;
      return problem?.code === "at-capacity" ? words.busy : words.failed;
  }
}

/** The token was deleted, disabled or restricted, or the assistant is gone. The visitor needs no further detail. */
function isLinkRefused({ code }: { code: string }): boolean {
  return code === "unauthorized" || code === "not-found" || code.startsWith("token-");
}

/** Notices about problems that the visitor can fix. */
function Notices({ call: { phase, microphone, problem, call } }: { call: CallHandle }) {
  const isOver = phase === "ended" || phase === "failed";
  return (
    <>
      {problem && problem.code !== "at-capacity" && !isLinkRefused(problem) && (
        <p role="alert" className={css.notice}>
          {problem.message}
        </p>
      )}
      {!isOver && microphone?.status === "unavailable" && (
        <p className={css.notice}>
          {microphone.message}{" "}
          {microphone.problem !== "insecure" && (
            <button type="button" className={css.link} onClick={() => void call?.setInputDevice()}>
              {words.retryMicrophone}
            </button>
          )}
        </p>
      )}
    </>
  );
}

function TypeInstead({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState("");
  const send = () => {
    if (!text.trim()) return;
    onSend(text.trim());
    setText("");
  };
  return (
    <Form onSubmit={send}>
      <input
        className={css.input}
        aria-label={words.typeInstead}
        placeholder={words.typeInstead}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Form>
  );
}

/** Live captions. */
function VisitorCaptions({ transcript }: { transcript: Transcript }) {
  const log = useFollowEnd(transcript);
  return (
    <Scroller ref={log} role="log" aria-label={words.transcript} className={css.log}>
      {transcript.captions.map(({ id, role, text, partial }) => (
        <p key={id} className={css.caption} data-role={role}>
          <span className={css.who}>{role === "assistant" ? (transcript.assistantName ?? words.assistant) : words.you}</span>
          {text}
          {/* Announced when the text stops changing. */}
          {partial && (
            <span className={css.dim} aria-hidden="true">
              {partial}
            </span>
          )}
        </p>
      ))}
    </Scroller>
  );
}
