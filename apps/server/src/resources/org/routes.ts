import { orgRoutes as table } from "@callwright/contract";
import type { MintOrgToken } from "../../auth/org-token.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import { serverStatus } from "../../server-status.ts";
import { createOrg, ensureOrgs, mintOrgAuth } from "./service.ts";

export function orgRoutes(app: App, context: ServerContext, mint: MintOrgToken): void {
  registerRoutes(
    app,
    table,
    {
      listOrgs: ({ caller }) => ensureOrgs(context, caller.userId),
      createOrg: ({ caller, body }) => createOrg(context, caller.userId, body.name),
      getOrgAuth: ({ caller, params }) => mintOrgAuth(context.db, mint, caller.userId, params.id),
      getServerStatus: () => serverStatus(context),
    },
    context,
  );
}
