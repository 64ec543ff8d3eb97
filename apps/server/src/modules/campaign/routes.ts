import { campaignContactRoutes, campaignStepRoutes, campaignRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { pagedResourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import type { PlaceContext } from "../call/api/phone-call.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import { pauseCampaign, redialCampaign, rehearseCampaign, resumeCampaign, unarchiveCampaign } from "./campaign-changes.ts";
import { listCampaignHours } from "./campaign-hours.ts";
import { previewCampaign } from "./campaign-preview.ts";
import { exportCampaign } from "./campaign-report.ts";
import { campaigns } from "./campaigns.ts";
import { addContacts, checkContacts, listContacts, removeContacts } from "./contact-service.ts";
import { createCampaign, getCampaign, listCampaigns, updateCampaign } from "./service.ts";

interface CampaignRoutesOptions extends Pick<PlaceContext, "calls" | "line"> {
  messages: ServerMessages;
  wakeCampaigns: () => void;
}

export function campaignRoutes(app: App, server: ServerContext, options: CampaignRoutesOptions): void {
  const context = { ...server, ...options };
  registerRoutes(app, server, table, {
    ...pagedResourceHandlers("Campaign", context, campaigns),
    createCampaign: ({ caller, body }) => createCampaign(context, caller, body),
    getCampaign: ({ caller, params }) => getCampaign(context, caller, params.id),
    listCampaigns: ({ caller, query }) => listCampaigns(context, caller, query),
    deleteCampaign: async ({ caller, params }) => {
      const whole = await getCampaign(context, caller, params.id);
      await campaigns.remove(context, caller, params.id);
      return whole;
    },
    restoreCampaign: async ({ caller, params }) => {
      await campaigns.restore(context, caller, params.id);
      return getCampaign(context, caller, params.id);
    },
    updateCampaign: ({ caller, params, body }) => updateCampaign(context, caller, params.id, body),
  });

  /** Takes a step of a campaign that the caller may see, and answers the campaign. */
  const step = async (caller: OrgCaller, id: string, take: () => Promise<void>) => {
    await campaigns.get(context, caller, id);
    await take();
    context.messages.wake();
    context.wakeCampaigns();
    return getCampaign(context, caller, id);
  };

  registerRoutes(app, server, campaignStepRoutes, {
    previewCampaign: ({ caller, params: { id } }) => previewCampaign(context, caller, id),
    rehearseCampaign: ({ caller, params: { id } }) => step(caller, id, () => rehearseCampaign(context, caller, id)),
    pauseCampaign: ({ caller, params: { id } }) => step(caller, id, () => pauseCampaign(context, id)),
    resumeCampaign: ({ caller, params: { id } }) => step(caller, id, () => resumeCampaign(context, caller, id)),
    redialCampaign: ({ caller, params: { id }, body: { outcomes } }) =>
      step(caller, id, () => redialCampaign(context, caller.orgId, id, outcomes)),
    unarchiveCampaign: ({ caller, params: { id } }) => step(caller, id, () => unarchiveCampaign(context, caller.orgId, id)),
  });

  registerRoutes(app, server, campaignContactRoutes, {
    listCampaignContacts: ({ caller, params, query }) => listContacts(context, caller, params.id, query),
    addCampaignContacts: ({ caller, params, body }) => addContacts(context, caller, params.id, body),
    checkCampaignContacts: ({ caller, params, body }) => checkContacts(context, caller, params.id, body.contacts),
    listCampaignHours: ({ caller, params, query }) => listCampaignHours(context, caller, params.id, query.timeZone),
    removeCampaignContacts: ({ caller, params }) => removeContacts(context, caller, params.id),
    exportCampaign: ({ caller, params }) => exportCampaign(context, caller, params.id),
  });
}
