import { type CampaignQuery, campaignRoutes as table } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { campaign } from "../../db/schema/platform.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { pagedResourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { campaigns, hasStatus, updateCampaign } from "./service.ts";

export function campaignRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    {
      ...pagedResourceHandlers("Campaign", context, campaigns, ({ id, status }: CampaignQuery) => [
        ...(id === undefined ? [] : [eq(campaign.id, id)]),
        ...(status === undefined ? [] : [hasStatus(status, context.now())]),
      ]),
      updateCampaign: ({ caller, params, body }) => updateCampaign(context, caller, params.id, body),
    },
    context,
  );
}
