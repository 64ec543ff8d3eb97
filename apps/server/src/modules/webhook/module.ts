import { PlatformError, webhookRoutes as table, WEBHOOK_LOG_DAYS } from "@callwright/contract";
import { and, isNull, sql } from "drizzle-orm";
import type { App } from "../../platform/http/app.ts";
import { auditAction } from "../../platform/http/audit-writes.ts";
import { nameCaller } from "../../platform/http/caller-name.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule, late } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { RealtimeHandlers } from "../../platform/realtime/define-functions.ts";
import { composeMessages, type MessageSources } from "./compose-message.ts";
import { forgetOldDeliveries } from "./delivery-store.ts";
import { assistantServers, callMessages, campaignServers, sessionMessages, simulationMessages } from "./ports.ts";
import { createServerMessages } from "./server-messages.ts";
import { getDelivery, listDeliveries, resendDelivery, sendSample } from "./service.ts";
import { webhookDelivery } from "./tables.ts";
import { forgetOldTerminals, keepTerminal, listQuestions, removeTerminal, storeAnswer } from "./terminal-store.ts";
import { startWebhookDelivery } from "./webhook-delivery.ts";

const DAY_MS = 86_400_000;

export const webhook = defineModule({
  name: "webhook",
  needs: {
    calls: late(callMessages),
    sessions: late(sessionMessages),
    assistants: late(assistantServers),
    campaigns: late(campaignServers),
    simulations: late(simulationMessages),
  },
  async open({ platform, needs }) {
    const sources: MessageSources = {
      readCalls: (origin) => needs.calls()(origin),
      readSession: (delivery) => needs.sessions()(delivery),
      findAssistant: (orgId, id) => needs.assistants()(orgId, id),
      findCampaign: (orgId, id) => needs.campaigns()(orgId, id),
      readSimulation: (delivery, origin) => needs.simulations()(delivery, origin),
    };
    const createComposer = () => composeMessages({ ...platform, sources }, platform.origin);
    const delivery = await startWebhookDelivery({ ...platform, createComposer, random: Math.random });
    return {
      service: { messages: createServerMessages(platform, delivery), deliverNow: delivery.deliverNow, sources },
      close: delivery.abort,
    };
  },
  routes: (app, { platform, service: { sources } }) => webhookRoutes(app, { ...platform, sources }),
  // Those of calls and sessions go with these. Others ask about contacts, or about a call that was not answered here.
  personal: [
    {
      table: webhookDelivery,
      kind: "serverMessages",
      names: sql`json_build_array(${webhookDelivery.fields}, ${webhookDelivery.message})`,
      those: and(isNull(webhookDelivery.callId), isNull(webhookDelivery.sessionId)),
    },
  ],
  live: ({ platform }) => terminalsFunctions(platform),
  async clean({ db, held, now }) {
    await forgetOldTerminals(db, new Date(now().getTime() - DAY_MS));
    // The operator reads them, so they stay until the purge is resumed.
    if (!held.isHeld("purge")) await forgetOldDeliveries(db, new Date(now().getTime() - WEBHOOK_LOG_DAYS * DAY_MS));
  },
});

function webhookRoutes(app: App, context: ServerContext & { sources: MessageSources }): void {
  registerRoutes(app, context, table, {
    listWebhookDeliveries: ({ caller, query }) => listDeliveries(context, caller, query),
    getWebhookDelivery: ({ caller, params, origin }) => getDelivery(context, caller, params.id, origin),
    resendWebhookDelivery: ({ caller, params, body, origin, signal }) =>
      resendDelivery(context, caller, params.id, body, { origin, signal }),
    sendWebhookSample: ({ caller, body, origin, signal }) => sendSample(context, caller, body, { origin, signal }),
  });
}

type TerminalsContext = Pick<ServerContext, "audit" | "db" | "now">;

type TerminalPath = "terminals:questions" | "terminals:listen" | "terminals:answer" | "terminals:leave";

function terminalsFunctions({ audit, db, now }: TerminalsContext): Pick<RealtimeHandlers, TerminalPath> {
  return {
    "terminals:questions": async ({ args: { terminalId }, db: snapshot, orgId, dependOn }) => {
      const id = terminalId.toLowerCase();
      dependOn("webhook-question", id);
      return listQuestions(snapshot, orgId, id);
    },

    "terminals:listen": async ({ args, caller }) => {
      const { name: ownerName } = await nameCaller(db, caller);
      const { types = null, url } = args;
      const terminal = { id: args.id.toLowerCase(), assistantId: args.assistantId?.toLowerCase() ?? null, types, url, ownerName };
      const kept = await keepTerminal(db, caller.orgId, terminal, now());
      if (!kept) throw new PlatformError("not-found", { what: "Terminal" });
      if (kept === "new") auditAction(audit, caller, "connectTerminal", { id: terminal.id, name: new URL(url).origin });
      return null;
    },

    "terminals:answer": async ({ args: { terminalId, id, answer }, caller }) =>
      storeAnswer(db, caller.orgId, { terminalId: terminalId.toLowerCase(), id: id.toLowerCase(), answer }),

    "terminals:leave": async ({ args: { terminalId }, caller }) => {
      await removeTerminal(db, caller.orgId, terminalId.toLowerCase());
      return null;
    },
  };
}
