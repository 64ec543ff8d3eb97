import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { KEY_SET_MAX_KEYS, NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { ROLES } from "../wire/route.ts";
import { keySetNoun } from "./key-set-noun.ts";

/** The audience (`aud`) of a token signed by an organization's server. */
export const KEY_SET_AUDIENCE = "callwright";
/** Allowed algorithms of such a token. All are asymmetric. */
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

/** A public key as a JSON Web Key. RSA keys need at least 2048 bits. */
const PublicKey = z.looseObject({ kty: z.enum(["RSA", "EC", "OKP"]), kid: z.string().min(1).max(200).optional() });

/** A JSON Web Key Set. */
const PublicKeys = z.strictObject({ keys: z.array(PublicKey).min(1).max(KEY_SET_MAX_KEYS) });

const KeySetFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  /** `iss` of the tokens. Unique in the organization. */
  issuer: z
    .string()
    .min(1)
    .max(500)
    .meta({ examples: ["https://accounts.example.com"] }),
  /** Address of the keys, which is read again when they change. Excludes `keys`. */
  jwksUrl: z
    .url({ protocol: /^https?$/, error: "must be an address like https://accounts.example.com/.well-known/jwks.json" })
    .max(2000)
    .optional()
    .meta({ title: "JWKS URL", examples: ["https://accounts.example.com/.well-known/jwks.json"] }),
  /** The keys themselves. */
  keys: PublicKeys.optional(),
  /** Maximum role of a token signed with these keys. The claim `role` can lower it. */
  role: z.enum(ROLES),
};

export const CreateKeySet = z
  .strictObject(KeySetFields)
  .refine(({ jwksUrl, keys }) => (jwksUrl === undefined) !== (keys === undefined), {
    error: "must be either jwksUrl or keys",
    path: ["keys"],
  })
  .meta({
    examples: [
      {
        name: "My server",
        issuer: "https://accounts.example.com",
        jwksUrl: "https://accounts.example.com/.well-known/jwks.json",
        role: "viewer",
      },
    ],
  });
export type CreateKeySet = z.infer<typeof CreateKeySet>;

/** Public keys for tokens signed by an organization's servers. */
export const KeySet = z.looseObject({
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  ...KeySetFields,
  /** When a token signed with these keys was last used, to the minute. */
  lastUsedAt: z.string().optional(),
});
export type KeySet = z.infer<typeof KeySet>;

const own = { role: "admin" } as const;

export const keySetRoutes = describeRoutes(keySetNoun.addresses, {
  listKeySets: {
    ...own,
    response: z.array(KeySet),
    summary: "List key sets, oldest first",
  },
  createKeySet: {
    ...own,
    body: CreateKeySet,
    response: KeySet,
    status: 201,
    summary: "Register public keys for tokens signed by your servers",
  },
  deleteKeySet: {
    ...own,
    response: KeySet,
    summary: "Delete a key set and reject its tokens from now on",
  },
});
