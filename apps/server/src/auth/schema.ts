import type { CreateOrg } from "@callwright/contract";
import { boolean, index, integer, jsonb, pgSchema, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * better-auth's tables, as its generator made them for our plugins, in a PostgreSQL schema of their own:
 * its `session` is a browser's sign-in, the platform's is a conversation.
 */
export const authSchema = pgSchema("auth");

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
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
  /** Ours: the platform's organisations tell when they last changed. */
  updatedAt,
  metadata: text("metadata"),
  /** Ours: what the platform's organisations are made of, beside the name. */
  fields: jsonb("fields").$type<Omit<CreateOrg, "name">>().default({}).notNull(),
  /** Ours: from then on none of its tokens opens anything. It is purged `RESTORE_DAYS` later. */
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
    inviterId: text("inviter_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (t) => [index("invitation_organization").on(t.organizationId), index("invitation_email").on(t.email)],
);

/** Ours: one row at most, who may be the first account. It keeps two sign-ups at once from both being the first. */
export const firstAccount = authSchema.table("first_account", {
  id: integer("id").primaryKey().default(1),
  email: text("email").notNull(),
  claimedAt: instant("claimed_at").notNull(),
});
