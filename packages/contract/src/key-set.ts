import { z } from "zod";
import { Id } from "./entity.ts";
import { KEY_SET_MAX_KEYS, NAME_MAX_CHARACTERS } from "./limits.ts";
import { defineRoutes, ROLES } from "./route.ts";

/** What a token of an organisation's own server names as its audience (`aud`). */
export const KEY_SET_AUDIENCE = "callwright";
/** Algorithms such a token may be signed with. None of them has a shared secret. */
export const KEY_SET_ALGORITHMS: readonly string[] = [
  "EdDSA",
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

/** A public key as a JSON Web Key. One of RSA has at least 2048 bits. */
const PublicKey = z.looseObject({ kty: z.enum(["RSA", "EC", "OKP"]), kid: z.string().min(1).max(200).optional() });

/** A JSON Web Key Set. */
const PublicKeys = z.strictObject({ keys: z.array(PublicKey).min(1).max(KEY_SET_MAX_KEYS) });

const KeySetFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  /** `iss` of its tokens; one key set of an organisation for each. */
  issuer: z
    .string()
    .min(1)
    .max(500)
    .meta({ examples: ["https://accounts.example.com"] }),
  /** Where the keys are read, again when they change. Either this or `keys`. */
  jwksUrl: z
    .url({ protocol: /^https?$/, error: "must be an address like https://accounts.example.com/.well-known/jwks.json" })
    .max(2000)
    .optional()
    .meta({ title: "JWKS URL", examples: ["https://accounts.example.com/.well-known/jwks.json"] }),
  /** The keys themselves. */
  keys: PublicKeys.optional(),
  /** The most a token signed with them may be; its claim `role` can lower that. */
  role: z.enum(ROLES),
};

export const CreateKeySet = z
  .strictObject(KeySetFields)
  .refine(({ jwksUrl, keys }) => (jwksUrl === undefined) !== (keys === undefined), {
    error: "must be one of jwksUrl and keys",
    path: ["keys"],
  });
export type CreateKeySet = z.infer<typeof CreateKeySet>;

/** Public keys with which an organisation's own servers sign tokens. */
export const KeySet = z.looseObject({
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  ...KeySetFields,
  /** When a token signed with them was used last, to the minute. */
  lastUsedAt: z.string().optional(),
});
export type KeySet = z.infer<typeof KeySet>;

const own = { scope: "private", role: "admin" } as const;

export const keySetRoutes = defineRoutes({
  listKeySets: {
    ...own,
    method: "GET",
    path: "/org/{id}/key-set",
    response: z.array(KeySet),
    status: 200,
    summary: "List an organisation's own key sets, oldest first",
  },
  createKeySet: {
    ...own,
    method: "POST",
    path: "/org/{id}/key-set",
    body: CreateKeySet,
    response: KeySet,
    status: 201,
    summary: "Register public keys with which an organisation's own servers sign tokens",
  },
  deleteKeySet: {
    ...own,
    method: "DELETE",
    path: "/org/{id}/key-set/{keySetId}",
    response: KeySet,
    status: 200,
    summary: "Delete a key set: tokens signed with its keys open nothing from now on",
  },
});
