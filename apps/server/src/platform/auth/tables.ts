import type { CompatForm, CreateOrg, QuotaName, TokenRestrictions, TokenTag } from "@callwright/contract";
import { boolean, index, integer, jsonb, pgSchema, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { entity, instant } from "../db/table-columns.ts";

/** API tokens. */
export const token = pgTable(
  "token",
  {
    ...entity,
    tag: text("tag").$type<TokenTag>().notNull(),
    name: text("name"),
    restrictions: jsonb("restrictions").$type<TokenRestrictions>().notNull(),
    /** SHA-256 of the value. */
    valueHash: text("value_hash").notNull(),
    /** The value of a public token; the value of a private one is not stored. */
    value: text("value"),
    compat: text("compat").$type<CompatForm>(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    uniqueIndex("token_value").on(t.valueHash),
    index("token_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/**
 * better-auth's tables, as its generator made them for our plugins, in a PostgreSQL schema of their own:
 * its `session` is a browser's sign-in, the platform's is a conversation.
 */
export const authSchema = pgSchema("auth");

const createdAt = instant("created_at").defaultNow().notNull();

const updatedAt = instant("updated_at")
  .defaultNow()
  .$onUpdate(() => new Date())
  .notNull();

export const user = authSchema.table("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").default(false).notNull(),
  image: text("image"),
  createdAt,
  updatedAt,
});

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

export const session = authSchema.table(
  "session",
  {
    id: text("id").primaryKey(),
    expiresAt: instant("expires_at").notNull(),
    /** Its SHA-256: see session-tokens.ts. */
    token: text("token").notNull().unique(),
    createdAt,
    updatedAt,
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    userId: userId(),
    activeOrganizationId: text("active_organization_id"),
  },
  (t) => [index("session_user").on(t.userId)],
);

export const account = authSchema.table(
  "account",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt,
    updatedAt,
  },
  (t) => [index("account_user").on(t.userId)],
);

export const verification = authSchema.table(
  "verification",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [index("verification_identifier").on(t.identifier)],
);

/** Keys that sign our tokens. Private ones are encrypted with the server's secret. */
export const jwks = authSchema.table("jwks", {
  id: text("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at"),
  alg: text("alg"),
  crv: text("crv"),
});

export const organization = authSchema.table("organization", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  logo: text("logo"),
  createdAt: instant("created_at").notNull(),
  /** Our column: when the organization last changed, for the platform API. */
  updatedAt,
  metadata: text("metadata"),
  /** Ours: the platform's fields of an organization, besides the name. */
  fields: jsonb("fields").$type<Omit<CreateOrg, "name">>().default({}).notNull(),
  /** Ours: limits that the operator has set for it (`npm run quota`). Null: none. */
  quotas: jsonb("quotas").$type<Partial<Record<QuotaName, number | null>>>(),
  /** Ours: from this time its tokens are refused. It is purged `RESTORE_DAYS` later. */
  deletedAt: instant("deleted_at"),
});

const organizationId = () =>
  text("organization_id")
    .notNull()
    .references(() => organization.id, { onDelete: "cascade" });

export const member = authSchema.table(
  "member",
  {
    id: text("id").primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    /** A `Role` of the contract. */
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [uniqueIndex("member_once").on(t.organizationId, t.userId), index("member_user").on(t.userId)],
);

export const invitation = authSchema.table(
  "invitation",
  {
    id: text("id").primaryKey(),
    organizationId: organizationId(),
    email: text("email").notNull(),
    role: text("role"),
    status: text("status").default("pending").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt,
    /** Our column: a path of this server where the person continues after accepting. */
    redirectTo: text("redirect_to"),
    /** Our column: when its mail was last sent. */
    sentAt: instant("sent_at"),
    /** Our column: the sealed secret of its link. Null for an invitation of an earlier release, whose link has none. */
    secret: text("secret"),
    inviterId: text("inviter_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (t) => [index("invitation_organization").on(t.organizationId), index("invitation_email").on(t.email)],
);

/** A device that asks for access without its own browser (RFC 8628). */
export const deviceCode = authSchema.table(
  "device_code",
  {
    id: text("id").primaryKey(),
    deviceCode: text("device_code").notNull(),
    userCode: text("user_code").notNull(),
    userId: text("user_id").references(() => user.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    status: text("status").notNull(),
    lastPolledAt: instant("last_polled_at"),
    /** Milliseconds. */
    pollingInterval: integer("polling_interval"),
    clientId: text("client_id"),
    scope: text("scope"),
  },
  (t) => [uniqueIndex("device_code_once").on(t.deviceCode), uniqueIndex("device_user_code_once").on(t.userCode)],
);

/** Ours: public keys with which an organization's own servers sign tokens. Either an address, or the keys themselves. */
export const orgKeySet = authSchema.table(
  "org_key_set",
  {
    id: text("id").primaryKey(),
    organizationId: organizationId(),
    name: text("name").notNull(),
    /** `iss` of its tokens. */
    issuer: text("issuer").notNull(),
    jwksUrl: text("jwks_url"),
    keys: jsonb("keys").$type<{ keys: Record<string, unknown>[] }>(),
    /** The most a token may be, a `Role` of the contract. */
    role: text("role").notNull(),
    /** User id; null for an API token. */
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [uniqueIndex("org_key_set_issuer").on(t.organizationId, t.issuer)],
);

/** Our table: recent attempts, for the limits that all nodes share. */
export const attempt = authSchema.table("attempt", {
  /** What is counted, and for whom. */
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  /** Beginning of the time in which it is counted. */
  since: instant("since").notNull(),
  /** Refused until then. */
  lockedUntil: instant("locked_until"),
});

/** Our table: at most one row, for the first account. It prevents two simultaneous sign-ups from both being the first. */
export const firstAccount = authSchema.table("first_account", {
  id: integer("id").primaryKey().default(1),
  email: text("email").notNull(),
  claimedAt: instant("claimed_at").notNull(),
});
