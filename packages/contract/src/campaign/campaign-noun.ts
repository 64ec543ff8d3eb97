import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const campaignNoun = defineNoun({
  thing: "Campaign",
  label: "campaign",
  changes: ["campaign", "campaign-contact"],
  addresses: {
    ...resourceAddresses("Campaign", "/campaign"),
    previewCampaign: "GET /campaign/{id}/preview own",
    rehearseCampaign: "POST /campaign/{id}/rehearsal",
    pauseCampaign: "POST /campaign/{id}/pause",
    resumeCampaign: "POST /campaign/{id}/resume",
    redialCampaign: "POST /campaign/{id}/redial",
    unarchiveCampaign: "POST /campaign/{id}/unarchive",
    listCampaignContacts: "GET /campaign/{id}/contact",
    addCampaignContacts: "POST /campaign/{id}/contact",
    removeCampaignContacts: "DELETE /campaign/{id}/contact void",
    checkCampaignContacts: "POST /campaign/{id}/contact/check own",
    listCampaignHours: "GET /campaign/{id}/hours own",
    exportCampaign: "GET /campaign/{id}/report text/csv",
  },
});
