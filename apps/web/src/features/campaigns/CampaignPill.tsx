import type { Campaign } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { isOver } from "./campaign-queries.ts";

/** The progress of a campaign. */
export function CampaignPill({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { status, paused, startedAt } = campaign;
  if (paused && !isOver(campaign))
    return <Pill kind="warn">{t(startedAt === undefined ? "campaign.draft" : "campaign.paused")}</Pill>;
  return <Pill kind={status === "in-progress" ? "accent" : "plain"}>{t(`campaigns.values.${status}`)}</Pill>;
}
