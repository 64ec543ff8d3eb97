import { createSignedInUser } from "../../platform/auth/signed-in-user.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { connectRoutes } from "./connect-routes.ts";
import { credentialRoutes } from "./routes.ts";

export const credential = defineModule({
  name: "credential",
  routes: (app, { platform }) => {
    credentialRoutes(app, platform);
    connectRoutes(app, platform, createSignedInUser(platform.auth, platform));
  },
});
