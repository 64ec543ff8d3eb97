import { createHash, randomBytes } from "node:crypto";
import type { ConnectableProvider } from "@callwright/contract";
import { and, eq, gt } from "drizzle-orm";
import { verification } from "../../platform/auth/tables.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { sealerOf } from "../../platform/secrets/sealed-text.ts";

/** A pending request of an admin to connect an account. */
export interface ConnectRequest {
  orgId: string;
  provider: ConnectableProvider;
  /** The person who asked; null for an API token. */
  userId: string | null;
  /** The credential that is connected again. */
  credentialId?: string | undefined;
}

/** A browser that was sent to the service. */
export interface PendingSignIn extends ConnectRequest {
  /** The person who was signed in here. */
  startedBy: string;
  redirectUri: string;
  codeVerifier: string;
  /** SHA-256 of the secret in the browser's cookie. */
  browserHash: string;
}

interface Kinds {
  session: ConnectRequest;
  state: PendingSignIn;
}

/** How long a session token of the connecting is valid, and a sign-in at the service. */
export const CONNECT_MS = 15 * 60_000;

export const newSecret = () => randomBytes(32).toString("base64url");
export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

const identifierOf = (kind: keyof Kinds, token: string) => `connect-${kind}:${hashOf(token)}`;

/** The database has only the token's hash; the rest is sealed. Housekeeping removes expired requests. */
export async function putConnect<Kind extends keyof Kinds>(
  { db, secrets, now, newId }: ResourceContext,
  kind: Kind,
  value: Kinds[Kind],
): Promise<{ token: string; expiresAt: Date }> {
  const token = newSecret();
  const identifier = identifierOf(kind, token);
  const [createdAt, expiresAt] = [now(), new Date(now().getTime() + CONNECT_MS)];
  const sealed = sealerOf(secrets).seal(JSON.stringify(value), identifier);
  await db.insert(verification).values({ id: newId(), identifier, value: sealed, expiresAt, createdAt, updatedAt: createdAt });
  return { token, expiresAt };
}

/** The request that a token belongs to. The token stays valid. */
export async function findConnect<Kind extends keyof Kinds>(
  { db, secrets, now }: ResourceContext,
  kind: Kind,
  token: string,
): Promise<Kinds[Kind] | undefined> {
  const identifier = identifierOf(kind, token);
  const [row] = await db
    .select()
    .from(verification)
    .where(and(eq(verification.identifier, identifier), gt(verification.expiresAt, now())));
  return row && JSON.parse(sealerOf(secrets).open(row.value, identifier));
}

/** As `findConnect`, but once: of two simultaneous requests, only one gets it. */
export async function takeConnect<Kind extends keyof Kinds>(
  { db, secrets, now }: ResourceContext,
  kind: Kind,
  token: string,
): Promise<Kinds[Kind] | undefined> {
  const identifier = identifierOf(kind, token);
  const [row] = await db.delete(verification).where(eq(verification.identifier, identifier)).returning();
  if (!row || row.expiresAt <= now()) return undefined;
  return JSON.parse(sealerOf(secrets).open(row.value, identifier));
}
