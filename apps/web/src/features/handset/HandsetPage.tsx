import { HANDSET_NUMBER, HANDSET_NUMBERS } from "@callwright/contract";
import { Alert, Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { IconPhone, IconPhoneIncoming, IconPhoneOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useShownError } from "../../data/use-shown-error.ts";
import buttons from "../../kit/call-buttons.module.css";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { AddSimulatedNumber } from "../phone-numbers/AddSimulatedNumber.tsx";
import { answererOf } from "../phone-numbers/answerer-of.ts";
import css from "./handset.module.css";
import { type SimulatedNumber, simulatedNumbersQuery } from "./handset-queries.ts";
import { Keypad } from "./Keypad.tsx";
import { useHandset } from "./use-handset.ts";

const route = getRouteApi("/shell/handset");

/** A telephone in the browser: calls simulated numbers, and is called by them. */
export function HandsetPage() {
  const { t } = useTranslation();
  const numbers = useQuery(simulatedNumbersQuery(useClient()));
  const error = useShownError(numbers.error);
  return (
    <div className={list.page}>
      <PageHeader title={t("handset.title")} />
      {error && (
        <Alert color="red" variant="outline" m="md" role="alert">
          {error.message}
        </Alert>
      )}
      {numbers.isPending && !error && <PageSkeleton />}
      {numbers.data?.length === 0 && (
        <EmptyNote title={t("handset.empty")} body={t("handset.emptyBody")} action={<AddSimulatedNumber />} />
      )}
      {numbers.data && numbers.data.length > 0 && <Handset numbers={numbers.data} />}
    </div>
  );
}

type Phone = ReturnType<typeof useHandset>;

/** A page is one of two telephones, so that a call can be transferred from one to the other. */
function OwnNumber({ line, isBusy }: { line: number; isBusy: boolean }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const choose = (chosen: string) =>
    void navigate({ search: ({ line: _, ...before }) => ({ ...before, ...(chosen !== "1" && { line: Number(chosen) }) }) });
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
        onChange={choose}
      />
      <p className={css.own}>{t("handset.own", { number: HANDSET_NUMBERS[line - 1] ?? HANDSET_NUMBER })}</p>
    </>
  );
}

function Handset({ numbers }: { numbers: readonly SimulatedNumber[] }) {
  const { t } = useTranslation();
  const { line = 1 } = route.useSearch();
  const phone = useHandset(line);
  const { phase } = phone.state;
  const isBusy = phase === "connecting" || phase === "in-call";
  return (
    <div className={css.stage}>
      <section className={css.phone} aria-label={t("handset.title")}>
        <OwnNumber line={line} isBusy={isBusy} />
        <p role="status" className={css.state}>
          {t(`handset.phase.${phase}`)}
        </p>
        <Problem phone={phone} />
        {isBusy ? <InCall phone={phone} /> : <Dial phone={phone} numbers={numbers} />}
        <Ringing phone={phone} mayAnswer={!isBusy} />
        {phone.state.callId !== undefined && (
          <Link to="/calls/$id" params={{ id: phone.state.callId }} className={css.link}>
            {t("talk.openCall")}
          </Link>
        )}
      </section>
    </div>
  );
}

function Problem({ phone: { problem } }: { phone: Phone }) {
  const { t } = useTranslation();
  const shown = useShownError(problem?.kind === "server" ? (problem.error as Error) : null);
  const text = problem?.kind === "microphone" ? t("talk.microphoneProblem.blocked") : shown?.message;
  if (text === undefined) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {text}
    </Alert>
  );
}

/** Calls a number, or lets it call. */
function Dial({ phone, numbers }: { phone: Phone; numbers: readonly SimulatedNumber[] }) {
  const { t } = useTranslation();
  const { number: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCall = useMayEdit("dialFromHandset");
  const number = numbers.find(({ id }) => id === chosen) ?? numbers[0];
  if (!number) return null;
  const hasAnswerer = answererOf(number) !== undefined;
  // Without one the number's server, hooks and fallback decide, or the organization's server, which no field of the number tells.
  const mayBeAnswered = hasAnswerer || hasRoute(number);
  return (
    <div className={css.dial}>
      <NativeSelect
        label={t("handset.number")}
        value={number.id}
        data={numbers.map(({ id, name, number: digits = "" }) => ({ value: id, label: name ? `${name} · ${digits}` : digits }))}
        onChange={({ currentTarget }) =>
          void navigate({ search: (before) => ({ ...before, number: currentTarget.value }), replace: true })
        }
        {...(!mayBeAnswered && { error: t("handset.noAnswerer") })}
      />
      {!mayBeAnswered && (
        <Link to="/$resource/$id" params={{ resource: "phone-numbers", id: number.id }} className={css.link}>
          {t("handset.chooseAnswerer")}
        </Link>
      )}
      <div className={css.buttons}>
        <Button
          variant="filled"
          disabled={!mayCall}
          leftSection={<IconPhone size={16} aria-hidden="true" />}
          onClick={() => void phone.dial(number)}
        >
          {t("handset.call")}
        </Button>
        <Button
          disabled={!hasAnswerer || !mayCall}
          leftSection={<IconPhoneIncoming size={16} aria-hidden="true" />}
          onClick={() => void phone.callMe(number)}
        >
          {t("handset.callMe")}
        </Button>
      </div>
    </div>
  );
}

/** Does the number say what happens to calls that nobody of this server answers? */
function hasRoute({ server, hooks = [], fallbackDestination }: SimulatedNumber): boolean {
  return server?.url !== undefined || hooks.length > 0 || fallbackDestination !== undefined;
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
