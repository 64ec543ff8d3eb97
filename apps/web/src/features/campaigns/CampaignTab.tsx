import type { Campaign } from "@callwright/contract";
import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { CampaignPill } from "./CampaignPill.tsx";
import { CampaignProgress } from "./CampaignProgress.tsx";
import { CampaignSteps } from "./CampaignSteps.tsx";
import { campaignQuery } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

/** The steps before the start, and the progress after it. */
export function CampaignTab({ entity: { id } }: { entity: Campaign }) {
  const { t } = useTranslation();
  const campaign = useQuery(campaignQuery(useClient(), id, useIsLive()));
  if (campaign.error)
    return (
      <LoadFailed
        message={t("campaign.loadFailed", { reason: campaign.error.message })}
        onRetry={() => void campaign.refetch()}
      />
    );
  if (!campaign.data) return <PageSkeleton />;
  const { status, pauseReason } = campaign.data;
  return (
    <div className={classes.tab}>
      <div role="status">
        <CampaignPill campaign={campaign.data} />
      </div>
      {pauseReason !== undefined && (
        <Alert color="yellow" variant="outline" role="alert">
          {pauseReason}
        </Alert>
      )}
      {status === "scheduled" ? <CampaignSteps campaign={campaign.data} /> : <CampaignProgress campaign={campaign.data} />}
    </div>
  );
}
