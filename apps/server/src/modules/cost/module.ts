import { defineModule } from "../../platform/modules/module.ts";
import { priceRoutes } from "./price/routes.ts";

export const cost = defineModule({
  name: "cost",
  routes: (app, { platform }) => priceRoutes(app, platform),
});
