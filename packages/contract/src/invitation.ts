import { z } from "zod";
import { Id } from "./entity.ts";
import { Org } from "./org.ts";
import { defineRoutes, ROLES } from "./route.ts";

/** One that nobody has accepted yet, as members of its organisation see it. */
export const Invitation = z.looseObject({
  id: z.string(),
  email: z.string(),
  /** Ours, as are the others below. */
  role: z.enum(ROLES),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** When its mail was sent last; absent while none could be. */
  sentAt: z.string().optional(),
});
export type Invitation = z.infer<typeof Invitation>;

/** What the holder of an invitation's link is told before accepting it. */
export const OpenInvitation = z.object({
  id: Id,
  orgName: z.string(),
  inviterName: z.string(),
  /** Whom it is for. */
  email: z.string(),
  role: z.enum(ROLES),
  expiresAt: z.string(),
  /** Where to go on after accepting, as a path of this server. */
  redirectTo: z.string().optional(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const invitationRoutes = defineRoutes({
  getInvitation: {
    method: "GET",
    path: "/invitation/{id}",
    scope: "none",
    role: "viewer",
    response: OpenInvitation,
    status: 200,
    summary: "What an invitation is about, for whoever holds its link",
  },
  acceptInvitation: {
    method: "POST",
    path: "/invitation/{id}/accept",
    scope: "user",
    role: "viewer",
    response: Org,
    status: 200,
    summary: "Become a member by an invitation to one's own, verified address; without effect for a member",
  },
});
