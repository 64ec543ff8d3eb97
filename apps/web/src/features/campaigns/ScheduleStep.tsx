import {
  CAMPAIGN_CONCURRENCY_DEFAULT,
  type Campaign,
  RETRIED_OUTCOMES,
  RETRY_DEFAULTS,
  type RetryPlan,
  type TimeWindow,
  type UpdateCampaign,
  WEEKDAYS,
} from "@callwright/contract";
import { Button, Checkbox, Group, MultiSelect, NumberInput, Select, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Switch } from "../../kit/Switch.tsx";
import { localTime } from "../../resource/local-time.ts";
import { useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

const WINDOW_DEFAULT: TimeWindow = { from: "09:00", until: "20:00" };

interface ScheduleStepProps {
  campaign: Campaign;
  back: ReactNode;
  onSaved: () => void;
}

/** The schedule, the limits of calls and retries, and the budget. */
export function ScheduleStep({ campaign, back, onSaved }: ScheduleStepProps) {
  const { t } = useTranslation();
  const [earliest, setEarliest] = useState(localTime(campaign.schedulePlan?.earliestAt ?? ""));
  const [latest, setLatest] = useState(localTime(campaign.schedulePlan?.latestAt ?? ""));
  const [window, setWindow] = useState(campaign.timeWindow);
  const [retry, setRetry] = useState<RetryPlan>(campaign.retryPlan ?? { outcomes: [], ...RETRY_DEFAULTS });
  const [limits, setLimits] = useState({
    maxConcurrency: campaign.maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT,
    numberConcurrency: campaign.numberConcurrency,
    maxCost: campaign.maxCost,
  });
  const save = useSaveCampaign(campaign.id);
  const submit = () => {
    const earliestAt = earliest === "" ? new Date() : new Date(earliest);
    const body: UpdateCampaign = {
      schedulePlan:
        earliest === "" && latest === ""
          ? null
          : {
              earliestAt: earliestAt.toISOString(),
              ...(latest !== "" && { latestAt: new Date(latest).toISOString() }),
            },
      timeWindow: window ?? null,
      retryPlan: retry.outcomes.length > 0 ? retry : null,
      maxConcurrency: limits.maxConcurrency,
      numberConcurrency: limits.numberConcurrency ?? null,
      maxCost: limits.maxCost ?? null,
    };
    // A notification reports a failure.
    save.mutateAsync(body).then(onSaved, () => undefined);
  };
  const numberOf = (value: string | number) => (typeof value === "number" ? value : undefined);
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.schedule")}>
      <div className={classes.row}>
        <TextInput
          type="datetime-local"
          label={t("campaign.schedule.begins")}
          value={earliest}
          onChange={(event) => setEarliest(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t("campaign.schedule.ends")}
          value={latest}
          onChange={(event) => setLatest(event.currentTarget.value)}
        />
      </div>
      <Text c="dimmed" size="sm">
        {t("campaign.schedule.timesHelp")}
      </Text>
      <Switch
        label={t("campaign.schedule.window")}
        checked={window !== undefined}
        onChange={(event) => setWindow(event.currentTarget.checked ? WINDOW_DEFAULT : undefined)}
      />
      {window && <Window window={window} onChange={setWindow} />}
      <div className={classes.row}>
        <NumberInput
          label={t("campaign.schedule.concurrency")}
          min={1}
          allowDecimal={false}
          value={limits.maxConcurrency}
          onChange={(value) => setLimits({ ...limits, maxConcurrency: numberOf(value) ?? CAMPAIGN_CONCURRENCY_DEFAULT })}
        />
        <NumberInput
          label={t("campaign.schedule.perNumber")}
          min={1}
          allowDecimal={false}
          value={limits.numberConcurrency ?? ""}
          onChange={(value) => setLimits({ ...limits, numberConcurrency: numberOf(value) })}
        />
      </div>
      <NumberInput
        label={t("campaign.schedule.budget")}
        description={t("campaign.schedule.budgetHelp")}
        min={0}
        decimalScale={2}
        value={limits.maxCost ?? ""}
        onChange={(value) => setLimits({ ...limits, maxCost: numberOf(value) })}
      />
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
