import { defineModule } from "../../platform/modules/module.ts";
import { analyticsRoutes } from "./routes.ts";
import { savedViewRoutes } from "./views/routes.ts";

export const analytics = defineModule({
  name: "analytics",
  routes: (app, { platform }) => {
    analyticsRoutes(app, platform);
    savedViewRoutes(app, platform);
  },
});
