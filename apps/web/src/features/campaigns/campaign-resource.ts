import { type Campaign, CreateCampaign } from "@callwright/contract";
import { createElement, lazy } from "react";
import { Instant } from "../../kit/Instant.tsx";
import { defineResource } from "../../resource/resource.ts";
import { CampaignActions } from "./CampaignActions.tsx";
import { CampaignPill } from "./CampaignPill.tsx";
import { DoNotCall } from "./DoNotCall.tsx";
import { NewCampaign } from "./NewCampaign.tsx";
import { PeopleElsewhere } from "./PeopleElsewhere.tsx";

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
