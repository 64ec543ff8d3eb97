import { createMintOrgToken } from "../../platform/auth/org-token.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { orgAdminRoutes } from "./admin-routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { connectionRoutes } from "./connection/routes.ts";
import { invitationRoutes } from "./invitation/routes.ts";
import { keySetRoutes } from "./key-set/routes.ts";
import { orgRoutes } from "./routes.ts";
import { tokenRoutes } from "./token/routes.ts";

export const org = defineModule({
  name: "org",
  routes: (app, { platform }) => {
    const { auth, memberships, network, newId, now } = platform;
    orgRoutes(app, platform, createMintOrgToken(auth, now, newId));
    orgAdminRoutes(app, platform, memberships);
    invitationRoutes(app, platform, memberships);
    auditRoutes(app, platform);
    keySetRoutes(app, platform, network);
    tokenRoutes(app, platform);
    connectionRoutes(app, platform, network);
  },
});
