import { z } from "zod";
import { Id } from "./entity.ts";
import { Invitation } from "./invitation.ts";
import { INVITE_MAX_ADDRESSES } from "./limits.ts";
import { Org } from "./org.ts";
import { UpdateOrg } from "./org-fields.ts";
import { defineRoutes, ROLES } from "./route.ts";

/** A person who belongs to an organisation. */
export const OrgMember = z.looseObject({
  /** The person's, in whichever organisation. */
  id: z.string(),
  email: z.string(),
  fullName: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Ours. */
  role: z.enum(ROLES),
});
export type OrgMember = z.infer<typeof OrgMember>;

export const InviteUsers = z.strictObject({
  emails: z.array(z.email().max(320)).min(1).max(INVITE_MAX_ADDRESSES),
  role: z.enum(ROLES),
  /** Page of this server where they begin after accepting, as a path: `/assistants`. Anything else is not looked at. */
  redirectTo: z.string().max(2000).optional(),
});
export type InviteUsers = z.infer<typeof InviteUsers>;

/** One that was deleted, and can be restored until `RESTORE_DAYS` later. Ours. */
export const DeletedOrg = z.looseObject({
  id: Id,
  name: z.string(),
  deletedAt: z.string().meta({ description: "ISO 8601" }),
});
export type DeletedOrg = z.infer<typeof DeletedOrg>;

export const UpdateUserRole = z.strictObject({ userId: z.string().min(1).max(200), role: z.enum(ROLES) });
export type UpdateUserRole = z.infer<typeof UpdateUserRole>;

const own = { scope: "private", status: 200 } as const;
const PersonId = z.string().min(1).max(200);

/** An organisation's own matters. Its id must be that of the caller's token. */
export const orgAdminRoutes = defineRoutes({
  /** This and the next before those with an id, which would take them for one. */
  listDeletedOrgs: {
    method: "GET",
    path: "/org/deleted",
    scope: "user",
    role: "viewer",
    response: z.array(DeletedOrg),
    status: 200,
    summary: "List the deleted organisations that the caller can still bring back, the last one first",
  },
  getFeatureFlag: {
    ...own,
    method: "GET",
    path: "/org/feature-flag",
    role: "viewer",
    query: z.object({ key: z.string().min(1).max(200), orgId: Id }),
    response: z.boolean(),
    summary: "Is a feature switched on for an organisation? False for one that nobody has set",
  },
  getOrg: {
    ...own,
    method: "GET",
    path: "/org/{id}",
    role: "viewer",
    response: Org,
    summary: "Get an organisation",
  },
  updateOrg: {
    ...own,
    method: "PATCH",
    path: "/org/{id}",
    role: "admin",
    body: UpdateOrg,
    response: Org,
    summary: "Change some fields of an organisation; null clears a field",
  },
  deleteOrg: {
    ...own,
    method: "DELETE",
    path: "/org/{id}",
    role: "admin",
    response: z.void(),
    summary: "Delete an organisation with all that is in it; it can be restored for 30 days",
  },
  restoreOrg: {
    method: "POST",
    path: "/org/{id}/restore",
    scope: "user",
    role: "viewer",
    response: Org,
    status: 200,
    summary: "Bring a deleted organisation back; for those who were its admins",
  },
  listOrgUsers: {
    ...own,
    method: "GET",
    path: "/org/{id}/user",
    role: "viewer",
    response: z.array(OrgMember),
    summary: "List who belongs to an organisation",
  },
  inviteUsers: {
    ...own,
    method: "POST",
    path: "/org/{id}/invite",
    role: "admin",
    body: InviteUsers,
    response: z.void(),
    status: 201,
    summary: "Invite people by their e-mail addresses: a mail leads them to an invitation that they can accept for a week",
  },
  listInvitations: {
    ...own,
    method: "GET",
    path: "/org/{id}/invitations/pending",
    role: "viewer",
    response: z.looseObject({ invitations: z.array(Invitation) }),
    summary: "List invitations that nobody has accepted yet",
  },
  withdrawInvitation: {
    ...own,
    method: "DELETE",
    path: "/org/{id}/invitations/{invitationId}",
    params: { invitationId: PersonId },
    role: "admin",
    response: z.looseObject({ success: z.boolean() }),
    summary: "Withdraw an invitation",
  },
  resendInvitation: {
    ...own,
    method: "POST",
    path: "/org/{id}/invitations/{invitationId}/resend",
    params: { invitationId: PersonId },
    role: "admin",
    response: z.looseObject({ success: z.boolean() }),
    summary: "Send an invitation's mail again, and let it be accepted for another week; at most once a minute",
  },
  updateUserRole: {
    ...own,
    method: "PATCH",
    path: "/org/{id}/role",
    role: "admin",
    body: UpdateUserRole,
    response: z.void(),
    summary: "Give somebody another role",
  },
  leaveOrg: {
    ...own,
    method: "DELETE",
    path: "/org/{id}/leave",
    role: "viewer",
    response: z.void(),
    summary: "Leave an organisation",
  },
  removeOrgMember: {
    ...own,
    method: "DELETE",
    path: "/org/{id}/member/{memberId}/leave",
    params: { memberId: PersonId },
    role: "admin",
    response: z.void(),
    summary: "Take somebody out of an organisation",
  },
});
