import { invitationRoutes as table } from "@callwright/contract";
import type { Memberships } from "../../../platform/auth/memberships.ts";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { acceptInvitation, getInvitation } from "./service.ts";

export function invitationRoutes(app: App, server: ServerContext, memberships: Memberships): void {
  const context = { ...server, memberships };
  registerRoutes(app, server, table, {
    getInvitation: ({ params }) => getInvitation(context, params.id),
    acceptInvitation: ({ caller, params, body }) => acceptInvitation(context, caller.userId, params.id, body?.secret),
  });
}
