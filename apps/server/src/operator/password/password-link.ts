import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { LINK_SECONDS, RESET_PAGE } from "../../platform/auth/account-mails.ts";
import { listOrgsOfUser } from "../../platform/auth/stores/orgs.ts";
import { user, verification } from "../../platform/auth/tables.ts";
import type { Config } from "../../platform/config/config.ts";
import { StartError } from "../../platform/config/start-error.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { AuditLog } from "../../platform/http/audit-log.ts";

interface Context {
  db: Database;
  config: Pick<Config, "publicUrl" | "port">;
  audit: AuditLog;
  now: () => Date;
  newId: () => string;
}

const USAGE = "Say whose password to reset: npm run password -- person@example.com";

/**
 * Stores the same link that an e-mail would bring, and answers it as text: it works once, within an hour. Until then the old password and
 * its sessions go on. Each organization of the person finds it in its audit log. Fails with a `StartError`.
 */
export async function createPasswordLink(context: Context, [address, ...more]: readonly string[]): Promise<string> {
  const { db, config, audit, now, newId } = context;
  if (address === undefined || more.length > 0) throw new StartError(USAGE);
  const [person] = await db
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .where(eq(user.email, address.toLowerCase()));
  if (!person) throw new StartError(`There is no account with the address ${address}. ${USAGE}`);
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(now().getTime() + LINK_SECONDS * 1000);
  await db.insert(verification).values({ id: newId(), identifier: identifierOf(token), value: person.id, expiresAt });
  for (const { id: orgId } of await listOrgsOfUser(db, person.id))
    audit.record({
      orgId,
      action: "createPasswordLink",
      targetId: person.id,
      targetName: person.name,
      actor: "operator",
      actorId: "operator",
      actorName: "Operator",
    });
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  return [
    `${person.name} (${person.email}) chooses a new password at this address, once and within an hour:`,
    `${origin}${RESET_PAGE}?token=${token}`,
    "Give it to nobody else. With the new password, all sessions of the account end.",
    "",
  ].join("\n");
}

/** As better-auth finds the tokens of its links, with `verification: { storeIdentifier: "hashed" }`. */
const identifierOf = (token: string) => createHash("sha256").update(`reset-password:${token}`).digest("base64url");
