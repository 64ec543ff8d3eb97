import { z } from "zod";
import { Capabilities } from "../wire/capabilities.ts";
import { Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { ROLES } from "../wire/route.ts";
import { HeldKind } from "./held-work.ts";
import { OrgFields } from "./org-fields.ts";
import { orgNoun } from "./org-noun.ts";
import { OrgQuota } from "./quota.ts";
import { serverNoun } from "./server-noun.ts";

const { name: _, ...StoredOrgFields } = OrgFields;

export const CreateOrg = z.strictObject({ ...OrgFields, name: z.string().min(1).max(NAME_MAX_CHARACTERS) });
export type CreateOrg = z.infer<typeof CreateOrg>;

/** The organization's calls at the same time. */
export const OrgConcurrency = z.object({
  limit: z.number().int(),
  /** The source of the limit: the organization's setting, or the server's. */
  limitedBy: z.enum(["concurrencyLimit", "ORG_CONCURRENT_CALLS"]),
  /** Calls that are running, or wait for their caller. */
  inUse: z.number().int(),
});
export type OrgConcurrency = z.infer<typeof OrgConcurrency>;

export const Org = z.looseObject({
  id: Id,
  name: z.string().max(NAME_MAX_CHARACTERS),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The caller's role. Callwright only. */
  role: z.enum(ROLES).optional(),
  /** Only in the response for one organization, not in lists. Callwright only. */
  concurrency: OrgConcurrency.optional(),
  /** The operator's limits and how much of each is used. Lists leave it out. Callwright only. */
  quotas: z.array(OrgQuota).optional(),
  /** Absent if not set. */
  ...StoredOrgFields,
});
export type Org = z.infer<typeof Org>;

/** `token` equals `accessToken`. `aud` is the token's audience. */
export const OrgAuth = z.object({
  accessToken: z.string(),
  token: z.string(),
  aud: z.object({ orgId: Id, role: z.enum(ROLES), tag: z.enum(["private", "public"]) }),
});
export type OrgAuth = z.infer<typeof OrgAuth>;

/** The server's state and capabilities. Callwright only. */
export const ServerStatus = z.object({
  version: z.string(),
  /** The transcriber of assistants set to `auto`. */
  hearing: z.enum(["moonshine", "browser"]),
  signUp: z.enum(["open", "invite", "first"]),
  /** True until the first account exists. */
  firstRun: z.boolean(),
  capabilities: Capabilities,
  /** Kinds of work that this server holds since it was restored from a backup. Absent: none. */
  held: z.array(HeldKind).optional(),
  /** Sign-in providers besides the password, in the order of the buttons. */
  socialProviders: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

export const orgRoutes = describeRoutes(
  { ...orgNoun.addresses, ...serverNoun.addresses },
  {
    listOrgs: {
      scope: "account",
      response: z.array(Org),
      summary: "List your organizations; creates the first one. A private token gets its own",
    },
    createOrg: {
      scope: "user",
      role: "viewer",
      body: CreateOrg,
      response: Org,
      status: 201,
      summary: "Create an organization; you become its admin",
    },
    getOrgAuth: {
      scope: "user",
      response: OrgAuth,
      summary: "Create an organization token",
    },
    getServerStatus: {
      scope: "none",
      response: ServerStatus,
      summary: "Get the server's status and capabilities",
    },
  },
);
