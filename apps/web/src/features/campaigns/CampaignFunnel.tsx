import { CALLED_OUTCOMES, type Campaign, type ContactOutcome } from "@callwright/contract";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import classes from "./campaigns.module.css";

const Funnel = lazy(async () => ({ default: (await import("../../kit/charts/Funnel.tsx")).Funnel }));

/** The outcomes of answered calls. */
const REACHED: readonly ContactOutcome[] = ["answered", "voicemail"];

/** From all people in the list down to the people who talked. */
export function CampaignFunnel({ campaign: { contactCounters, outcomeCounters = {} } }: { campaign: Campaign }) {
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
