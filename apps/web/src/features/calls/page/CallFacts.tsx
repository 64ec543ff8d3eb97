import { type Call, type CallEvent, costReport } from "@callwright/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { Fact } from "../../../kit/Fact.tsx";
import { Instant } from "../../../kit/Instant.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { CostCard } from "../../../resource/costs/CostCard.tsx";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import { type ReferredPath, referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import { isRunning } from "../call-queries.ts";
import { durationMsOf, ringMsOf } from "../call-rows.ts";
import type { FollowedCall } from "../conversation/followed-call.ts";
import { Notes } from "../notes/Notes.tsx";
import { Agent, EditPrompt } from "./Agent.tsx";
import { CallFiles } from "./CallFiles.tsx";
import { EarlierCalls } from "./EarlierCalls.tsx";
import { gistOf, withExtension } from "./event-gist.ts";
import { FactSection } from "./FactSection.tsx";
import classes from "./facts.module.css";
import { Outcome } from "./Outcome.tsx";
import { Waited } from "./Waited.tsx";

interface CallFactsProps {
  call: Call;
  followed: FollowedCall;
  /** What came of it and who had it stand above the recording. */
  isNarrow: boolean;
  onSeek: (ms: number) => void;
}

const NO_EVENTS: readonly CallEvent[] = [];

/** The facts about a call: what came of it, who had it, latency, cost, variables, files, notes. */
export function CallFacts({ call, followed: { rows, turns, events }, isNarrow, onSeek }: CallFactsProps) {
  const { t } = useTranslation();
  const known = events ?? NO_EVENTS;
  return (
    <aside className={classes.facts} aria-label={t("call.facts")}>
      {!isNarrow && <Outcome call={call} events={known} onSeek={onSeek} />}
      <section className={classes.section} aria-label={t("calls.filterAssistant")}>
        {!isNarrow && (
          <div className={classes.agent}>
            <Agent call={call} />
            <EditPrompt call={call} />
          </div>
        )}
        <CallDetails call={call} events={known} />
      </section>
      <Waited rows={rows} turns={turns} isRunning={isRunning(call)} isLoading={!events} onSeek={onSeek} />
      <CostOf call={call} events={known} />
      <Variables values={call.artifact?.variableValues ?? {}} />
      <CallFiles call={call} />
      <Notes callId={call.id} />
      <EarlierCalls call={call} />
    </aside>
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
    <dl className={classes.list}>
      <PhoneFacts call={call} />
      {call.campaignId !== undefined && (
        <Fact name={t("call.campaign")}>
          <ReferredLink path="campaigns" id={call.campaignId} />
        </Fact>
      )}
      {call.visitor && <VisitorFacts {...call.visitor} />}
      <Fact name={t(call.startedAt ? "call.started" : "call.created")}>
        <Instant iso={started}>{format.dateTimeSeconds(started)}</Instant>
      </Fact>
      {durationMs !== undefined && (
        <Fact name={t("call.duration")}>
          <span className="num">{clockTime(durationMs)}</span>
        </Fact>
      )}
      {call.schedulePlan && <ScheduleFacts {...call.schedulePlan} />}
      {call.endedReason !== undefined && (
        <Fact name={t("call.endCode")}>
          <span className="mono">{call.endedReason}</span>
        </Fact>
      )}
      {joined?.type === "call.started" && <Fact name={t("call.hearing")}>{joined.payload.hearing}</Fact>}
      {path && <Fact name={t("call.connection")}>{gistOf(path, t)}</Fact>}
      {consent && <Fact name={t("call.consent")}>{t(consent.grantedAt ? "call.consentGranted" : "call.consentDeclined")}</Fact>}
    </dl>
  );
}

/** A link to a thing by its name. Its id stands there until the name is known. */
function ReferredLink({ path, id }: { path: ReferredPath; id: string }) {
  const entity = useReferred(referenceTo(path), [id]).get(id);
  return (
    <Link to="/$resource/$id" params={{ resource: path, id }} className="num">
      {(entity && nameOfEntity(entity)) ?? `${id.slice(0, 8)}…`}
    </Link>
  );
}

/** Where a visitor called from: the page, and the public token in it. */
function VisitorFacts({ tokenId, page }: { tokenId: string; page?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {page !== undefined && (
        <Fact name={t("call.page")}>
          <a href={page} target="_blank" rel="noreferrer" className={classes.cut} title={page}>
            {page.replace(/^https?:\/\//, "")}
          </a>
        </Fact>
      )}
      <Fact name={t("call.token")}>
        <Link to="/settings/developers" className="mono" title={tokenId}>
          {tokenId.slice(0, 8)}…
        </Link>
      </Fact>
    </>
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
  const { type, customer, phoneNumberId, destination } = call;
  const rangMs = ringMsOf(call);
  const passedOnTo = withExtension(destination?.number ?? destination?.sipUri, destination?.extension, t);
  const number = withExtension(customer?.number ?? customer?.sipUri, customer?.extension, t);
  const named = typeof customer?.name === "string" && customer.name !== "" ? customer.name : undefined;
  const theirs = number ?? named;
  const own = phoneNumberId === undefined ? undefined : <ReferredLink path="phone-numbers" id={phoneNumberId} />;
  const customerSide: ReactNode = theirs && (
    <>
      {number !== undefined && named !== undefined && <span>{named} </span>}
      <span className="num">{theirs}</span>
    </>
  );
  const [from, to] = type === "inboundPhoneCall" ? [customerSide, own] : [own, customerSide];
  return (
    <>
      {from && <Fact name={t("call.from")}>{from}</Fact>}
      {to && <Fact name={t("call.to")}>{to}</Fact>}
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
  if (call.costs) return <CostCard {...call} isFolded className={classes.section} />;
  const usages = events.flatMap((event) => (event.type === "usage" ? event.payload.usages : []));
  if (prices && isRunning(call) && usages.length > 0)
    return <CostCard {...costReport(usages, prices)} isFolded className={classes.section} />;
  if (call.cost === undefined) return null;
  return (
    <FactSection title={t("call.cost")} figure={<b>{format.dollars(call.cost)}</b>}>
      {null}
    </FactSection>
  );
}

function Variables({ values }: { values: Record<string, unknown> }) {
  const { t } = useTranslation();
  const names = Object.keys(values);
  if (names.length === 0) return null;
  return (
    <FactSection title={t("call.variables")} figure={names.length}>
      <dl className={classes.list}>
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
