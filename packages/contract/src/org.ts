import { z } from "zod";
import { Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { OrgFields } from "./org-fields.ts";
import { defineRoutes, ROLES } from "./route.ts";

const { name: _, ...StoredOrgFields } = OrgFields;

export const CreateOrg = z.strictObject({ ...OrgFields, name: z.string().min(1).max(NAME_MAX_CHARACTERS) });
export type CreateOrg = z.infer<typeof CreateOrg>;

export const Org = z.looseObject({
  id: Id,
  name: z.string().max(NAME_MAX_CHARACTERS),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The caller's role in it. Ours. */
  role: z.enum(ROLES).optional(),
  /** As they were set; absent when they were not. */
  ...StoredOrgFields,
});
export type Org = z.infer<typeof Org>;

/** `token` equals `accessToken`; `aud` says whom the token is for. */
export const OrgAuth = z.object({
  accessToken: z.string(),
  token: z.string(),
  aud: z.object({ orgId: Id, role: z.enum(ROLES), tag: z.enum(["private", "public"]) }),
});
export type OrgAuth = z.infer<typeof OrgAuth>;

/** What the server can do right now, for screens that must say so. Ours. */
export const ServerStatus = z.object({
  version: z.string(),
  /** Who hears callers when an assistant says `auto`. */
  hearing: z.enum(["pocketsphinx", "browser"]),
  signUp: z.enum(["open", "invite", "first"]),
  /** True until the first account exists. */
  firstRun: z.boolean(),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

export const orgRoutes = defineRoutes({
  listOrgs: {
    method: "GET",
    path: "/org",
    scope: "account",
    role: "viewer",
    response: z.array(Org),
    status: 200,
    summary: "List the caller's organisations; makes a person's first when there is none. Of a private token: its own",
  },
  createOrg: {
    method: "POST",
    path: "/org",
    scope: "user",
    role: "viewer",
    body: CreateOrg,
    response: Org,
    status: 201,
    summary: "Create an organisation; the caller is its admin",
  },
  getOrgAuth: {
    method: "GET",
    path: "/org/{id}/auth",
    scope: "user",
    role: "viewer",
    response: OrgAuth,
    status: 200,
    summary: "Mint an organisation token",
  },
  getServerStatus: {
    method: "GET",
    path: "/server-status",
    scope: "none",
    role: "viewer",
    response: ServerStatus,
    status: 200,
    summary: "What this server is and can do",
  },
});
