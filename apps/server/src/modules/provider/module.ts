import { defineModule } from "../../platform/modules/module.ts";
import { catalogRoutes } from "./catalog/routes.ts";
import { localModelRoutes } from "./local-model/routes.ts";
import { providerRoutes } from "./routes.ts";

export const provider = defineModule({
  name: "provider",
  routes: (app, { platform }) => {
    localModelRoutes(app, platform);
    catalogRoutes(app, platform);
    providerRoutes(app, platform);
  },
});
