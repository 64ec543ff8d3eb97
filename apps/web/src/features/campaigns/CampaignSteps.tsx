import { type Call, CALLING_PROVIDERS, type Campaign, CAMPAIGN_CONCURRENCY_DEFAULT, explainEndedReason, type PhoneNumber } from "@callwright/contract";
import { Button, Group, MultiSelect, SegmentedControl, Select, Stepper, Text } from "@mantine/core";
import "@mantine/core/styles/Stepper.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./campaigns.module.css";
import { PeopleStep } from "./PeopleStep.tsx";
import { ScheduleStep } from "./ScheduleStep.tsx";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { callQuery } from "../calls/call-queries.ts";
import { useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import { choicesQuery } from "../../resource/resource-queries.ts";
import { nameOrId, usePickedName, usePicker } from "../../resource/use-choices.ts";
import { AddSimulatedNumber } from "../phone-numbers/AddSimulatedNumber.tsx";
import { useNow } from "../../kit/use-now.ts";

const STEPS = ["people", "agent", "schedule", "rehearsal", "start"] as const;
const LAST = STEPS.length - 1;

/** The steps to the start. Each step saves its own changes. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [active, setActive] = useState(() => firstOpen(campaign));
  const next = () => setActive((step) => Math.min(step + 1, LAST));
  const back = active > 0 && <Button onClick={() => setActive(active - 1)}>{t("campaign.back")}</Button>;
  const step = STEPS[active] ?? "people";
  return (
    <>
      <Stepper
        active={active}
        onStepClick={setActive}
        size="xs"
        wrap
        role="group"
        aria-label={t("campaign.steps.label")}
        classNames={{ step: classes.stepButton, stepBody: classes.stepName, separator: classes.stepLine }}
      >
        {STEPS.map((each) => (
          <Stepper.Step key={each} label={t(`campaign.steps.${each}`)} aria-current={each === step ? "step" : undefined} />
        ))}
      </Stepper>
      {step === "people" && <PeopleStep campaign={campaign} />}
      {step === "agent" && <AgentStep campaign={campaign} />}
      {step === "schedule" && <ScheduleStep campaign={campaign} back={back} onSaved={next} />}
      {step === "rehearsal" && <RehearsalStep campaign={campaign} />}
      {step === "start" && <StartStep campaign={campaign} />}
      {step !== "schedule" && (
        <Group>
          {back}
          {active < LAST && (
            <Button variant="filled" onClick={next}>
              {t("campaign.next")}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

/** The first step that is not done yet. */
function firstOpen({ contactCounters, assistantId, squadId, workflowId, phoneNumberId, dialPlan }: Campaign): number {
  if (!contactCounters?.pending) return 0;
  if ((assistantId ?? squadId ?? workflowId) === undefined || (phoneNumberId ?? dialPlan) === undefined) return 1;
  return LAST;
}

/** Three random people, played by the simulated line. */
function RehearsalStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, rehearsal } = campaign;
  const rehearse = useCampaignStep((client) => client.campaigns.rehearse({ id }));
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.rehearsal")}>
      <Text>{t("campaign.rehearsal.what")}</Text>
      <div>
        <Button variant={rehearsal ? "default" : "filled"} loading={rehearse.isPending} onClick={() => rehearse.mutate()}>
          {t(rehearsal ? "campaign.rehearsal.again" : "campaign.rehearsal.run")}
        </Button>
      </div>
      <Text c="dimmed">
        {rehearsal ? t("campaign.rehearsal.at", { time: format.dateTime(rehearsal.startedAt) }) : t("campaign.rehearsal.none")}
      </Text>
      {rehearsal && <Calls calls={rehearsal.calls} />}
    </section>
  );
}

type RehearsedCalls = NonNullable<Campaign["rehearsal"]>["calls"];

function Calls({ calls }: { calls: RehearsedCalls }) {
  const { t } = useTranslation();
  const client = useClient();
  const isLive = useIsLive();
  const found = useQueries({
    queries: calls.flatMap(({ callId }) => (callId === undefined ? [] : [callQuery(client, callId, isLive)])),
  });
  const callOf = (callId: string | undefined) => found.find(({ data }) => data?.id === callId)?.data;
  return (
    <CardList label={t("campaign.steps.rehearsal")} items={calls.map((each) => ({ ...each, id: each.contactId }))}>
      {({ callId, number, problem }) => (
        <CardHead>
          {callId === undefined ? (
            <span>{`${number}: ${problem ?? ""}`}</span>
          ) : (
            <Link to="/calls/$id" params={{ id: callId }} className={classes.link}>
              {t("campaign.rehearsal.open", { number })}
            </Link>
          )}
          {callId !== undefined && <CallState call={callOf(callId)} />}
        </CardHead>
      )}
    </CardList>
  );
}

