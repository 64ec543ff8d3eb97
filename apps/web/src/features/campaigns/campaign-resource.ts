import { CreateCampaign } from "@callwright/contract";
import { createElement } from "react";
import { Instant } from "../../kit/Instant.tsx";
import { defineResource } from "../../resource/resource.ts";

/** Lists of customers that are called at a planned time. */
export const campaignResource = defineResource({
  name: "Campaign",
  path: "campaigns",
  texts: "campaigns",
  schema: CreateCampaign,
  // A campaign without a time would begin now.
  initial: { schedulePlan: {}, customers: [] },
  filters: ["status"],
  columns: [
    { id: "status", text: ({ status }, t) => t(`campaigns.values.${status}`), width: "120px", from: "narrow" },
    {
      id: "customers",
      text: ({ customers = [], dialPlan = [] }, t) =>
        t("campaigns.customerCount", { count: [...customers, ...dialPlan.flatMap((each) => each.customers)].length }),
      order: ({ customers = [], dialPlan = [] }) => [...customers, ...dialPlan.flatMap((each) => each.customers)].length,
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
    "customers",
    "maxConcurrency",
    "customers.number",
    "customers.name",
  ],
});
