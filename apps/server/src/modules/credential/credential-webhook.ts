import { createHmac } from "node:crypto";
import { CreateCredential, type CredentialWebhook } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import { organization } from "../../platform/auth/tables.ts";
import type { Logger } from "../../platform/config/logger.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { isSameSecret } from "../../platform/secrets/same-secret.ts";
import { credentials } from "./service.ts";
import { credential } from "./tables.ts";

/** Header with the HMAC-SHA256 of the body in hex, set by Nango. */
export const SIGNATURE_HEADER = "x-nango-hmac-sha256";

/** Whether the body was signed with the secret. False without a secret. */
export function isSigned(bodyText: string, signature: string | undefined, secret: string | undefined): boolean {
  if (secret === undefined || signature === undefined) return false;
  return isSameSecret(signature, createHmac("sha256", secret).update(bodyText).digest("hex"));
}

type Context = Pick<ServerContext, "config" | "db" | "now" | "newId" | "secrets">;

/** Stores a successful sign-in as a credential of its provider. A repeated delivery updates that credential. Check the signature first. */
export async function takeSignIn(context: Context, body: CredentialWebhook, log: Logger): Promise<void> {
  if (!body.success || body.type !== "auth") return;
  const { connectionId: authorizationId, endUser } = body;
  const config = [body.providerConfigKey, body.provider]
    .map((provider) => CreateCredential.safeParse({ provider, authorizationId }).data)
    .find((each) => each !== undefined);
  const isTaken =
    config &&
    (await context.db.transaction((db) => storeSignIn({ ...context, db }, endUser.organizationId, { config, authorizationId })));
  if (!isTaken) log.warn({ provider: body.provider }, "sign-in of an unknown provider or organization ignored");
}

/** Runs in a transaction. False for an unknown organization. */
async function storeSignIn(
  context: Context,
  organizationId: string,
  { config, authorizationId }: { config: CreateCredential; authorizationId: string },
): Promise<boolean> {
  const orgId = organizationId.toLowerCase();
  // The lock makes a second delivery at the same time wait, and find the credential of the first.
  const [org] = await context.db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, orgId), isNull(organization.deletedAt)))
    .for("update");
  if (!org) return false;
  const caller: OrgCaller = { kind: "org", orgId, role: "admin", tag: "private", userId: null, apiToken: null };
  const [known] = await context.db
    .select({ id: credential.id })
    .from(credential)
    .where(
      and(
        eq(credential.orgId, orgId),
        isNull(credential.deletedAt),
        sql`${credential.config} @> ${JSON.stringify({ provider: config.provider, authorizationId })}::jsonb`,
      ),
    );
  if (known) await credentials.update(context, caller, known.id, { authorizationId });
  else await credentials.create(context, caller, config);
  return true;
}
