import { orgRoutes as table } from "@callwright/contract";
import { inArray, isNotNull, sql } from "drizzle-orm";
import { createMintOrgToken, type MintOrgToken } from "../../platform/auth/org-token.ts";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { auditEvent } from "../../platform/http/tables.ts";
import { defineModule } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { serverStatus } from "../provider/server-status.ts";
import { orgAdminRoutes } from "./admin-routes.ts";
import { getOrg } from "./admin-service.ts";
import { auditRoutes } from "./audit/routes.ts";
import { connectionRoutes } from "./connection/routes.ts";
import { invitationRoutes } from "./invitation/routes.ts";
import { keySetRoutes } from "./key-set/routes.ts";
import { createOrg, ensureOrgs, mintOrgAuth } from "./service.ts";
import { tokenRoutes } from "./token/routes.ts";

export const org = defineModule({
  name: "org",
  // Who did what stays, without the number that it was done to.
  personal: [
    {
      table: auditEvent,
      kind: "auditEvents",
      names: sql`jsonb_build_object('number', ${auditEvent.targetName})`,
      those: isNotNull(auditEvent.targetName),
      async strip(_platform, tx, ids) {
        await tx
          .update(auditEvent)
          .set({ targetName: null })
          .where(inArray(auditEvent.id, [...ids]));
      },
    },
  ],
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

function orgRoutes(app: App, context: ServerContext, mint: MintOrgToken): void {
  registerRoutes(app, context, table, {
    listOrgs: ({ caller }) =>
      caller.kind === "user" ? ensureOrgs(context, caller.userId) : getOrg(context, caller, caller.orgId).then((org) => [org]),
    createOrg: ({ caller, body }) => createOrg(context, caller.userId, body),
    getOrgAuth: async ({ caller, params }) => {
      await context.attempts.take([{ limit: "orgTokenByPerson", of: caller.userId }]);
      return mintOrgAuth(context.db, mint, caller, params.id);
    },
    getServerStatus: () => serverStatus(context),
  });
}
