import {
  CALLING_PROVIDERS,
  CAMPAIGN_CONCURRENCY_DEFAULT,
  type Call,
  type Campaign,
  CreateCampaign,
  explainEndedReason,
  type PhoneNumber,
  RETRIED_OUTCOMES,
  RETRY_DEFAULTS,
  type RetryPlan,
  type TimeWindow,
  type UpdateCampaign,
  WEEKDAYS,
} from "@callwright/contract";
import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stepper,
  Text,
  TextInput,
} from "@mantine/core";
import "@mantine/core/styles/Stepper.css";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { FormScope } from "../../resource/form/FormScope.tsx";
import { jsonSchemaOf } from "../../resource/form/json-schema.ts";
import { PathFields } from "../../resource/form/PathFields.tsx";
import { writePath } from "../../resource/form/paths.ts";
import type { ConfigProblem } from "../../resource/problems.ts";
import { choicesQuery } from "../../resource/resource-queries.ts";
import { nameOrId, usePickedName, usePicker } from "../../resource/use-choices.ts";
import { callQuery } from "../calls/call-queries.ts";
import { AddSimulatedNumber } from "../handset/AddSimulatedNumber.tsx";
import { useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import type { PeopleImport } from "./contact-table.ts";
import { PeopleStep } from "./PeopleStep.tsx";
import { missingIn, StartStep, usePreview } from "./StartStep.tsx";

const STEPS = ["people", "agent", "schedule", "rehearsal", "start"] as const;
const LAST = STEPS.length - 1;

/** The steps to the start. Each step saves its own changes. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [active, setActive] = useState(() => firstOpen(campaign));
  const next = () => setActive((step) => Math.min(step + 1, LAST));
  const back = active > 0 && <Button onClick={() => setActive(active - 1)}>{t("campaign.back")}</Button>;
  const step = STEPS[active] ?? "people";
  // A table that is not added yet waits while another step is open.
  const [imported, setImported] = useState<PeopleImport>();
  const stateOf = useStepStates(campaign);
  return (
    <>
      <Stepper
        active={active}
        onStepClick={setActive}
        size="xs"
        wrap
        role="group"
        aria-label={t("campaign.steps.label")}
        classNames={{
          step: classes.stepButton,
          stepBody: classes.stepName,
          separator: classes.stepLine,
          stepDescription: classes.stepState,
        }}
      >
        {STEPS.map((each) => (
          <Stepper.Step
            key={each}
            label={t(`campaign.steps.${each}`)}
            description={stateOf[each]}
            aria-current={each === step ? "step" : undefined}
          />
        ))}
      </Stepper>
      {step === "people" && <PeopleStep campaign={campaign} imported={imported} onImport={setImported} />}
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

/** What each step has, in a few words. */
function useStepStates(campaign: Campaign): Record<(typeof STEPS)[number], string> {
  const { t } = useTranslation();
  const format = useFormat();
  const preview = usePreview(campaign);
  const { contactCounters, timeWindow, rehearsal } = campaign;
  const people = Object.values(contactCounters ?? {}).reduce((sum, each) => sum + each, 0);
  const agent = preview?.agent;
  return {
    people: people === 0 ? t("campaign.stepState.noPeople") : t("campaign.peopleCount", { count: people }),
    agent: agent ? (agent.name ?? t(`campaign.agent.kinds.${agent.kind}s`)) : t("campaign.stepState.noAgent"),
    schedule: timeWindow
      ? t("campaign.stepState.hours", { from: timeWindow.from, until: timeWindow.until })
      : t("campaign.stepState.anyTime"),
    rehearsal: rehearsal
      ? t("campaign.stepState.rehearsed", { time: format.dayTime(rehearsal.startedAt) })
      : t("campaign.stepState.notRehearsed"),
    start: t(missingIn(campaign).length === 0 ? "campaign.stepState.ready" : "campaign.stepState.missing"),
  };
}

/** The first step that is not done yet. */
function firstOpen(campaign: Campaign): number {
  const [missing] = missingIn(campaign);
  return missing === undefined ? LAST : missing === "needsPeople" ? 0 : 1;
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

/** The agent, and the numbers for the calls. */
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
          <AddSimulatedNumber onAdded={(id) => choose([id])} />
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

const WINDOW_DEFAULT: TimeWindow = { from: "09:00", until: "20:00" };

const CAMPAIGN = jsonSchemaOf(CreateCampaign);
const NO_PROBLEMS: readonly ConfigProblem[] = [];

type Limits = Pick<CreateCampaign, "maxConcurrency" | "numberConcurrency" | "maxCost"> & {
  schedulePlan?: Partial<NonNullable<CreateCampaign["schedulePlan"]>> | undefined;
};

interface ScheduleStepProps {
  campaign: Campaign;
  back: ReactNode;
  onSaved: () => void;
}

/** The schedule, the limits of calls and retries, and the budget. */
function ScheduleStep({ campaign, back, onSaved }: ScheduleStepProps) {
  const { t } = useTranslation();
  const [window, setWindow] = useState(campaign.timeWindow);
  const [retry, setRetry] = useState<RetryPlan>(campaign.retryPlan ?? { outcomes: [], ...RETRY_DEFAULTS });
  const [limits, setLimits] = useState<Limits>({
    schedulePlan: campaign.schedulePlan,
    maxConcurrency: campaign.maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT,
    numberConcurrency: campaign.numberConcurrency,
    maxCost: campaign.maxCost,
  });
  const save = useSaveCampaign(campaign.id);
  const submit = () => {
    const { schedulePlan, maxConcurrency = CAMPAIGN_CONCURRENCY_DEFAULT, numberConcurrency, maxCost } = limits;
    const body: UpdateCampaign = {
      schedulePlan: schedulePlan ? { earliestAt: new Date().toISOString(), ...schedulePlan } : null,
      timeWindow: window ?? null,
      retryPlan: retry.outcomes.length > 0 ? retry : null,
      maxConcurrency,
      numberConcurrency: numberConcurrency ?? null,
      maxCost: maxCost ?? null,
    };
    // A notification reports a failure.
    save.mutateAsync(body).then(onSaved, () => undefined);
  };
  const numberOf = (value: string | number) => (typeof value === "number" ? value : undefined);
  const fields = (...paths: string[]) => (
    <FormScope root={CAMPAIGN} problems={NO_PROBLEMS}>
      <PathFields paths={paths} whole={limits} onChange={(path, value) => setLimits(writePath(limits, path, value))} />
    </FormScope>
  );
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.schedule")}>
      <div className={classes.row}>{fields("schedulePlan.earliestAt", "schedulePlan.latestAt")}</div>
      <Text c="dimmed" size="sm">
        {t("campaign.schedule.timesHelp")}
      </Text>
      <Switch
        label={t("campaign.schedule.window")}
        checked={window !== undefined}
        onChange={(event) => setWindow(event.currentTarget.checked ? WINDOW_DEFAULT : undefined)}
      />
      {window && <Window window={window} onChange={setWindow} />}
      <div className={classes.row}>{fields("maxConcurrency", "numberConcurrency")}</div>
      {fields("maxCost")}
      <MultiSelect
        label={t("campaign.schedule.retry")}
        searchable
        data={RETRIED_OUTCOMES.map((value) => ({ value, label: t(`campaign.outcome.${value}`) }))}
        value={retry.outcomes}
        onChange={(outcomes) => setRetry({ ...retry, outcomes: RETRIED_OUTCOMES.filter((each) => outcomes.includes(each)) })}
      />
      {retry.outcomes.length > 0 && (
        <div className={classes.row}>
          <NumberInput
            label={t("campaign.schedule.retries")}
            min={1}
            max={10}
            allowDecimal={false}
            value={retry.maxRetries ?? RETRY_DEFAULTS.maxRetries}
            onChange={(value) => setRetry({ ...retry, maxRetries: numberOf(value) ?? RETRY_DEFAULTS.maxRetries })}
          />
          <NumberInput
            label={t("campaign.schedule.delay")}
            min={0}
            max={10_080}
            value={retry.delayMinutes ?? RETRY_DEFAULTS.delayMinutes}
            onChange={(value) => setRetry({ ...retry, delayMinutes: numberOf(value) ?? RETRY_DEFAULTS.delayMinutes })}
          />
        </div>
      )}
      <Group>
        {back}
        <Button variant="filled" loading={save.isPending} onClick={submit}>
          {t("campaign.schedule.save")}
        </Button>
      </Group>
    </section>
  );
}

const TIME_ZONES = Intl.supportedValuesOf("timeZone");

function Window({ window, onChange }: { window: TimeWindow; onChange: (window: TimeWindow) => void }) {
  const { t } = useTranslation();
  const { days, timeZone, ...hours } = window;
  const isKnown = timeZone === undefined || TIME_ZONES.includes(timeZone);
  const choose = (chosen: string[]) => {
    const wanted = WEEKDAYS.filter((day) => chosen.includes(day));
    const isEveryDay = wanted.length === 0 || wanted.length === WEEKDAYS.length;
    onChange({ ...hours, ...(timeZone !== undefined && { timeZone }), ...(!isEveryDay && { days: [...wanted] }) });
  };
  return (
    <>
      <div className={classes.row}>
        {(["from", "until"] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            label={t(`campaign.schedule.${end}`)}
            value={window[end]}
            onChange={(event) => onChange({ ...window, [end]: event.currentTarget.value })}
          />
        ))}
      </div>
      <Checkbox.Group label={t("campaign.schedule.days")} value={days ?? [...WEEKDAYS]} onChange={choose}>
        <Group mt={4}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={t(`campaign.schedule.dayNames.${day}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        label={t("campaign.schedule.zone")}
        description={t("campaign.schedule.zoneHelp")}
        searchable
        clearable
        limit={50}
        data={isKnown ? TIME_ZONES : [...TIME_ZONES, timeZone]}
        value={timeZone ?? null}
        onChange={(zone) => onChange({ ...hours, ...(days && { days }), ...(zone !== null && { timeZone: zone }) })}
      />
    </>
  );
}
