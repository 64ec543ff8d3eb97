import {
  CAMPAIGN_CONCURRENCY_DEFAULT,
  type Campaign,
  type CampaignPreview,
  RETRY_DEFAULTS,
  type TimeWindow,
} from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconClock, IconCoin, IconHash, IconHeadset, IconMicrophone, IconRepeat, IconUserOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { Line } from "../../kit/Line.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import { campaignKeys } from "./campaign-keys.ts";
import { useCampaignStep } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import start from "./start.module.css";

/** What a start now would do. */
export function usePreview(campaign: Campaign): CampaignPreview | undefined {
  const client = useClient();
  const { dataHost } = useServices();
  const { id } = campaign;
  return useQuery({
    queryKey: [...campaignKeys.all, "preview", campaign],
    queryFn: ({ signal }) => client.campaigns.preview({ id, signal }),
    enabled: dataHost.offers("previewCampaign"),
    placeholderData: keepPreviousData,
  }).data;
}

/** What a campaign lacks before it can start. */
export function missingIn({ contactCounters, assistantId, squadId, workflowId, phoneNumberId, dialPlan }: Campaign) {
  return [
    ...(contactCounters?.pending ? [] : (["needsPeople"] as const)),
    ...((assistantId ?? squadId ?? workflowId) === undefined ? (["needsAgent"] as const) : []),
    ...((phoneNumberId ?? dialPlan) === undefined ? (["needsNumber"] as const) : []),
  ];
}

/** The figures of a start, and the button that shows and asks everything else. */
export function StartStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const preview = usePreview(campaign);
  const missing = missingIn(campaign);
  const [isAsking, ask] = useDisclosure();
  return (
    <section className={classes.step} aria-label={t("campaign.steps.start")}>
      {preview && <Figures campaign={campaign} preview={preview} />}
      {missing.length > 0 && (
        <Text c="red" role="status">
          {t("campaign.startStep.missing")} {missing.map((each) => t(`campaign.startStep.${each}`)).join(", ")}
        </Text>
      )}
      {campaign.paused ? (
        <div>
          <Button variant="filled" disabled={missing.length > 0 || !preview} onClick={ask.open}>
            {t("campaign.startStep.go")}
          </Button>
          {isAsking && preview && <StartDialog campaign={campaign} preview={preview} onClose={ask.close} />}
        </div>
      ) : (
        <Text>{t("campaign.startStep.running")}</Text>
      )}
    </section>
  );
}

interface PlanProps {
  campaign: Campaign;
  preview: CampaignPreview;
}

/** Without a schedule it starts now, whatever the clocks of server and browser differ by. */
const isLater = ({ campaign: { schedulePlan }, preview: { startsAt } }: PlanProps, nowMs: number) =>
  schedulePlan !== undefined && Date.parse(startsAt) > nowMs;

