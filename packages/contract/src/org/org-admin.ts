import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { INVITE_MAX_ADDRESSES } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { ROLES } from "../wire/route.ts";
import { Invitation } from "./invitation.ts";
import { invitationNoun } from "./invitation-noun.ts";
import { Org } from "./org.ts";
import { UpdateOrg } from "./org-fields.ts";
import { orgNoun } from "./org-noun.ts";

/** A member of an organization. */
export const OrgMember = z.looseObject({
  /** The user's id, the same in every organization. */
  id: z.string(),
  email: z.string(),
  fullName: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Callwright only. */
  role: z.enum(ROLES),
});
export type OrgMember = z.infer<typeof OrgMember>;

export const InviteUsers = z.strictObject({
  emails: z.array(z.email().max(320)).min(1).max(INVITE_MAX_ADDRESSES),
  role: z.enum(ROLES),
  /** Path on this server to open after accepting, for example `/assistants`. Other values are ignored. */
  redirectTo: z.string().max(2000).optional(),
});
export type InviteUsers = z.infer<typeof InviteUsers>;

/** A deleted organization, which can be restored for `RESTORE_DAYS`. Callwright only. */
export const DeletedOrg = z.looseObject({
  id: Id,
  name: z.string(),
  deletedAt: z.string().meta({ description: "ISO 8601" }),
});
export type DeletedOrg = z.infer<typeof DeletedOrg>;

export const UpdateUserRole = z.strictObject({ userId: z.string().min(1).max(200), role: z.enum(ROLES) });
export type UpdateUserRole = z.infer<typeof UpdateUserRole>;

const PersonId = z.string().min(1).max(200);

/** Routes of one organization. Its id must be that of the caller's token. */
export const orgAdminRoutes = describeRoutes(
  { ...orgNoun.addresses, ...invitationNoun.addresses },
  {
    /** This route and the next come before those with an id, which would also match them. */
    listDeletedOrgs: {
      scope: "user",
      response: z.array(DeletedOrg),
      summary: "List deleted organizations that you can restore, newest first",
    },
    getFeatureFlag: {
      query: z.object({ key: z.string().min(1).max(200), orgId: Id }),
      response: z.boolean(),
      summary: "Get a feature flag of an organization; false if unset",
    },
    getOrg: {
      response: Org,
      summary: "Get an organization",
    },
    updateOrg: {
      role: "admin",
      body: UpdateOrg,
      response: Org,
      summary: "Update an organization; null clears a field",
    },
    deleteOrg: {
      role: "admin",
      response: z.void(),
      summary: "Delete an organization with all its data; it can be restored for 30 days",
    },
    restoreOrg: {
      scope: "user",
      role: "viewer",
      response: Org,
      summary: "Restore a deleted organization; for its former admins",
    },
    listOrgUsers: {
      response: z.array(OrgMember),
      summary: "List the members of an organization",
    },
    inviteUsers: {
      role: "admin",
      body: InviteUsers,
      response: z.void(),
      status: 201,
      summary: "Invite people by email; an invitation is valid for a week",
    },
    listInvitations: {
      response: z.looseObject({ invitations: z.array(Invitation) }),
      summary: "List pending invitations",
    },
    withdrawInvitation: {
      params: { invitationId: PersonId },
      role: "admin",
      response: z.looseObject({ success: z.boolean() }),
      summary: "Withdraw an invitation",
    },
    resendInvitation: {
      params: { invitationId: PersonId },
      role: "admin",
      response: z.looseObject({ success: z.boolean() }),
      summary: "Resend an invitation and extend it by a week; at most once a minute",
    },
    updateUserRole: {
      role: "admin",
      body: UpdateUserRole,
      response: z.void(),
      summary: "Change a member's role",
    },
    leaveOrg: {
      role: "viewer",
      response: z.void(),
      summary: "Leave an organization",
    },
    removeOrgMember: {
      params: { memberId: PersonId },
      role: "admin",
      response: z.void(),
      summary: "Remove a member from an organization",
    },
  },
);
