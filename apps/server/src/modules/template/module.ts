import { defineModule } from "../../platform/modules/module.ts";
import { templateRoutes } from "./routes.ts";

export const template = defineModule({
  name: "template",
  routes: (app, { platform }) => templateRoutes(app, platform),
});
