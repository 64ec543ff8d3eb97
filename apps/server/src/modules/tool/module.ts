import { defineModule } from "../../platform/modules/module.ts";
import { toolsFunctions } from "./live.ts";
import { toolRoutes } from "./routes.ts";

export const tool = defineModule({
  name: "tool",
  routes: (app, { platform }) => toolRoutes(app, platform),
  live: ({ platform }) => toolsFunctions(platform),
});
