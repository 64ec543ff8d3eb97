import { defineModule } from "../../platform/modules/module.ts";
import { squadRoutes } from "./routes.ts";

export const squad = defineModule({
  name: "squad",
  routes: (app, { platform }) => squadRoutes(app, platform),
});
