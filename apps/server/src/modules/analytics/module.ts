import { overviewRoutes, responseTimeRoutes, analyticsRoutes as table } from "@callwright/contract";
import { sql } from "drizzle-orm";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { getOverview, listAssistantFigures } from "./overview.ts";
import { listResponseTimes } from "./response-times.ts";
import { runAnalytics } from "./service.ts";
import { savedView } from "./tables.ts";
import { savedViewRoutes } from "./views/routes.ts";

export const analytics = defineModule({
  name: "analytics",
  personal: [{ table: savedView, kind: "savedViews", names: sql`${savedView.state}` }],
  routes: (app, { platform }) => {
    analyticsRoutes(app, platform);
    savedViewRoutes(app, platform);
  },
});

function analyticsRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, { runAnalytics: ({ caller, body }) => runAnalytics(context, caller, body) });
  registerRoutes(app, context, responseTimeRoutes, { listResponseTimes: ({ caller }) => listResponseTimes(context, caller) });
  registerRoutes(app, context, overviewRoutes, {
    getOverview: ({ caller, query }) => getOverview(context, caller, query),
    listAssistantFigures: ({ caller, query }) => listAssistantFigures(context, caller, query),
  });
}
