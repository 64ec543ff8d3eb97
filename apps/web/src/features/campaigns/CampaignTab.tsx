import { CALLED_OUTCOMES, type Campaign, CONTACT_OUTCOMES, type ContactOutcome } from "@callwright/contract";
import { Button, Checkbox, Group, Skeleton, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { Warning } from "../../kit/Failure.tsx";
import { useSumText } from "../../resource/costs/use-sum-text.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { CampaignPill } from "./CampaignPill.tsx";
import { CampaignSteps } from "./CampaignSteps.tsx";
import { Contacts } from "./Contacts.tsx";
import { campaignQuery, useCampaignStep } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

/** The steps before the start, and the progress after it. */
export function CampaignTab({ entity: { id } }: { entity: Campaign }) {
  const { t } = useTranslation();
  const campaign = useQuery(campaignQuery(useClient(), id, useIsLive()));
  if (!campaign.data) return <QueryState query={campaign} failed={(reason) => t("campaign.loadFailed", { reason })} />;
  const { status, pauseReason } = campaign.data;
  return (
    <div className={classes.tab}>
      <div role="status">
        <CampaignPill campaign={campaign.data} />
      </div>
      <Warning>{pauseReason}</Warning>
      {status === "scheduled" ? <CampaignSteps campaign={campaign.data} /> : <CampaignProgress campaign={campaign.data} />}
    </div>
  );
}

/** How a campaign goes or went: counters, funnel, outcomes and every row. */
function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  return (
    <>
      <Counters campaign={campaign} />
      <div className={classes.pair}>
        <CampaignFunnel campaign={campaign} />
        <Outcomes campaign={campaign} />
      </div>
      <section className={classes.card} aria-labelledby="campaign-people">
        <h2 id="campaign-people">{t("campaign.progress.contacts")}</h2>
        <Contacts campaign={campaign} />
      </section>
    </>
  );
}

function Counters({ campaign: { contactCounters, dialed = 0, cost = 0, unpriced } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const sumText = useSumText();
  const { pending = 0, dispatched = 0, completed = 0, failed = 0, skipped = 0, predialFailed = 0 } = contactCounters ?? {};
  const tiles = [
    [t("campaign.progress.waiting"), pending.toLocaleString()],
    [t("campaign.progress.calling"), dispatched.toLocaleString()],
    [t("campaign.progress.done"), (completed + failed).toLocaleString()],
    [t("campaign.progress.notDone"), (skipped + predialFailed).toLocaleString()],
    [t("campaign.progress.dialed"), dialed.toLocaleString()],
    [t("campaign.progress.cost"), sumText(cost, unpriced)],
  ] as const;
  return (
    <dl className={classes.tiles}>
      {tiles.map(([label, value]) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Outcomes({ campaign: { id, status, outcomeCounters = {} } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string[]>([]);
  const redial = useCampaignStep((client, outcomes: ContactOutcome[]) => client.campaigns.redial({ id, body: { outcomes } }));
  const mayRedial = useMayEdit("redialCampaign") && status !== "archived";
  const there = CONTACT_OUTCOMES.filter((outcome) => outcomeCounters[outcome] !== undefined);
  // Calling those on the list again would end in the same outcome.
  const offered = there.filter((outcome) => outcome !== "doNotCall");
  const wanted = offered.filter((outcome) => chosen.includes(outcome));
  const people = wanted.reduce((sum, outcome) => sum + (outcomeCounters[outcome] ?? 0), 0);
  const [isAsking, ask] = useDisclosure();
  const wordsOf = (outcome: ContactOutcome) =>
    `${t(`campaign.outcome.${outcome}`)} · ${(outcomeCounters[outcome] ?? 0).toLocaleString()}`;
  return (
    <section className={classes.card} aria-labelledby="campaign-outcomes">
      <h2 id="campaign-outcomes">{t("campaign.progress.outcomes")}</h2>
      {!mayRedial && (
        <ul className={classes.legend}>
          {there.map((outcome) => (
            <li key={outcome}>{wordsOf(outcome)}</li>
          ))}
        </ul>
      )}
      {mayRedial && offered.length > 0 && (
        <>
          <Text c="dimmed" size="sm">
            {t("campaign.progress.redialHelp")}
          </Text>
          <Checkbox.Group aria-labelledby="campaign-outcomes" value={wanted} onChange={setChosen}>
            <div className={classes.legend}>
              {offered.map((outcome) => (
                <Checkbox key={outcome} value={outcome} label={wordsOf(outcome)} />
              ))}
            </div>
          </Checkbox.Group>
          <Group>
            <Button loading={redial.isPending} disabled={wanted.length === 0} onClick={ask.open}>
              {t("campaign.progress.redial")}
            </Button>
            <ConfirmLater
              isAsking={isAsking}
              title={t("campaign.progress.redialAsk", { count: people })}
              body={t("campaign.progress.redialBody")}
              confirm={t("campaign.progress.redialConfirm")}
              onClose={ask.close}
              onConfirm={() => redial.mutateAsync(wanted, { onSuccess: () => setChosen([]) })}
            />
          </Group>
        </>
      )}
    </section>
  );
}

const Funnel = lazy(async () => ({ default: (await import("../../kit/charts/Funnel.tsx")).Funnel }));

/** The outcomes of answered calls. */
const REACHED: readonly ContactOutcome[] = ["answered", "voicemail"];

/** From all people in the list down to the people who talked. */
function CampaignFunnel({ campaign: { contactCounters, outcomeCounters = {} } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const sumOf = (outcomes: readonly ContactOutcome[]) => outcomes.reduce((sum, each) => sum + (outcomeCounters[each] ?? 0), 0);
  const people = Object.values(contactCounters ?? {}).reduce((sum, count) => sum + count, 0);
  const stages = [
    { name: t("campaign.progress.funnelPeople"), value: people, color: "var(--mantine-color-gray-5)" },
    { name: t("campaign.progress.funnelDialed"), value: sumOf(CALLED_OUTCOMES), color: "var(--mantine-color-blue-5)" },
    { name: t("campaign.progress.funnelReached"), value: sumOf(REACHED), color: "var(--mantine-color-teal-5)" },
    { name: t("campaign.progress.funnelTalked"), value: sumOf(["answered"]), color: "var(--mantine-color-teal-8)" },
  ];
  return (
    <section className={classes.card} aria-labelledby="campaign-funnel">
      <h2 id="campaign-funnel">{t("campaign.progress.funnel")}</h2>
      <div className={classes.funnel}>
        <Suspense fallback={<Skeleton h={220} w={220} />}>
          <Funnel label={t("campaign.progress.funnel")} stages={stages} />
        </Suspense>
        <ul className={classes.legend}>
          {stages.map(({ name, value, color }) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: color }} />
              {name} <strong className="num">{value.toLocaleString()}</strong>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
