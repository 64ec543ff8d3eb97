import { KEY_SET_CACHE_MAX_AGE_MS, TOKEN_LIFETIME_SECONDS } from "@callwright/contract";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { createJwk, type Jwk, type JwtOptions, jwt } from "better-auth/plugins";
import { desc, eq } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { jwks } from "./tables.ts";
import { TOKEN_ISSUER, USER_AUDIENCE } from "./token-claims.ts";

/** A key signs for this long. */
const ROTATION_MS = 30 * 86_400_000;
/** A key begins to sign so long after it was published: until then a client may hold a key set without it. */
const PUBLISHED_AHEAD_MS = KEY_SET_CACHE_MAX_AGE_MS;
/** This long after its successor was published, all tokens signed by a key have expired: twice the longest life of a token. */
const RETIRED_AFTER_MS = 2 * (PUBLISHED_AHEAD_MS + TOKEN_LIFETIME_SECONDS * 1000);

interface KeyOptions {
  db: Database;
  now: () => Date;
  newId: () => string;
}

/** The keys of our tokens, and the user's token at `GET /token`. The next key is published before it signs, so nobody is signed out by it. */
export function signingKeys({ db, now, newId }: KeyOptions) {
  const options: JwtOptions = {
    // A token with every read of the session would double its cost.
    disableSettingJwtHeader: true,
    jwt: {
      issuer: TOKEN_ISSUER,
      audience: USER_AUDIENCE,
      expirationTime: `${TOKEN_LIFETIME_SECONDS}s`,
      definePayload: ({ session }) => ({ jti: newId(), sid: session.id, iat: Math.floor(now().getTime() / 1000) }),
    },
    adapter: {
      // The library signs with the newest key that it gets, and publishes all of them.
      getJwks: async ({ path }) => {
        const keys = await listKeys(db);
        return path === "/jwks" ? keys : keys.filter((key) => key === keyThatSigns(keys, now()));
      },
      createJwk: async (key) => {
        const made = { ...key, id: newId(), createdAt: now() };
        await db.insert(jwks).values(made);
        return made;
      },
    },
  };
  const rotation = {
    id: "signing-key-rotation",
    endpoints: {
      publishSigningKey: createAuthEndpoint.serverOnly({ method: "POST" }, async (ctx) => void (await createJwk(ctx, options))),
    },
  } satisfies BetterAuthPlugin;
  return [jwt(options), rotation] as const;
}

/** Publishes the next key when it is due, and removes keys whose tokens have all expired. */
export async function rotateSigningKeys(db: Database, publishKey: () => Promise<void>, now: Date): Promise<void> {
  const keys = await listKeys(db);
  const [newest] = keys;
  if (newest && ageMs(newest, now) >= ROTATION_MS) await publishKey();
  const retired = keys.filter((_, index) => {
    const successor = keys[index - 1];
    return successor && ageMs(successor, now) >= RETIRED_AFTER_MS;
  });
  for (const { id } of retired) await db.delete(jwks).where(eq(jwks.id, id));
}

/** Newest first. */
async function listKeys(db: Database): Promise<Jwk[]> {
  const rows = await db.select().from(jwks).orderBy(desc(jwks.createdAt), desc(jwks.id));
  return rows.map(({ id, publicKey, privateKey, createdAt }) => ({ id, publicKey, privateKey, createdAt }));
}

/** The newest key that all clients know; before there is one, the first key. */
function keyThatSigns(keys: readonly Jwk[], now: Date): Jwk | undefined {
  return keys.find((key) => ageMs(key, now) >= PUBLISHED_AHEAD_MS) ?? keys.at(-1);
}

const ageMs = ({ createdAt }: Jwk, now: Date) => now.getTime() - createdAt.getTime();
