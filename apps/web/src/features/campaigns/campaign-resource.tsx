import { CAMPAIGN_CHANGEABLE_FIELDS, type Campaign, CreateCampaign } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { createElement, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { DownloadButton } from "../../resource/DownloadButton.tsx";
import { defineResource } from "../../resource/resource.ts";
import { CampaignPill } from "./CampaignPill.tsx";
import { campaignQuery, isOver, useCampaignStep } from "./campaign-queries.ts";

const CampaignTab = lazy(async () => ({ default: (await import("./CampaignTab.tsx")).CampaignTab }));

const peopleIn = ({ contactCounters, customers = [] }: Campaign): number =>
  contactCounters ? Object.values(contactCounters).reduce((sum, count) => sum + count, 0) : customers.length;

/** Lists of people who are called. */
export const campaignResource = defineResource({
  name: "Campaign",
  path: "campaigns",
  texts: "campaigns",
  schema: CreateCampaign,
  filters: ["status"],
  columns: [
    {
      id: "status",
      text: ({ status }, t) => t(`campaigns.values.${status}`),
      render: (campaign) => createElement(CampaignPill, { campaign }),
      width: "140px",
      from: "narrow",
    },
    {
      id: "people",
      text: (campaign, t) => t("campaign.peopleCount", { count: peopleIn(campaign) }),
      order: peopleIn,
      width: "140px",
    },
    {
      id: "begins",
      text: ({ schedulePlan }) => schedulePlan?.earliestAt ?? "",
      render: ({ schedulePlan }) => schedulePlan && createElement(Instant, { iso: schedulePlan.earliestAt }),
      width: "200px",
    },
  ],
  mainFields: [
    "assistantId",
    "phoneNumberId",
    "schedulePlan",
    "schedulePlan.latestAt",
    "maxConcurrency",
    "retryPlan",
    "timeWindow",
  ],
  parts: { customers: PeopleElsewhere, "dialPlan.customers": PeopleElsewhere },
  changeable: ({ status }) => (status === "scheduled" ? undefined : CAMPAIGN_CHANGEABLE_FIELDS),
  tabs: [{ id: "run", component: CampaignTab, isFirst: true }],
  actions: CampaignActions,
  listActions: DoNotCall,
  createAction: NewCampaign,
});

const DoNotCallDialog = lazy(async () => ({ default: (await import("./DoNotCallDialog.tsx")).DoNotCallDialog }));

/** Opens the numbers that are not called. */
function DoNotCall() {
  const { t } = useTranslation();
  const [isOpen, dialog] = useDisclosure();
  if (!useMayEdit("addDoNotCall")) return null;
  return (
    <>
      <Button onClick={dialog.open}>{t("campaign.doNotCall.title")}</Button>
      <Suspense fallback={null}>{isOpen && <DoNotCallDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}

/** Creates a draft campaign and opens its steps. No call is made before the start. */
function NewCampaign({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCampaignStep(async (client) => {
    const { id } = await client.campaigns.create({ body: { name: t("campaign.newName"), paused: true } });
    await navigate({ to: "/$resource/$id", params: { resource: "campaigns", id } });
  });
  if (!useMayEdit("addCampaignContacts")) return null;
  return (
    <Button variant={isMain ? "filled" : "default"} loading={create.isPending} onClick={() => create.mutate()}>
      {t("campaign.create")}
    </Button>
  );
}

/** Shows a link to the contacts in the form instead of thousands of rows. */
function PeopleElsewhere() {
  const { t } = useTranslation();
  return <Text c="dimmed">{t("campaign.peopleInTab")}</Text>;
}

/** The actions for a campaign in its current state. */
function CampaignActions({ entity }: { entity: Campaign }) {
  const { t } = useTranslation();
  const { id } = entity;
  const campaign = useQuery(campaignQuery(useClient(), id, useIsLive())).data ?? entity;
  const mayEdit = useMayEdit("pauseCampaign");
  const navigate = useNavigate();
  const [isAsking, ask] = useDisclosure();
  const pause = useCampaignStep((client) => client.campaigns.pause({ id }));
  const resume = useCampaignStep((client) => client.campaigns.resume({ id }));
  const cancel = useCampaignStep((client) => client.campaigns.update({ id, body: { status: "cancelled" } }));
  const archive = useCampaignStep((client) => client.campaigns.update({ id, body: { status: "archived" } }));
  const unarchive = useCampaignStep((client) => client.campaigns.unarchive({ id }));
  const duplicate = useCampaignStep(async (client) => {
    const copy = await client.campaigns.create({ body: copyOf(campaign, t("campaign.duplicateName", { name: campaign.name })) });
    await navigate({ to: "/$resource/$id", params: { resource: "campaigns", id: copy.id } });
  });
  const wasStarted = campaign.startedAt !== undefined;
  return (
    <>
      {wasStarted && (
        <DownloadButton
          label={t("campaign.report")}
          name={`${campaign.name}.csv`}
          load={(downloads) => downloads.campaigns.export({ id })}
        />
      )}
      {mayEdit && (
        <>
          <Button loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
            {t("campaign.duplicate")}
          </Button>
          {campaign.status === "archived" && (
            <Button loading={unarchive.isPending} onClick={() => unarchive.mutate()}>
              {t("campaign.unarchive")}
            </Button>
          )}
          {isOver(campaign) && campaign.status !== "archived" && (
            <Button loading={archive.isPending} onClick={() => archive.mutate()}>
              {t("campaign.archive")}
            </Button>
          )}
          {!isOver(campaign) && (wasStarted || !campaign.paused) && (
            <>
              <Button onClick={ask.open}>{t("campaign.cancel")}</Button>
              {campaign.paused ? (
                <Button variant="filled" loading={resume.isPending} onClick={() => resume.mutate()}>
                  {t("campaign.resume")}
                </Button>
              ) : (
                <Button loading={pause.isPending} onClick={() => pause.mutate()}>
                  {t("campaign.pause")}
                </Button>
              )}
            </>
          )}
        </>
      )}
      <ConfirmLater
        isAsking={isAsking}
        title={t("campaign.cancel")}
        body={t("campaign.cancelBody")}
        confirm={t("campaign.cancel")}
        onClose={ask.close}
        onConfirm={() => cancel.mutateAsync()}
      />
    </>
  );
}

/** The copied fields: all but the schedule and the results. The server copies the people. */
function copyOf(campaign: Campaign, name: string) {
  const { assistantId, squadId, workflowId, assistantOverrides, squadOverrides, phoneNumberId, dialPlan, id } = campaign;
  const { maxConcurrency, server, serverMessages, predialPlan, country, timeWindow, retryPlan, numberConcurrency, maxCost } =
    campaign;
  return {
    assistantId,
    squadId,
    workflowId,
    assistantOverrides,
    squadOverrides,
    phoneNumberId,
    dialPlan,
    maxConcurrency,
    server,
    serverMessages,
    predialPlan,
    country,
    timeWindow,
    retryPlan,
    numberConcurrency,
    maxCost,
    name,
    paused: true,
    duplicateFromCampaignId: id,
  };
}
