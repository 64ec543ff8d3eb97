import type { Campaign, PhoneNumber } from "@callwright/contract";
import { Button, SegmentedControl, Select, Text, TextInput } from "@mantine/core";
import { IconDeviceMobile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { clockTime } from "../../kit/clock-time.ts";
import { Form } from "../../kit/Form.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useTyped } from "../../kit/use-typed.ts";
import { nameOrId, usePickedName, usePicker } from "../../resource/use-choices.ts";
import { callKeys } from "../calls/call-queries.ts";
import { toRow } from "../calls/call-rows.ts";
import { CampaignPill } from "../campaigns/CampaignPill.tsx";
import { campaignKeys } from "../campaigns/campaign-keys.ts";
import { type AnswererFields, answererOf } from "../handset/answerer-of.ts";
import { CallSomeone } from "./CallSomeone.tsx";
import { LineCard } from "./LineCard.tsx";
import classes from "./phone.module.css";
import { plainNumber } from "./plain-number.ts";
import { useSaveNumber } from "./use-save-number.ts";

/** A number: who answers it, calls with it, and its line. */
export function PhoneTab({ entity }: { entity: PhoneNumber }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <section className={classes.card} aria-labelledby="who-answers">
          <header className={classes.head}>
            <h2 id="who-answers">{t("phoneNumbers.who.title")}</h2>
          </header>
          <WhoAnswers number={entity} />
          <div className={classes.tries}>
            <CallThis number={entity} />
            <CallSomeone number={entity} />
          </div>
        </section>
        <LineCard number={entity} />
      </div>
      <aside className={classes.side} aria-label={t("phoneNumbers.side")}>
        <LastCalls number={entity} />
        <ShownBy number={entity} />
      </aside>
    </div>
  );
}

