import { WEBHOOK_LOG_DAYS } from "@callwright/contract";
import { defineModule, late } from "../../platform/modules/module.ts";
import { composeMessages, type MessageSources } from "./compose-message.ts";
import { forgetOldDeliveries } from "./delivery-store.ts";
import { assistantServers, callMessages, campaignServers, sessionMessages } from "./ports.ts";
import { webhookRoutes } from "./routes.ts";
import { createServerMessages } from "./server-messages.ts";
import { forgetOldTerminals } from "./terminal-store.ts";
import { terminalsFunctions } from "./terminals-live.ts";
import { startWebhookDelivery } from "./webhook-delivery.ts";

const DAY_MS = 86_400_000;

export const webhook = defineModule({
  name: "webhook",
  needs: {
    calls: late(callMessages),
    sessions: late(sessionMessages),
    assistants: late(assistantServers),
    campaigns: late(campaignServers),
  },
  async open({ platform, needs }) {
    const sources: MessageSources = {
      readCalls: (origin) => needs.calls()(origin),
      readSession: (delivery) => needs.sessions()(delivery),
      findAssistant: (orgId, id) => needs.assistants()(orgId, id),
      findCampaign: (orgId, id) => needs.campaigns()(orgId, id),
    };
    const createComposer = () => composeMessages({ ...platform, sources }, platform.origin);
    const delivery = await startWebhookDelivery({ ...platform, createComposer, random: Math.random });
    return {
      service: { messages: createServerMessages(platform, delivery), deliverNow: delivery.deliverNow, sources },
      close: delivery.abort,
    };
  },
  routes: (app, { platform, service: { sources } }) => webhookRoutes(app, { ...platform, sources }),
  live: ({ platform }) => terminalsFunctions(platform),
  async clean({ db, held, now }) {
    await forgetOldTerminals(db, new Date(now().getTime() - DAY_MS));
    // People look them up, so they stay until the purge is resumed.
    if (!held.isHeld("purge")) await forgetOldDeliveries(db, new Date(now().getTime() - WEBHOOK_LOG_DAYS * DAY_MS));
  },
});
