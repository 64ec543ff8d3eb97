import { HANDSET_NUMBER, HANDSET_NUMBERS } from "@callwright/contract";
import { Button, SegmentedControl } from "@mantine/core";
import { IconPhoneOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import buttons from "../../kit/call-buttons.module.css";
import { Failure } from "../../kit/Failure.tsx";
import css from "./handset.module.css";
import type { useHandset } from "./use-handset.ts";

export type Phone = ReturnType<typeof useHandset>;

interface TelephoneProps {
  phone: Phone;
  line: number;
  onLine: (line: number) => void;
  /** The controls that start a call. Hidden during a call. */
  children: ReactNode;
}

/** A telephone in the browser: its line, its call, and the calls that ring. */
export function Telephone({ phone, line, onLine, children }: TelephoneProps) {
  const { t } = useTranslation();
  const { phase } = phone.state;
  const isBusy = isOnCall(phone);
  return (
    <section className={css.phone} aria-label={t("handset.title")} {...useKeptFocus()}>
      <OwnNumber line={line} isBusy={isBusy} onLine={onLine} />
      <p role="status" className={css.state}>
        {t(`handset.phase.${phase}`)}
      </p>
      <Problem phone={phone} />
      {isBusy ? <InCall phone={phone} /> : children}
      <Ringing phone={phone} mayAnswer={!isBusy} />
      {phone.state.callId !== undefined && (
        <Link to="/calls/$id" params={{ id: phone.state.callId }} className={css.link}>
          {t("talk.openCall")}
        </Link>
      )}
    </section>
  );
}

/** Each step of a call removes the pressed button: then the telephone gets the focus. */
function useKeptFocus() {
  const ref = useRef<HTMLElement>(null);
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    const isLost = document.activeElement === document.body && focused.current?.isConnected === false;
    if (isLost) ref.current?.focus({ preventScroll: true });
  });
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target;
  };
  return { ref, onFocus, tabIndex: -1 };
}

export const isOnCall = ({ state: { phase } }: Phone) => phase === "connecting" || phase === "in-call";

interface OwnNumberProps {
  line: number;
  isBusy: boolean;
  onLine: (line: number) => void;
}

/** A page is one of two telephones, so that a call can be transferred from one to the other. */
function OwnNumber({ line, isBusy, onLine }: OwnNumberProps) {
  const { t } = useTranslation();
  return (
    <>
      <SegmentedControl
        aria-label={t("handset.line")}
        value={String(line)}
        disabled={isBusy}
        data={HANDSET_NUMBERS.map((_, index) => ({
          value: String(index + 1),
          label: t("handset.lineNumber", { line: String(index + 1) }),
        }))}
        onChange={(chosen) => onLine(Number(chosen))}
      />
      <p className={css.own}>{t("handset.own", { number: HANDSET_NUMBERS[line - 1] ?? HANDSET_NUMBER })}</p>
    </>
  );
}

function Problem({ phone: { problem } }: { phone: Phone }) {
  const { t } = useTranslation();
  const shown = useShownError(problem?.kind === "server" ? (problem.error as Error) : null);
  const text = problem?.kind === "microphone" ? t("handset.noMicrophone") : shown?.message;
  if (text === undefined) return null;
  return <Failure>{text}</Failure>;
}

function InCall({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const isInCall = phone.state.phase === "in-call";
  return (
    <>
      <Keypad isEnabled={isInCall} onPress={phone.press} />
      {phone.keys !== "" && (
        <p role="log" aria-label={t("handset.theirKeys")}>
          <span className={css.dim}>{t("handset.theirKeys")}</span> <span className="mono">{phone.keys}</span>
        </p>
      )}
      <div className={css.buttons}>
        <Button
          aria-pressed={phone.isMuted}
          className={buttons.mute}
          disabled={!isInCall}
          onClick={() => phone.mute(!phone.isMuted)}
        >
          {t("talk.mute")}
        </Button>
        <Button
          className={buttons.end}
          disabled={!isInCall}
          leftSection={<IconPhoneOff size={16} aria-hidden="true" />}
          onClick={() => void phone.hangUp()}
        >
          {t("talk.hangUp")}
        </Button>
      </div>
    </>
  );
}

/** The calls that ring. During a call another one can only be refused. */
function Ringing({ phone, mayAnswer }: { phone: Phone; mayAnswer: boolean }) {
  const { t } = useTranslation();
  const mayAct = useMayEdit("answerOnHandset");
  return (
    <ul className={css.ringing} aria-label={t("handset.ringing")} aria-live="assertive">
      {phone.ringing.map(({ id, from, name }) => (
        <li key={id} className={css.incoming}>
          <span>
            <b>{name ?? from}</b> {name !== undefined && <span className={css.dim}>{from}</span>}
          </span>
          <div className={css.buttons}>
            <Button variant="filled" disabled={!mayAct || !mayAnswer} onClick={() => void phone.answer(id)}>
              {t("handset.answer")}
            </Button>
            <Button disabled={!mayAct} onClick={() => void phone.refuse(id, "declined")}>
              {t("handset.decline")}
            </Button>
            <Button disabled={!mayAct} onClick={() => void phone.refuse(id, "busy")}>
              {t("handset.busy")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const KEYS = [..."123456789*0#"];
const SHOWN_MAX = 20;

/** The keys of a telephone, and what was pressed. */
function Keypad({ isEnabled, onPress }: { isEnabled: boolean; onPress: (key: string) => void }) {
  const { t } = useTranslation();
  const [pressed, setPressed] = useState("");
  return (
    <fieldset className={css.keypad} disabled={!isEnabled}>
      <legend className={css.dim}>{t("handset.keypad")}</legend>
      <output className={`mono ${css.pressed}`}>{pressed || " "}</output>
      {KEYS.map((key) => (
        <Button
          key={key}
          className="mono"
          onClick={() => {
            onPress(key);
            setPressed((before) => (before + key).slice(-SHOWN_MAX));
          }}
        >
          {key}
        </Button>
      ))}
    </fieldset>
  );
}