function StartDialog({ campaign, preview, onClose }: PlanProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = campaign;
  const begin = useCampaignStep((client) => client.campaigns.resume({ id }));
  const nowMs = useNow(true);
  const waits = isLater({ campaign, preview }, nowMs);
  const startsAt = format.dateTime(preview.startsAt);
  const now =
    preview.atOnce === 0 ? t("campaign.startStep.startWaiting") : t("campaign.startStep.callNow", { count: preview.atOnce });
  return (
    <FormDialog
      size={720}
      title={t("campaign.startStep.ask", { name: campaign.name })}
      action={waits ? t("campaign.startStep.startLater", { time: startsAt }) : now}
      isPending={begin.isPending}
      failure={begin.error?.message}
      onSubmit={() => begin.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text c="dimmed">
        {waits
          ? t("campaign.startStep.begins", { time: startsAt })
          : t("campaign.startStep.happens", { time: format.dateTime(new Date(nowMs).toISOString()) })}
      </Text>
      <DayLine campaign={campaign} preview={preview} />
      <Figures campaign={campaign} preview={preview} />
      <Promises campaign={campaign} preview={preview} />
    </FormDialog>
  );
}

function Figures({ campaign, preview }: PlanProps) {
  const { t } = useTranslation();
  const nowMs = useNow(true);
  const { people, atOnce, later, maxCalls } = preview;
  const figures = [
    { name: "people", value: people },
    { name: isLater({ campaign, preview }, nowMs) ? "start" : "now", value: atOnce },
    { name: "later", value: later },
    { name: "max", value: maxCalls },
  ] as const;
  return (
    <dl className={start.figures}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{t(`campaign.startStep.figures.${name}`)}</dt>
          <dd className="num">{value.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}

const HOUR_MS = 3_600_000;
const SPAN_HOURS = { least: 8, most: 24 };
/** Bars that fit below each other. */
const SHOWN_BARS = 4;

/** When people are called, from the start on: a bar while the hours are open for them. */
function DayLine({ campaign: { timeWindow, maxConcurrency }, preview: { startsAt, atOnce, openings } }: PlanProps) {
  const { t, i18n } = useTranslation();
  const clock = new Intl.DateTimeFormat(i18n.language, { hour: "numeric", minute: "2-digit" });
  const hourOnly = new Intl.DateTimeFormat(i18n.language, { hour: "numeric" });
  const startMs = Date.parse(startsAt);
  const fromMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const shown = openings.filter(({ at }) => Date.parse(at) < fromMs + SPAN_HOURS.most * HOUR_MS).slice(0, SHOWN_BARS - 1);
  const lastMs = Math.max(startMs, ...shown.map(({ at }) => Date.parse(at)));
  const hours = Math.min(SPAN_HOURS.most, Math.max(SPAN_HOURS.least, Math.ceil((lastMs - fromMs) / HOUR_MS) + 4));
  const place = (ms: number) => 100 * Math.min(1, (ms - fromMs) / (hours * HOUR_MS));
  const bars = [
    ...(atOnce > 0
      ? [
          {
            at: startMs,
            zone: timeWindow?.timeZone,
            label: t("campaign.startStep.nowBar", {
              people: t("campaign.peopleCount", { count: atOnce }),
              time: clock.format(startMs),
              concurrency: String(maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT),
            }),
          },
        ]
      : []),
    ...shown.map(({ at, people, timeZones }) => ({
      at: Date.parse(at),
      zone: timeWindow?.timeZone ?? timeZones[0],
      label: t("campaign.startStep.laterBar", {
        people: t("campaign.peopleCount", { count: people }),
        time: clock.format(Date.parse(at)),
        zones: timeZones.map(cityOf).join(", "),
      }),
    })),
  ];
  const every = hours > 12 ? 3 : hours > 8 ? 2 : 1;
  const ticks = Array.from({ length: Math.floor(hours / every) + 1 }, (_, index) => fromMs + index * every * HOUR_MS);
  if (bars.length === 0) return null;
  return (
    <section className={start.day} aria-label={t("campaign.startStep.dayLabel")}>
      <ul>
        {bars.map(({ at, zone, label }, index) => (
          <li key={label}>
            <i
              data-first={index === 0 && atOnce > 0 ? true : undefined}
              style={{ insetInlineStart: `${place(at)}%`, insetInlineEnd: `${100 - place(closingAfter(timeWindow, zone, at))}%` }}
            />
            <span>{label}</span>
          </li>
        ))}
      </ul>
      <div className={`num ${start.axis}`} aria-hidden="true">
        {ticks.map((ms) => (
          <span key={ms} style={{ insetInlineStart: `${place(ms)}%` }}>
            {hourOnly.format(ms)}
          </span>
        ))}
      </div>
    </section>
  );
}

/** "America/New_York" is New York. */
const cityOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** When the hours close again in a zone; without hours, never. */
function closingAfter(window: TimeWindow | undefined, timeZone: string | undefined, atMs: number): number {
  if (!window) return Number.POSITIVE_INFINITY;
  const local = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(atMs);
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return atMs + Math.max(0, minutesOf(window.until) - minutesOf(local)) * 60_000;
}

/** One line for each promise. */
function Promises({ campaign, preview }: PlanProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rehearsal, timeWindow, retryPlan } = campaign;
  const { agent, numbers, recording, doNotCall, never } = preview;
  const name = agent?.name ?? t(`campaign.agent.kinds.${agent?.kind ?? "assistant"}s`);
  const left = [
    ...(doNotCall > 0 ? [t("campaign.startStep.doNotCall", { count: doNotCall })] : []),
    ...(never > 0 ? [t("campaign.startStep.never", { count: never })] : []),
  ];
  const outcomes = (retryPlan?.outcomes ?? []).map((each) => t(`campaign.outcome.${each}`).toLowerCase());
  return (
    <dl className={start.lines}>
      <Line
        icon={<IconHeadset size={16} />}
        label={t("campaign.startStep.lines.agent")}
        more={
          rehearsal
            ? t("campaign.startStep.rehearsed", { time: format.dayTime(rehearsal.startedAt) })
            : t("campaign.startStep.notRehearsed")
        }
      >
        {agent?.version === undefined ? name : t("campaign.startStep.version", { name, version: String(agent.version) })}
      </Line>
      <Line icon={<IconHash size={16} />} label={t("campaign.startStep.lines.from")}>
        {numbers.join(", ") || "–"}
      </Line>
      <Line
        icon={<IconClock size={16} />}
        label={t("campaign.startStep.lines.hours")}
        more={timeWindow && t("campaign.startStep.hoursMore")}
      >
        <Hours window={timeWindow} />
      </Line>
      <Line icon={<IconRepeat size={16} />} label={t("campaign.startStep.lines.retries")}>
        {retryPlan
          ? t("campaign.startStep.retries", {
              count: retryPlan.maxRetries ?? RETRY_DEFAULTS.maxRetries,
              outcomes: outcomes.join(", "),
              minutes: String(retryPlan.delayMinutes ?? RETRY_DEFAULTS.delayMinutes),
            })
          : t("campaign.startStep.noRetries")}
      </Line>
      <Cost campaign={campaign} preview={preview} />
      {recording && (
        <Line icon={<IconMicrophone size={16} />} label={t("campaign.startStep.lines.recording")}>
          {t(`campaign.startStep.recording.${recording}`)}
        </Line>
      )}
      <Line icon={<IconUserOff size={16} />} label={t("campaign.startStep.lines.leftOut")}>
        {left.join(", ") || t("campaign.startStep.nobody")}
      </Line>
    </dl>
  );
}

function Hours({ window }: { window: TimeWindow | undefined }) {
  const { t } = useTranslation();
  if (!window) return <>{t("campaign.startStep.anyTime")}</>;
  const { days, from, until, timeZone } = window;
  const words = days?.map((day) => t(`campaign.schedule.dayNames.${day}`)).join(", ");
  const clock =
    timeZone === undefined ? t("campaign.startStep.ownClock") : t("campaign.startStep.clockOf", { zone: cityOf(timeZone) });
  return <>{t("campaign.startStep.hours", { days: words ?? t("campaign.startStep.everyDay"), from, until, clock })}</>;
}

/** What a minute costs, and at which cost it pauses. */
function Cost({ campaign: { maxCost }, preview: { minute, isPriced } }: PlanProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const cost = maxCost === undefined ? "" : format.dollars(maxCost);
  const isDead = maxCost !== undefined && !isPriced;
  const priceOf = ({ usd, unknown }: NonNullable<CampaignPreview["minute"]>) => {
    if (usd === 0) return t(unknown.length > 0 ? "campaign.startStep.minuteUnknown" : "campaign.startStep.minuteFree");
    return t(unknown.length > 0 ? "campaign.startStep.minuteAtLeast" : "campaign.startStep.minute", {
      cost: format.dollars(usd),
    });
  };
  const stops = maxCost === undefined ? t("campaign.startStep.noBudget") : t("campaign.startStep.stops", { cost });
  return (
    <Line icon={<IconCoin size={16} />} label={t("campaign.startStep.lines.cost")} more={minute && priceOf(minute)}>
      {isDead ? (
        <Failure color="yellow" p="xs">
          {t("campaign.startStep.deadBudget", { cost })}
        </Failure>
      ) : (
        stops
      )}
    </Line>
  );
}
