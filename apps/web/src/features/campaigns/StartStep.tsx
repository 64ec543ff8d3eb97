import { CAMPAIGN_CONCURRENCY_DEFAULT, type Campaign } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import { useCampaignStep } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

/** What will happen, and the button that lets it happen. */
export function StartStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, paused, maxConcurrency, schedulePlan, contactCounters } = campaign;
  const start = useCampaignStep((client) => client.campaigns.resume({ id }));
  const missing = missingIn(campaign);
  const nowMs = useNow(schedulePlan !== undefined);
  const people = t("campaign.peopleCount", { count: contactCounters?.pending ?? 0 });
  const isLater = schedulePlan !== undefined && Date.parse(schedulePlan.earliestAt) > nowMs;
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
      {missing.length > 0 && (
        <Text c="red" role="status">
          {t("campaign.startStep.missing")} {missing.map((each) => t(`campaign.startStep.${each}`)).join(", ")}
        </Text>
      )}
      {paused ? (
        <div>
          <Button variant="filled" loading={start.isPending} disabled={missing.length > 0} onClick={() => start.mutate()}>
            {t("campaign.startStep.go")}
          </Button>
        </div>
      ) : (
        <Text>{t("campaign.startStep.running")}</Text>
      )}
    </section>
  );
}

function missingIn({ contactCounters, assistantId, squadId, workflowId, phoneNumberId, dialPlan }: Campaign) {
  return [
    ...(contactCounters?.pending ? [] : (["needsPeople"] as const)),
    ...((assistantId ?? squadId ?? workflowId) === undefined ? (["needsAgent"] as const) : []),
    ...((phoneNumberId ?? dialPlan) === undefined ? (["needsNumber"] as const) : []),
  ];
}
