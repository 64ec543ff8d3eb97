import { orgRoutes as table } from "@callwright/contract";
import type { MintOrgToken } from "../../platform/auth/org-token.ts";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { serverStatus } from "../provider/server-status.ts";
import { getOrg } from "./admin-service.ts";
import { createOrg, ensureOrgs, mintOrgAuth } from "./service.ts";

export function orgRoutes(app: App, context: ServerContext, mint: MintOrgToken): void {
  registerRoutes(
    app,
    table,
    {
      listOrgs: ({ caller }) =>
        caller.kind === "user" ? ensureOrgs(context, caller.userId) : getOrg(context, caller, caller.orgId).then((org) => [org]),
      createOrg: ({ caller, body }) => createOrg(context, caller.userId, body),
      getOrgAuth: async ({ caller, params }) => {
        await context.attempts.take([{ limit: "orgTokenByPerson", of: caller.userId }]);
        return mintOrgAuth(context.db, mint, caller, params.id);
      },
      getServerStatus: () => serverStatus(context),
    },
    context,
  );
}
