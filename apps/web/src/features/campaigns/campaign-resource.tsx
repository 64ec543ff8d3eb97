import { type Campaign, CreateCampaign } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { createElement, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Instant } from "../../kit/Instant.tsx";
import { defineResource } from "../../resource/resource.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { CampaignActions } from "./CampaignActions.tsx";
import { CampaignPill } from "./CampaignPill.tsx";

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

/** Makes a draft and opens its steps. It calls nobody before it is started. */
function NewCampaign({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mayCreate = useMayEdit("addCampaignContacts");
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.campaigns.create({ body: { name: t("campaign.newName"), paused: true } }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: resourceKeys.all("campaigns") });
      await navigate({ to: "/$resource/$id", params: { resource: "campaigns", id } });
    },
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  if (!mayCreate) return null;
  return (
    <Button variant={isMain ? "filled" : "default"} loading={isPending} onClick={() => mutate()}>
      {t("campaign.create")}
    </Button>
  );
}

/** In the form, a link to the contacts in place of thousands of rows. */
function PeopleElsewhere() {
  const { t } = useTranslation();
  return <Text c="dimmed">{t("campaign.peopleInTab")}</Text>;
}
