import { createDownloads } from "@callwright/client";
import type { Campaign } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { saveFile } from "../../kit/save-file.ts";
import { campaignQuery, isOver, useCampaignStep } from "./campaign-queries.ts";

const ConfirmDialog = lazy(async () => ({ default: (await import("../../kit/ConfirmDialog.tsx")).ConfirmDialog }));

/** What can be done with a campaign as it stands now. */
export function CampaignActions({ entity }: { entity: Campaign }) {
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
      {wasStarted && <Report id={id} name={campaign.name} />}
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
      <Suspense fallback={null}>
        {isAsking && (
          <ConfirmDialog
            title={t("campaign.cancel")}
            body={t("campaign.cancelBody")}
            confirm={t("campaign.cancel")}
            onClose={ask.close}
            onConfirm={async () => {
              await cancel.mutateAsync();
              ask.close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** What a copy takes over: all but the schedule and what happened. Its people are copied by the server. */
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

function Report({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const download = useMutation({
    mutationFn: async () => {
      const response = await createDownloads(session.access).campaigns.export({ id });
      saveFile(await response.blob(), `${name}.csv`);
    },
    onError: ({ message }) => notifications.show({ color: "red", message }),
  });
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      {t("campaign.report")}
    </Button>
  );
}
