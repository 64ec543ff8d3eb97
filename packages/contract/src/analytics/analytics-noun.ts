import { defineNoun } from "../wire/noun.ts";

export const analyticsNoun = defineNoun({
  thing: "Analytics",
  plural: "Analytics",
  label: "analytics",
  changes: [],
  addresses: {
    runAnalytics: "POST /analytics",
    getOverview: "GET /analytics/overview",
    listAssistantFigures: "GET /analytics/assistant-figures",
    listResponseTimes: "GET /analytics/response-time own",
  },
});
