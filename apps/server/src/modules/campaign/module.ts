import { defineModule, provide } from "../../platform/modules/module.ts";
import { call } from "../call/module.ts";
import { telephony } from "../telephony/module.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import { webhook } from "../webhook/module.ts";
import { campaignServers } from "../webhook/ports.ts";
import { startCampaignCalls } from "./campaign-calls.ts";
import { findCampaign } from "./campaign-store.ts";
import { campaignRoutes } from "./routes.ts";

export const campaign = defineModule({
  name: "campaign",
  needs: { call, telephony, webhook },
  open({ platform, needs }) {
    const { calls } = needs.call;
    const { line } = needs.telephony;
    const { messages } = needs.webhook;
    const campaignCalls = startCampaignCalls({ ...platform, calls, line, messages });
    return {
      service: {
        find: (orgId: string, id: string) => findCampaign(platform, orgId, id),
        forRoutes: { calls, line, messages, wakeCampaigns: campaignCalls.wake },
      },
      drain: campaignCalls.close,
      close: campaignCalls.close,
    };
  },
  provides: [provide(campaignServers, ({ find }: { find: MessageSources["findCampaign"] }) => find)],
  routes: (app, { platform, service }) => campaignRoutes(app, platform, service.forRoutes),
});
