import { defineModule } from "../../platform/modules/module.ts";
import { workflowRoutes } from "./routes.ts";

export const workflow = defineModule({
  name: "workflow",
  routes: (app, { platform }) => workflowRoutes(app, platform),
});