const KINDS = {
  assistants: { name: "Assistant", field: "assistantId" },
  squads: { name: "Squad", field: "squadId" },
  workflows: { name: "Workflow", field: "workflowId" },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
const NOBODY = { assistantId: null, squadId: null, workflowId: null };

/** Exactly one answers: what is chosen replaces what was there. */
function WhoAnswers({ number }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  const mayEdit = useMayEdit("updatePhoneNumber");
  const stored = answererOf(number)?.to ?? "server";
  const [chosen, choose] = useState<Kind | "server">();
  const shown = chosen ?? stored;
  return (
    <div className={classes.who}>
      <div className={classes.choice}>
        <SegmentedControl
          fullWidth
          aria-labelledby="who-answers"
          value={shown}
          disabled={!mayEdit}
          onChange={(value) => choose(value as Kind | "server")}
          data={[...kinds, "server" as const].map((value) => ({ value, label: t(`phoneNumbers.who.kinds.${value}`) }))}
        />
        {shown === "server" ? (
          <OwnServer number={number} isReadOnly={!mayEdit} />
        ) : (
          <Agent key={shown} number={number} kind={shown} isReadOnly={!mayEdit} />
        )}
      </div>
      <Fallback number={number} isReadOnly={!mayEdit} />
    </div>
  );
}

interface AgentProps {
  number: PhoneNumber;
  kind: Kind;
  isReadOnly: boolean;
}

function Agent({ number, kind, isReadOnly }: AgentProps) {
  const { t } = useTranslation();
  const { name, field } = KINDS[kind];
  const id = (number as AnswererFields)[field];
  const { props } = usePicker({ name, path: kind }, id === undefined ? [] : [id], usePickedName(nameOrId));
  const save = useSaveNumber(number);
  return (
    <>
      <Select
        {...props}
        aria-label={t(`phoneNumbers.who.kinds.${kind}`)}
        placeholder={t(`phoneNumbers.who.choose.${kind}`)}
        disabled={isReadOnly}
        value={id ?? null}
        onChange={(chosen) => chosen !== null && save.mutate({ ...NOBODY, [field]: chosen })}
      />
      {id !== undefined && (
        <Link to="/$resource/$id" params={{ resource: kind, id }} className={classes.link}>
          {t(`phoneNumbers.who.open.${kind}`)}
        </Link>
      )}
    </>
  );
}

/** The server of the customer decides for each call. */
function OwnServer({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const { server } = number;
  const [url, setUrl] = useTyped(server?.url ?? "");
  const save = useSaveNumber(number);
  const isNew = url.trim() !== (server?.url ?? "") || answererOf(number) !== undefined;
  return (
    <Form
      className={classes.fields}
      onSubmit={() => {
        if (isNew && url.trim() !== "") save.mutate({ ...NOBODY, server: { ...server, url: url.trim() } });
      }}
    >
      <TextInput
        type="url"
        className={classes.grow ?? ""}
        aria-label={t("phoneNumbers.who.url")}
        placeholder="https://"
        disabled={isReadOnly}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending} disabled={isReadOnly || !isNew || url.trim() === ""}>
        {t("resource.save")}
      </Button>
      <Text size="xs" c="dimmed" w="100%">
        {t("phoneNumbers.who.urlHelp")}
      </Text>
    </Form>
  );
}

/** Where a call goes that nobody answers. */
function Fallback({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const { fallbackDestination: stored } = number;
  const [typed, setTyped] = useTyped(stored?.type === "number" ? stored.number : "");
  const save = useSaveNumber(number);
  if (stored?.type === "sip")
    return (
      <Text size="sm" c="dimmed">
        {t("phoneNumbers.who.fallbackSip", { address: stored.sipUri })}
      </Text>
    );
  const leave = () => {
    const next = plainNumber(typed);
    if (next === (stored?.number ?? "")) return;
    save.mutate({ fallbackDestination: next === "" ? null : { ...stored, type: "number", number: next } });
  };
  return (
    <TextInput
      type="tel"
      label={t("phoneNumbers.who.fallback")}
      description={t("phoneNumbers.who.fallbackHelp")}
      placeholder={t("phoneNumbers.who.hangUp")}
      disabled={isReadOnly}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

/** How to hear who answers. */
function CallThis({ number: { id, provider, number } }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  return (
    <div className={classes.try}>
      <h3>{t("phoneNumbers.callThis.title")}</h3>
      <Text size="sm" c="dimmed">
        {t(provider === "simulated" ? "phoneNumbers.callThis.simulated" : "phoneNumbers.callThis.any")}
      </Text>
      {number !== undefined && <span className={`num ${classes.big}`}>{number}</span>}
      {provider === "simulated" && (
        <div>
          <Button
            leftSection={<IconDeviceMobile size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/handset" search={{ number: id }} {...props} />}
          >
            {t("phoneNumbers.tryOnHandset")}
          </Button>
        </div>
      )}
    </div>
  );
}

const LAST_CALLS = 5;

/** The newest calls with this number, in and out. */
function LastCalls({ number: { id } }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...callKeys.latest, "of-number", id],
    queryFn: ({ signal }) => client.calls.listPage({ query: { phoneNumberId: id, limit: LAST_CALLS }, signal }),
  });
  if (!data) return null;
  return (
    <section className={classes.card} aria-labelledby="last-calls">
      <header className={classes.head}>
        <h2 id="last-calls">{t("phoneNumbers.lastCalls")}</h2>
        {data.metadata.totalItems !== undefined && <span className={classes.quiet}>{data.metadata.totalItems}</span>}
      </header>
      {data.results.length === 0 && <p className={classes.none}>{t("phoneNumbers.noCalls")}</p>}
      <ul className={classes.rows}>
        {data.results.map((call) => {
          const { startedAt, customerName, customerNumber, ended, status, durationMs } = toRow(call, Date.now());
          return (
            <li key={call.id}>
              <Link to="/calls/$id" params={{ id: call.id }} className={classes.name}>
                {customerName ?? customerNumber ?? t(`call.type.${call.type}`)}
              </Link>
              <span className="num">{durationMs === undefined ? "" : clockTime(durationMs)}</span>
              <span className={classes.quiet}>
                <Instant iso={startedAt}>{format.dayTime(startedAt)}</Instant> · {ended ?? t(`calls.status.${status}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const CAMPAIGNS_MAX = 100;

/** The campaigns whose calls show this number. */
function ShownBy({ number: { id } }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const { data } = useQuery({
    queryKey: [...campaignKeys.all, "with-number"],
    queryFn: ({ signal }) => client.campaigns.list({ query: { limit: CAMPAIGNS_MAX }, signal }),
    enabled: dataHost.offers("listCampaigns"),
  });
  const isWith = ({ phoneNumberId, dialPlan = [] }: Campaign) =>
    phoneNumberId === id || dialPlan.some((each) => each.phoneNumberId === id);
  const those = (data?.results ?? [])
    .filter((campaign) => isWith(campaign) && campaign.status !== "archived")
    .slice(0, LAST_CALLS);
  if (those.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="shown-by">
      <header className={classes.head}>
        <h2 id="shown-by">{t("phoneNumbers.shownBy")}</h2>
      </header>
      <ul className={classes.rows}>
        {those.map((campaign) => (
          <li key={campaign.id}>
            <Link to="/$resource/$id" params={{ resource: "campaigns", id: campaign.id }} className={classes.name}>
              {campaign.name}
            </Link>
            <CampaignPill campaign={campaign} />
          </li>
        ))}
      </ul>
    </section>
  );
}
