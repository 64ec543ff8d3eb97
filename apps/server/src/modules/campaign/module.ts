import { and, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { defineModule, type PersonalRows, provide } from "../../platform/modules/module.ts";
import { call } from "../call/module.ts";
import { telephony } from "../telephony/module.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import { webhook } from "../webhook/module.ts";
import { campaignServers } from "../webhook/ports.ts";
import { startCampaignCalls } from "./campaign-calls.ts";
import { findCampaign } from "./campaign-store.ts";
import { campaignRoutes } from "./routes.ts";
import { campaignContact, campaign as campaignTable } from "./tables.ts";

const { number, customer, status, leaseExpiresAt } = campaignContact;

const personalContacts: readonly PersonalRows[] = [
  {
    table: campaignContact,
    kind: "contacts",
    // Without the settings in its overrides: they are not about the person.
    names: sql`jsonb_build_array(jsonb_build_object('number', ${number}), ${customer} - 'assistantOverrides' - 'squadOverrides', ${customer} #> '{assistantOverrides,variableValues}')`,
    isOver: (now) => and(ne(status, "dispatched"), or(isNull(leaseExpiresAt), lte(leaseExpiresAt, now))),
    waitsFor: (rows) =>
      rows === 1 ? "1 contact of a campaign is being called." : `${rows} contacts of campaigns are being called.`,
  },
  {
    table: campaignTable,
    kind: "rehearsals",
    names: sql`${campaignTable.state} #> '{rehearsal,calls}'`,
    async strip(_platform, tx, ids) {
      await tx
        .update(campaignTable)
        .set({ state: sql`${campaignTable.state} - 'rehearsal'` })
        .where(inArray(campaignTable.id, [...ids]));
    },
  },
];

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
  personal: personalContacts,
  routes: (app, { platform, service }) => campaignRoutes(app, platform, service.forRoutes),
});
