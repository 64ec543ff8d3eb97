import { z } from "zod";
import { EntityFields, Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { ListQuery } from "./list-query.ts";
import { defineRoutes } from "./route.ts";

/** A private token is for servers: it does what an editor may. A public one is for pages: it starts calls and chats, and does nothing else. */
export const TOKEN_TAGS = ["private", "public"] as const;
export type TokenTag = (typeof TOKEN_TAGS)[number];

/** What a browser sends as `Origin`: scheme, host and, where it is not the scheme's own, port. */
const AllowedOrigin = z
  .string()
  .max(300)
  .refine(isOrigin, { error: "must be an origin like https://www.example.com" })
  .transform((text) => new URL(text).origin);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  // A pattern would never match: origins are compared letter by letter.
  return (protocol === "https:" || protocol === "http:") && href === `${origin}/` && !origin.includes("*");
}

/** Lists hold at least one entry: an empty one could mean anything or nothing. Leave the list out to allow any. */
export const TokenRestrictions = z.strictObject({
  /** False: the token opens nothing until it is enabled again. Default true. */
  enabled: z.boolean().optional(),
  /** Public tokens only. Origins whose pages may use it; a request without an origin may not. Default: any, and none. */
  allowedOrigins: z.array(AllowedOrigin).min(1).max(100).optional(),
  /** Public tokens only. Assistants it may reach. Default: any. */
  allowedAssistantIds: z.array(Id.toLowerCase()).min(1).max(100).optional(),
  /** Public tokens only. May a page bring an assistant of its own, or change a stored one? Default true; false when assistants are listed. */
  allowTransientAssistant: z.boolean().optional(),
});
export type TokenRestrictions = z.infer<typeof TokenRestrictions>;

const TokenFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  restrictions: TokenRestrictions.optional(),
};

export const CreateToken = z.strictObject({
  /** Default `private`. */
  tag: z.enum(TOKEN_TAGS).default("private"),
  ...TokenFields,
});
export type CreateToken = z.infer<typeof CreateToken>;

/** Merges by field; `restrictions` are replaced whole, null clears. A token keeps its tag. */
export const UpdateToken = z.strictObject({
  tag: z.enum(TOKEN_TAGS).optional(),
  name: TokenFields.name.unwrap().nullable().optional(),
  restrictions: TokenRestrictions.nullable().optional(),
});
export type UpdateToken = z.infer<typeof UpdateToken>;

export const Token = z.looseObject({
  ...EntityFields,
  tag: z.enum(TOKEN_TAGS),
  name: z.string().optional(),
  /** The bearer. Of a private token only in the answer that creates it: nobody can read it again. */
  value: z.string().optional(),
  /** As they apply, defaults filled in. */
  restrictions: TokenRestrictions,
  /** When it was used last, to the minute; absent while it never was. Ours. */
  lastUsedAt: z.string().optional(),
});
export type Token = z.infer<typeof Token>;

export const tokenRoutes = defineRoutes({
  createToken: {
    method: "POST",
    path: "/token",
    scope: "private",
    role: "admin",
    body: CreateToken,
    response: Token,
    status: 201,
    summary: "Create an API token; the only answer with the value of a private one",
  },
  listTokens: {
    method: "GET",
    path: "/token",
    scope: "private",
    role: "viewer",
    query: ListQuery,
    response: z.array(Token),
    status: 200,
    summary: "List API tokens, newest first",
  },
  getToken: {
    method: "GET",
    path: "/token/{id}",
    scope: "private",
    role: "viewer",
    response: Token,
    status: 200,
    summary: "Get an API token",
  },
  updateToken: {
    method: "PATCH",
    path: "/token/{id}",
    scope: "private",
    role: "admin",
    body: UpdateToken,
    response: Token,
    status: 200,
    summary: "Change an API token; takes effect at its next request",
  },
  deleteToken: {
    method: "DELETE",
    path: "/token/{id}",
    scope: "private",
    role: "admin",
    response: Token,
    status: 200,
    summary: "Delete an API token: it opens nothing from now on; it can be restored for 30 days",
  },
  restoreToken: {
    method: "POST",
    path: "/token/{id}/restore",
    scope: "private",
    role: "admin",
    response: Token,
    status: 200,
    summary: "Bring a deleted API token back, with the value it had",
  },
});
