import { orgAdminRoutes as table } from "@callwright/contract";
import type { Memberships } from "../../auth/memberships.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import * as service from "./admin-service.ts";
import { invite, listInvitations, withdrawInvitation } from "./invitations.ts";

export function orgAdminRoutes(app: App, server: ServerContext, memberships: Memberships): void {
  const context = { ...server, memberships };
  registerRoutes(
    app,
    table,
    {
      getFeatureFlag: async ({ caller, query }) => service.requireOwn(caller, query.orgId.toLowerCase(), false),
      getOrg: ({ caller, params }) => service.getOrg(context, caller, params.id),
      updateOrg: ({ caller, params, body }) => service.updateOrg(context, caller, params.id, body),
      deleteOrg: ({ caller, params }) => service.deleteOrg(context, caller, params.id),
      restoreOrg: ({ caller, params }) => service.restoreOrg(context, caller.userId, params.id),
      listOrgUsers: ({ caller, params }) => service.listMembers(context, caller, params.id),
      inviteUsers: ({ caller, params, body }) => invite(context, caller, params.id, body),
      listInvitations: ({ caller, params }) => listInvitations(context, caller, params.id),
      withdrawInvitation: ({ caller, params }) => withdrawInvitation(context, caller, params.id, params.invitationId),
      updateUserRole: ({ caller, params, body }) => service.setRole(context, caller, params.id, body),
      leaveOrg: ({ caller, params }) => service.removeMember(context, caller, params.id, caller.userId),
      removeOrgMember: ({ caller, params }) => service.removeMember(context, caller, params.id, params.memberId),
    },
    server,
  );
}
