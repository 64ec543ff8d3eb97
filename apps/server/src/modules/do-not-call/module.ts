import { defineModule } from "../../platform/modules/module.ts";
import { doNotCallRoutes } from "./routes.ts";

export const doNotCall = defineModule({
  name: "do-not-call",
  routes: (app, { platform }) => doNotCallRoutes(app, platform),
});
