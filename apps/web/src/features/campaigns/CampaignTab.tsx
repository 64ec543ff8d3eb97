import { CAMPAIGN_CONCURRENCY_DEFAULT, type Campaign, CONTACT_OUTCOMES, type ContactOutcome } from "@callwright/contract";
import { Button, Checkbox, Group, NumberInput, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { Warning } from "../../kit/Failure.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useSumText } from "../../resource/costs/use-sum-text.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { AnswerHours } from "./AnswerHours.tsx";
import { CampaignPill } from "./CampaignPill.tsx";
import { CampaignSteps } from "./CampaignSteps.tsx";
import { type ContactFilter, Contacts } from "./Contacts.tsx";
import { campaignQuery, isOver, useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import run from "./running.module.css";

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

/** How a campaign goes or went: one bar, the answers by hour, and every person. */
function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<ContactFilter | null>(null);
  return (
    <div className={run.parts}>
      <div className={run.main}>
        <Progress campaign={campaign} filter={filter} onFilter={setFilter} />
        <AnswerHours campaign={campaign} />
        <section className={classes.card} aria-labelledby="campaign-people">
          <h2 id="campaign-people">{t("campaign.progress.contacts")}</h2>
          <Contacts campaign={campaign} filter={filter} onFilter={setFilter} />
        </section>
      </div>
      <aside className={run.side} aria-label={t("campaign.progress.side")}>
        <Budget campaign={campaign} />
        <AtATime campaign={campaign} />
        <CallAgain campaign={campaign} />
      </aside>
    </div>
  );
}

/** The people in a campaign by what became of them, in the order of the bar. */
function partsOf({ contactCounters, outcomeCounters = {}, retrying = 0 }: Campaign) {
  const { pending = 0, dispatched = 0 } = contactCounters ?? {};
  const all: { filter: ContactFilter; count: number }[] = [
    ...CONTACT_OUTCOMES.map((filter) => ({ filter, count: outcomeCounters[filter] ?? 0 })),
    { filter: "dispatched", count: dispatched },
    { filter: "retrying", count: retrying },
    { filter: "pending", count: pending - retrying },
  ];
  return all.filter(({ count }) => count > 0);
}

const WHOLE = 100;
/** The outcomes of answered calls. */
const REACHED: readonly ContactOutcome[] = ["answered", "voicemail"];

interface ProgressProps {
  campaign: Campaign;
  filter: ContactFilter | null;
  onFilter: (filter: ContactFilter | null) => void;
}

/** One bar of all people. Its counters filter the list. */
function Progress({ campaign, filter, onFilter }: ProgressProps) {
  const { t } = useTranslation();
  const { contactCounters, outcomeCounters = {}, dialed = 0, retrying = 0 } = campaign;
  const people = Object.values(contactCounters ?? {}).reduce((sum, count) => sum + count, 0);
  const reached = REACHED.reduce((sum, outcome) => sum + (outcomeCounters[outcome] ?? 0), 0);
  const share = people === 0 ? "–" : `${Math.round((WHOLE * reached) / people)} %`;
  const parts = partsOf(campaign);
  return (
    <section className={run.card} aria-label={t("campaign.progress.counters")}>
      <dl className={run.figures}>
        <div>
          <dt>{t("campaign.progress.reached")}</dt>
          <dd className="num">
            {reached.toLocaleString()}{" "}
            <small>{t("campaign.progress.ofPeople", { people: people.toLocaleString(), share })}</small>
          </dd>
        </div>
        <div>
          <dt>{t("campaign.progress.dialed")}</dt>
          <dd className="num">{dialed.toLocaleString()}</dd>
        </div>
        <div>
          <dt>{t("campaign.progress.again")}</dt>
          <dd className="num">{retrying.toLocaleString()}</dd>
        </div>
      </dl>
      <div className={run.stack} aria-hidden="true">
        {parts.map(({ filter: part, count }) => (
          <i key={part} data-part={part} style={{ flex: count }} />
        ))}
      </div>
      <div className={run.counters}>
        {parts.map(({ filter: part, count }) => (
          <button key={part} type="button" aria-pressed={filter === part} onClick={() => onFilter(filter === part ? null : part)}>
            <span>
              <i data-part={part} aria-hidden="true" />
              {t(`campaign.filter.${part}`)}
            </span>
            <b className="num">{count.toLocaleString()}</b>
          </button>
        ))}
      </div>
    </section>
  );
}

function Budget({ campaign: { cost = 0, unpriced, maxCost } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sumText = useSumText();
  return (
    <section className={run.card} aria-labelledby="campaign-cost">
      <div className={run.sidePart}>
        <h2 id="campaign-cost">{t("campaign.progress.cost")}</h2>
        <span className={`num ${run.big}`}>
          {sumText(cost, unpriced)}{" "}
          {maxCost !== undefined && <small>{t("campaign.progress.budget", { cost: format.dollars(maxCost) })}</small>}
        </span>
        {maxCost !== undefined && maxCost > 0 && (
          <div className={run.track} aria-hidden="true">
            <i style={{ width: `${Math.min(WHOLE, (WHOLE * cost) / maxCost)}%` }} />
          </div>
        )}
      </div>
    </section>
  );
}

/** How many calls run at the same time. It can change while the campaign runs. */
function AtATime({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const save = useSaveCampaign(campaign.id);
  const mayEdit = useMayEdit("updateCampaign");
  if (isOver(campaign)) return null;
  return (
    <section className={run.card}>
      <div className={run.sidePart}>
        <NumberInput
          label={t("campaign.progress.atATime")}
          min={1}
          allowDecimal={false}
          disabled={!mayEdit}
          value={campaign.maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT}
          onChange={(value) => typeof value === "number" && value >= 1 && save.mutate({ maxConcurrency: value })}
        />
      </div>
    </section>
  );
}

function CallAgain({ campaign: { id, status, outcomeCounters = {}, retrying = 0 } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string[]>([]);
  const redial = useCampaignStep((client, outcomes: ContactOutcome[]) => client.campaigns.redial({ id, body: { outcomes } }));
  const mayRedial = useMayEdit("redialCampaign") && status !== "archived";
  // Calling those on the list again would end in the same outcome.
  const offered = CONTACT_OUTCOMES.filter((outcome) => outcome !== "doNotCall" && outcomeCounters[outcome] !== undefined);
  const wanted = offered.filter((outcome) => chosen.includes(outcome));
  const people = wanted.reduce((sum, outcome) => sum + (outcomeCounters[outcome] ?? 0), 0);
  const [isAsking, ask] = useDisclosure();
  if (!mayRedial || offered.length === 0) return null;
  const wordsOf = (outcome: ContactOutcome) =>
    `${t(`campaign.outcome.${outcome}`)} · ${(outcomeCounters[outcome] ?? 0).toLocaleString()}`;
  return (
    <section className={run.card} aria-labelledby="campaign-outcomes">
      <div className={run.sidePart}>
        <h2 id="campaign-outcomes">{t("campaign.progress.outcomes")}</h2>
        <Text c="dimmed" size="xs">
          {t("campaign.progress.redialHelp")} {retrying > 0 && t("campaign.progress.byThemselves", { count: retrying })}
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
      </div>
    </section>
  );
}
