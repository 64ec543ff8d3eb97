import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { describeRoutes } from "../wire/noun.ts";
import { ROLES } from "../wire/route.ts";
import { invitationNoun } from "./invitation-noun.ts";
import { Org } from "./org.ts";

/** A pending invitation, as members of the organization see it. */
export const Invitation = z.looseObject({
  id: z.string(),
  email: z.string(),
  /** This field and those below: Callwright only. */
  role: z.enum(ROLES),
  createdAt: z.string(),
  /** When its email was last sent, or when it was created. */
  updatedAt: z.string(),
  expiresAt: z.string(),
  /** When its email was last sent. Absent if none was. */
  sentAt: z.string().optional(),
  /** Admins only: a link with a secret that allows accepting without a verified email address. */
  link: z.string().optional(),
});
export type Invitation = z.infer<typeof Invitation>;

/** What the invitation's link shows before it is accepted. */
export const OpenInvitation = z.object({
  id: Id,
  orgName: z.string(),
  inviterName: z.string(),
  /** The invited email address. */
  email: z.string(),
  role: z.enum(ROLES),
  expiresAt: z.string(),
  /** Path on this server to open after accepting. */
  redirectTo: z.string().optional(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const AcceptInvitation = z.strictObject({
  /** From the invitation's link. Replaces a verified address for this invitation. */
  secret: z.string().max(200).optional(),
});

export const invitationRoutes = describeRoutes(invitationNoun.addresses, {
  getInvitation: {
    scope: "none",
    response: OpenInvitation,
    summary: "Get an invitation by its link",
  },
  acceptInvitation: {
    scope: "user",
    role: "viewer",
    body: AcceptInvitation.optional(),
    response: Org,
    summary: "Accept an invitation; needs a verified email address or the secret of its link",
  },
});
