import { type Call, type CallEvent, costReport } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { endedWords } from "../../../kit/ended-words.ts";
import { Fact } from "../../../kit/Fact.tsx";
import { Instant } from "../../../kit/Instant.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { CostCard } from "../../../resource/costs/CostCard.tsx";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import { CredentialHint } from "../../../resource/credentials/CredentialHint.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import { isRunning } from "../call-queries.ts";
import { durationMsOf, ringMsOf } from "../call-rows.ts";
import type { FollowedCall } from "../conversation/followed-call.ts";
import { Notes } from "../notes/Notes.tsx";
import { CallFiles } from "./CallFiles.tsx";
import { EarlierCalls } from "./EarlierCalls.tsx";
import { gistOf, withExtension } from "./event-gist.ts";
import { FactSection } from "./FactSection.tsx";
import classes from "./facts.module.css";
import { Waited } from "./Waited.tsx";

interface CallFactsProps {
  call: Call;
  turns: FollowedCall["turns"];
  events: readonly CallEvent[];
}

/** The facts about a call: how it ended, latency, files, cost, variables, notes. */
export function CallFacts({ call, turns, events }: CallFactsProps) {
  const { t } = useTranslation();
  const ended = endedWords(call, events);
  const failure = events
    .flatMap((event) => (event.type === "failure" && event.payload.part !== "trace" ? [event.payload.message] : []))
    .at(-1);
  return (
    <aside className={classes.facts} aria-label={t("call.facts")}>
      {ended && <EndedReason words={ended} failure={failure} />}
      <Waited turns={turns} isRunning={isRunning(call)} />
      <CallDetails call={call} events={events} />
      <CallFiles call={call} />
      <EarlierCalls call={call} />
      <CostOf call={call} events={events} />
      <Variables values={call.artifact?.variableValues ?? {}} />
      <Notes callId={call.id} />
    </aside>
  );
}

interface EndedReasonProps {
  words: NonNullable<ReturnType<typeof endedWords>>;
  /** Error message of the last part that failed. */
  failure: string | undefined;
}

function EndedReason({ words: { reason, sentence, detail, fault }, failure }: EndedReasonProps) {
  return (
    <div className={classes.box} data-fault={fault}>
      <b>{sentence}</b>
      {fault === "provider" && failure && <span>{failure}</span>}
      <span className={classes.dim}>
        {detail}
        <CredentialHint message={`${detail} ${failure ?? ""}`} />
      </span>
      <span className={`mono ${classes.dim}`}>{reason}</span>
    </div>
  );
}

function CallDetails({ call, events }: { call: Call; events: readonly CallEvent[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const started = call.startedAt ?? call.createdAt;
  const durationMs = call.endedAt === undefined ? undefined : durationMsOf(call, 0);
  const joined = events.find((event) => event.type === "call.started");
  const path = events.findLast((event) => event.type === "caller.path");
  const consent = call.compliance?.recordingConsent;
  return (
    <dl className={classes.box}>
      <Fact name={t(call.startedAt ? "call.started" : "call.created")}>
        <Instant iso={started}>{format.dateTimeSeconds(started)}</Instant>
      </Fact>
      {durationMs !== undefined && (
        <Fact name={t("call.duration")}>
          <span className="num">{clockTime(durationMs)}</span>
        </Fact>
      )}
      {call.schedulePlan && <ScheduleFacts {...call.schedulePlan} />}
      <PhoneFacts call={call} />
      <Fact name={t("call.version")}>{call.assistantVersion ?? t("call.draft")}</Fact>
      {joined?.type === "call.started" && <Fact name={t("call.hearing")}>{joined.payload.hearing}</Fact>}
      {path && <Fact name={t("call.connection")}>{gistOf(path, t)}</Fact>}
      {consent && <Fact name={t("call.consent")}>{t(consent.grantedAt ? "call.consentGranted" : "call.consentDeclined")}</Fact>}
    </dl>
  );
}

function ScheduleFacts({ earliestAt, latestAt }: { earliestAt: string; latestAt?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (at: string) => <Instant iso={at}>{format.dateTimeSeconds(at)}</Instant>;
  return (
    <>
      <Fact name={t("call.startsAt")}>{shown(earliestAt)}</Fact>
      {latestAt !== undefined && <Fact name={t("call.startsBy")}>{shown(latestAt)}</Fact>}
    </>
  );
}

/** Caller, callee, and how long it rang. */
function PhoneFacts({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { from, to } = usePhoneParties(call);
  const rangMs = ringMsOf(call);
  const { destination } = call;
  const passedOnTo = withExtension(destination?.number ?? destination?.sipUri, destination?.extension, t);
  return (
    <>
      {from !== undefined && <Fact name={t("call.from")}>{from}</Fact>}
      {to !== undefined && <Fact name={t("call.to")}>{to}</Fact>}
      {passedOnTo !== undefined && <Fact name={t("call.passedOnTo")}>{passedOnTo}</Fact>}
      {rangMs !== undefined && (
        <Fact name={t("call.rang")}>
          <span className="num">{t("call.rangSeconds", { seconds: (rangMs / 1000).toFixed(1) })}</span>
        </Fact>
      )}
    </>
  );
}

/** The cost. Before it is stored, the cost of the usage so far. Another host reports only the sum. */
function CostOf({ call, events }: { call: Call; events: readonly CallEvent[] }) {
  const prices = usePrices();
  const { t } = useTranslation();
  const format = useFormat();
  if (call.costs) return <CostCard {...call} />;
  const usages = events.flatMap((event) => (event.type === "usage" ? event.payload.usages : []));
  if (prices && isRunning(call) && usages.length > 0) return <CostCard {...costReport(usages, prices)} />;
  if (call.cost === undefined) return null;
  return (
    <dl className={classes.box}>
      <Fact name={t("call.cost")}>
        <span className="num">{format.dollars(call.cost)}</span>
      </Fact>
    </dl>
  );
}

function Variables({ values }: { values: Record<string, unknown> }) {
  const { t } = useTranslation();
  const names = Object.keys(values);
  if (names.length === 0) return null;
  return (
    <FactSection title={t("call.variables")}>
      <dl className={classes.box}>
        {names.map((name) => (
          <Fact key={name} name={<span className="mono">{name}</span>}>
            <span className="mono">{textOf(values[name])}</span>
          </Fact>
        ))}
      </dl>
    </FactSection>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Both sides of a phone call: the customer, and the organization's number by its name. Undefined while unknown, and for other calls. */
function usePhoneParties({ type, customer, phoneNumberId }: Call): { from: string | undefined; to: string | undefined } {
  const { t } = useTranslation();
  const numbers = useReferred(referenceTo("phone-numbers"), phoneNumberId === undefined ? [] : [phoneNumberId]);
  const number = phoneNumberId === undefined ? undefined : numbers.get(phoneNumberId);
  const own = number && nameOfEntity(number);
  const named = ifText(customer?.name) ?? ifText(customer?.number) ?? ifText(customer?.sipUri);
  const theirs = withExtension(named, customer?.extension, t);
  return type === "inboundPhoneCall" ? { from: theirs, to: own } : { from: own, to: theirs };
}

const ifText = (value: unknown) => (typeof value === "string" ? value : undefined);
