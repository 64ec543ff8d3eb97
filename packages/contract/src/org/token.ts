import { z } from "zod";
import { COMPAT_FORMS } from "../wire/compat.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { WebOrigin } from "../wire/web-origin.ts";
import { tokenNoun } from "./token-noun.ts";

/** A private token is for servers and has the role editor. A public token is for pages and can only start calls and chats. */
export const TOKEN_TAGS = ["private", "public"] as const;
export type TokenTag = (typeof TOKEN_TAGS)[number];

/** Lists need at least one entry. Omit the list to allow any. */
export const TokenRestrictions = z.strictObject({
  /** False: the token is disabled. Default true. */
  enabled: z.boolean().optional(),
  /** Public tokens only. Origins that may use the token; requests without an origin may not. Default: any request. */
  allowedOrigins: z.array(WebOrigin).min(1).max(100).optional(),
  /** Public tokens only. Assistants that the token may use. Default: any. */
  allowedAssistantIds: z.array(Id.toLowerCase()).min(1).max(100).optional(),
  /** Public tokens only. Allows inline assistants and overrides. Default true, or false if assistants are listed. */
  allowTransientAssistant: z.boolean().optional(),
});
export type TokenRestrictions = z.infer<typeof TokenRestrictions>;

const TokenFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  restrictions: TokenRestrictions.optional(),
  /** Applies the header `Callwright-Compat` to every request of the token. Callwright only. */
  compat: z.enum(COMPAT_FORMS).optional(),
};

export const CreateToken = z.strictObject({
  /** Default `private`. */
  tag: z.enum(TOKEN_TAGS).default("private"),
  ...TokenFields,
});
export type CreateToken = z.infer<typeof CreateToken>;

/** Merges by field. `restrictions` are replaced as a whole; null clears. The tag cannot change. */
export const UpdateToken = z.strictObject({
  tag: z.enum(TOKEN_TAGS).optional(),
  name: TokenFields.name.unwrap().nullable().optional(),
  restrictions: TokenRestrictions.nullable().optional(),
  compat: TokenFields.compat.unwrap().nullable().optional(),
});
export type UpdateToken = z.infer<typeof UpdateToken>;

export const Token = z.looseObject({
  ...EntityFields,
  tag: z.enum(TOKEN_TAGS),
  name: z.string().optional(),
  /** The bearer. For a private token, only in the response that creates it. */
  value: z.string().optional(),
  /** With defaults applied. */
  restrictions: TokenRestrictions,
  compat: TokenFields.compat,
  /** When it was last used, to the minute. Absent if never. Callwright only. */
  lastUsedAt: z.string().optional(),
});
export type Token = z.infer<typeof Token>;

const plain = resourceRoutes(tokenNoun, { create: CreateToken, update: UpdateToken, entity: Token, writeRole: "admin" });

export const tokenRoutes = describeRoutes(tokenNoun.addresses, {
  ...plain,
  createToken: { ...plain.createToken, summary: "Create an API token; only this response has the value of a private one" },
  updateToken: { ...plain.updateToken, summary: "Update an API token, effective at once" },
  restoreToken: { ...plain.restoreToken, summary: "Restore a deleted API token with its old value" },
});
