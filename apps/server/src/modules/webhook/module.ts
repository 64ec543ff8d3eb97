import { webhookRoutes as table, WEBHOOK_LOG_DAYS } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule, late } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { composeMessages, type MessageSources } from "./compose-message.ts";
import { forgetOldDeliveries } from "./delivery-store.ts";
import { assistantServers, callMessages, campaignServers, sessionMessages } from "./ports.ts";
import { createServerMessages } from "./server-messages.ts";
import { getDelivery, listDeliveries, resendDelivery, sendSample } from "./service.ts";
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

function webhookRoutes(app: App, context: ServerContext & { sources: MessageSources }): void {
  registerRoutes(
    app,
    table,
    {
      listWebhookDeliveries: ({ caller, query }) => listDeliveries(context, caller, query),
      getWebhookDelivery: ({ caller, params, origin }) => getDelivery(context, caller, params.id, origin),
      resendWebhookDelivery: ({ caller, params, body, origin, signal }) =>
        resendDelivery(context, caller, params.id, body, { origin, signal }),
      sendWebhookSample: ({ caller, body, origin, signal }) => sendSample(context, caller, body, { origin, signal }),
    },
    context,
  );
}