function CallState({ call }: { call: Call | undefined }) {
  const { t } = useTranslation();
  if (!call) return null;
  const { status, endedReason, endedMessage } = call;
  if (status !== "ended" || endedReason === undefined) return <Pill kind="accent">{t(`calls.status.${status}`)}</Pill>;
  return <span>{explainEndedReason(endedReason, endedMessage).sentence}</span>;
}

const KINDS = {
  assistants: { name: "Assistant", field: "assistantId" },
  squads: { name: "Squad", field: "squadId" },
  workflows: { name: "Workflow", field: "workflowId" },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

/** The agent, and the numbers that call. */
function AgentStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>(() => kinds.find((each) => campaign[KINDS[each].field] !== undefined) ?? "assistants");
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.agent")}>
      <SegmentedControl
        aria-label={t("campaign.agent.who")}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`campaign.agent.kinds.${value}`) }))}
      />
      <Target key={kind} campaign={campaign} kind={kind} />
      <Numbers campaign={campaign} />
    </section>
  );
}

function Target({ campaign, kind }: { campaign: Campaign; kind: Kind }) {
  const { t } = useTranslation();
  const { name, field } = KINDS[kind];
  const chosen = campaign[field];
  const { props } = usePicker({ name, path: kind }, chosen === undefined ? [] : [chosen], usePickedName(nameOrId));
  const save = useSaveCampaign(campaign.id);
  return (
    <Select
      {...props}
      label={t(`campaign.agent.kinds.${kind}`)}
      placeholder={t("campaign.agent.choose")}
      value={chosen ?? null}
      onChange={(id) => id !== null && save.mutate({ assistantId: null, squadId: null, workflowId: null, [field]: id })}
    />
  );
}

function Numbers({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const found = useQuery(choicesQuery(useClient(), { name: "PhoneNumber", path: "phone-numbers" })).data?.results;
  const numbers = (found ?? []) as PhoneNumber[];
  const save = useSaveCampaign(campaign.id);
  const { phoneNumberId, dialPlan = [] } = campaign;
  const chosen = phoneNumberId === undefined ? dialPlan.map((each) => each.phoneNumberId) : [phoneNumberId];
  const callable = numbers.filter(({ provider, id }) => CALLING_PROVIDERS.has(provider) || chosen.includes(id));
  const choose = (ids: string[]) => {
    const plan = ids.length > 1 ? ids.map((id) => ({ phoneNumberId: id, customers: [] })) : null;
    save.mutate({ phoneNumberId: ids.length === 1 ? (ids[0] ?? null) : null, dialPlan: plan });
  };
  if (found && callable.length === 0)
    return (
      <>
        <Text>{t("campaign.agent.noNumber")}</Text>
        <div>
          <AddSimulatedNumber />
        </div>
      </>
    );
  return (
    <MultiSelect
      label={t("campaign.agent.numbers")}
      description={t("campaign.agent.numbersHelp")}
      searchable
      data={callable.map(({ id, number, name }) => ({ value: id, label: [name, number].filter(Boolean).join(" · ") || id }))}
      value={chosen}
      onChange={choose}
    />
  );
}

/** What will happen, and the button that lets it happen. */
function StartStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, paused, maxConcurrency, schedulePlan, contactCounters } = campaign;
  const start = useCampaignStep((client) => client.campaigns.resume({ id }));
  const missing = missingIn(campaign);
  const nowMs = useNow(schedulePlan !== undefined);
  const people = t("campaign.peopleCount", { count: contactCounters?.pending ?? 0 });
  const isLater = schedulePlan !== undefined && Date.parse(schedulePlan.earliestAt) > nowMs;
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.start")}>
      <h2>{t("campaign.startStep.what")}</h2>
      <Text>
        {t("campaign.startStep.calls", { people, concurrency: String(maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT) })}
      </Text>
      <Text>
        {isLater
          ? t("campaign.startStep.later", { time: format.dateTime(schedulePlan.earliestAt) })
          : t("campaign.startStep.now")}
      </Text>
      {missing.length > 0 && (
        <Text c="red" role="status">
          {t("campaign.startStep.missing")} {missing.map((each) => t(`campaign.startStep.${each}`)).join(", ")}
        </Text>
      )}
      {paused ? (
        <div>
          <Button variant="filled" loading={start.isPending} disabled={missing.length > 0} onClick={() => start.mutate()}>
            {t("campaign.startStep.go")}
          </Button>
        </div>
      ) : (
        <Text>{t("campaign.startStep.running")}</Text>
      )}
    </section>
  );
}

function missingIn({ contactCounters, assistantId, squadId, workflowId, phoneNumberId, dialPlan }: Campaign) {
  return [
    ...(contactCounters?.pending ? [] : (["needsPeople"] as const)),
    ...((assistantId ?? squadId ?? workflowId) === undefined ? (["needsAgent"] as const) : []),
    ...((phoneNumberId ?? dialPlan) === undefined ? (["needsNumber"] as const) : []),
  ];
}
