import { orgAdminRoutes as table } from "@callwright/contract";
import type { Memberships } from "../../platform/auth/memberships.ts";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import * as service from "./admin-service.ts";
import { invite, listInvitations, resendInvitation, withdrawInvitation } from "./invitations.ts";

export function orgAdminRoutes(app: App, server: ServerContext, memberships: Memberships): void {
  const context = { ...server, memberships };
  registerRoutes(app, server, table, {
    listDeletedOrgs: ({ caller }) => service.listDeletedOrgs(context, caller.userId),
    getFeatureFlag: ({ caller, query }) => service.getFeatureFlag(context, caller, query.orgId.toLowerCase(), query.key),
    getOrg: ({ caller, params }) => service.getOrg(context, caller, params.id),
    updateOrg: ({ caller, params, body }) => service.updateOrg(context, caller, params.id, body),
    deleteOrg: async ({ caller, params, target }) => target({ name: await service.deleteOrg(context, caller, params.id) }),
    restoreOrg: ({ caller, params }) => service.restoreOrg(context, caller.userId, params.id),
    listOrgUsers: ({ caller, params }) => service.listMembers(context, caller, params.id),
    inviteUsers: async ({ caller, params, body, origin, target }) =>
      target({ name: (await invite(context, caller, params.id, body, origin)).join(", ") }),
    listInvitations: ({ caller, params, origin }) => listInvitations(context, caller, params.id, origin),
    withdrawInvitation: async ({ caller, params, target }) => {
      target({ name: await withdrawInvitation(context, caller, params.id, params.invitationId) });
      return { success: true };
    },
    resendInvitation: async ({ caller, params, origin, target }) => {
      const { invitationId } = params;
      target({ name: await resendInvitation(context, caller, params.id, { invitationId, origin }) });
      return { success: true };
    },
    updateUserRole: async ({ caller, params, body, target }) =>
      target({ id: body.userId, name: `${await service.setRole(context, caller, params.id, body)} (${body.role})` }),
    leaveOrg: async ({ caller, params, target }) =>
      target({ name: await service.removeMember(context, caller, params.id, caller.userId) }),
    removeOrgMember: async ({ caller, params, target }) =>
      target({ name: await service.removeMember(context, caller, params.id, params.memberId) }),
  });
}
