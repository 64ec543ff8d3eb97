import { type Campaign, CONTACT_OUTCOMES, type ContactOutcome } from "@callwright/contract";
import { Button, Checkbox, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useFormat } from "../../kit/use-format.ts";
import { CampaignFunnel } from "./CampaignFunnel.tsx";
import { Contacts } from "./Contacts.tsx";
import { useCampaignStep } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

/** How a campaign goes or went: counters, funnel, outcomes and every row. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
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

function Counters({ campaign: { contactCounters, dialed = 0, cost = 0 } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { pending = 0, dispatched = 0, completed = 0, failed = 0, skipped = 0, predialFailed = 0 } = contactCounters ?? {};
  const tiles = [
    [t("campaign.progress.waiting"), pending.toLocaleString()],
    [t("campaign.progress.calling"), dispatched.toLocaleString()],
    [t("campaign.progress.done"), (completed + failed).toLocaleString()],
    [t("campaign.progress.notDone"), (skipped + predialFailed).toLocaleString()],
    [t("campaign.progress.dialed"), dialed.toLocaleString()],
    [t("campaign.progress.cost"), format.dollars(cost)],
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
  const wanted = there.filter((outcome) => chosen.includes(outcome));
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
      {mayRedial && there.length > 0 && (
        <>
          <Text c="dimmed" size="sm">
            {t("campaign.progress.redialHelp")}
          </Text>
          <Checkbox.Group aria-labelledby="campaign-outcomes" value={wanted} onChange={setChosen}>
            <div className={classes.legend}>
              {there.map((outcome) => (
                <Checkbox key={outcome} value={outcome} label={wordsOf(outcome)} />
              ))}
            </div>
          </Checkbox.Group>
          <Group>
            <Button
              loading={redial.isPending}
              disabled={wanted.length === 0}
              onClick={() => redial.mutate(wanted, { onSuccess: () => setChosen([]) })}
            >
              {t("campaign.progress.redial")}
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}
