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
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient, useServices } from "../../data/services.tsx";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import { FormScope } from "../../resource/form/FormScope.tsx";
import { jsonSchemaOf } from "../../resource/form/json-schema.ts";
import { PathFields } from "../../resource/form/PathFields.tsx";
import { writePath } from "../../resource/form/paths.ts";
import type { ConfigProblem } from "../../resource/problems.ts";
import { choicesQuery } from "../../resource/resource-queries.ts";
import { nameOrId, usePickedName, usePicker } from "../../resource/use-choices.ts";
import { callQuery } from "../calls/call-queries.ts";
import { AddSimulatedNumber } from "../phone-numbers/AddSimulatedNumber.tsx";
import { campaignKeys } from "./campaign-keys.ts";
import { useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import { PeopleStep } from "./PeopleStep.tsx";

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

/** A summary of the campaign, and the button that starts it. */
function StartStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, paused, maxConcurrency, schedulePlan, contactCounters } = campaign;
  const start = useCampaignStep((client) => client.campaigns.resume({ id }));
  const missing = missingIn(campaign);
  const nowMs = useNow(schedulePlan !== undefined);
  const people = t("campaign.peopleCount", { count: contactCounters?.pending ?? 0 });
  const isLater = schedulePlan !== undefined && Date.parse(schedulePlan.earliestAt) > nowMs;
  const [isAsking, ask] = useDisclosure();
  const lines = usePreviewLines(campaign);
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
      {lines.length > 0 && (
        <ul className={classes.legend}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <Text c="red" role="status">
          {t("campaign.startStep.missing")} {missing.map((each) => t(`campaign.startStep.${each}`)).join(", ")}
        </Text>
      )}
      {paused ? (
        <div>
          <Button variant="filled" loading={start.isPending} disabled={missing.length > 0} onClick={ask.open}>
            {t("campaign.startStep.go")}
          </Button>
          <ConfirmLater
            isAsking={isAsking}
            title={t("campaign.startStep.ask")}
            body={t(isLater ? "campaign.startStep.askLater" : "campaign.startStep.askNow", { people })}
            confirm={t("campaign.startStep.start")}
            onClose={ask.close}
            onConfirm={() => start.mutateAsync()}
          />
        </div>
      ) : (
        <Text>{t("campaign.startStep.running")}</Text>
      )}
    </section>
  );
}

/** What the server says about a start now, in sentences. */
function usePreviewLines(campaign: Campaign): string[] {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useClient();
  const { dataHost } = useServices();
  const { id, maxCost, retryPlan } = campaign;
  const { data } = useQuery({
    queryKey: [...campaignKeys.all, "preview", campaign],
    queryFn: ({ signal }) => client.campaigns.preview({ id, signal }),
    enabled: dataHost.offers("previewCampaign"),
    placeholderData: keepPreviousData,
  });
  if (!data) return [];
  const { agent, numbers, doNotCall, later, never, opensAt, maxCalls, isPriced } = data;
  const line = (name: "doNotCall" | "later" | "never", count: number, time = "") =>
    count > 0 ? [t(`campaign.startStep.preview.${name}`, { count, time })] : [];
  return [
    ...(agent ? [t("campaign.startStep.preview.agent", { name: agent.name ?? t(`campaign.agent.kinds.${agent.kind}s`) })] : []),
    ...(numbers.length > 0 ? [t("campaign.startStep.preview.numbers", { numbers: numbers.join(", ") })] : []),
    ...line("doNotCall", doNotCall),
    ...line("later", later, opensAt && format.dateTime(opensAt)),
    ...line("never", never),
    ...(retryPlan ? [t("campaign.startStep.preview.retries", { count: maxCalls })] : []),
    ...(maxCost === undefined
      ? [t("campaign.startStep.preview.noBudget")]
      : [
          t(isPriced ? "campaign.startStep.preview.budget" : "campaign.startStep.preview.deadBudget", {
            cost: format.dollars(maxCost),
          }),
        ]),
  ];
}

function missingIn({ contactCounters, assistantId, squadId, workflowId, phoneNumberId, dialPlan }: Campaign) {
  return [
    ...(contactCounters?.pending ? [] : (["needsPeople"] as const)),
    ...((assistantId ?? squadId ?? workflowId) === undefined ? (["needsAgent"] as const) : []),
    ...((phoneNumberId ?? dialPlan) === undefined ? (["needsNumber"] as const) : []),
  ];
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
