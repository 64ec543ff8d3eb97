import { PLATFORM_ERRORS } from "@callwright/contract";
import { APIError } from "better-auth/api";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { firstAccount, invitation, user } from "./tables.ts";

/** A sign-up that claimed to be the first, and created no account within this time, loses the claim. */
const CLAIM_SECONDS = 30;

export function hasAccounts(db: Database): Promise<boolean> {
  return db
    .select({ id: user.id })
    .from(user)
    .limit(1)
    .then((rows) => rows.length > 0);
}

/** Whether a person with this address may sign up. Checked first, so that a closed server does not reveal which addresses have accounts. */
export async function requireSignUpOpen(db: Database, signUp: Config["signUp"], email: string, now: Date): Promise<void> {
  if (signUp === "open") return;
  if (signUp === "first" && !(await hasAccounts(db))) return;
  if (!(await isInvited(db, email, now))) throw signUpClosed();
}

/** The same question at the moment the account is made, when of two first sign-ups at once only one may win. */
export async function claimAccount(db: Database, signUp: Config["signUp"], email: string, now: Date): Promise<void> {
  if (signUp === "open" || (await isInvited(db, email, now))) return;
  if (signUp !== "first" || !(await claimFirst(db, email, now))) throw signUpClosed();
}

async function claimFirst(db: Database, email: string, now: Date): Promise<boolean> {
  if (await hasAccounts(db)) return false;
  const abandonedBefore = new Date(now.getTime() - CLAIM_SECONDS * 1000);
  const won = await db
    .insert(firstAccount)
    .values({ email, claimedAt: now })
    .onConflictDoUpdate({
      target: firstAccount.id,
      set: { email, claimedAt: now },
      setWhere: sql`${firstAccount.claimedAt} < ${abandonedBefore}`,
    })
    .returning({ email: firstAccount.email });
  return won.length > 0;
}

async function isInvited(db: Database, email: string, now: Date): Promise<boolean> {
  const found = await db
    .select({ id: invitation.id })
    .from(invitation)
    .where(and(eq(invitation.email, email.toLowerCase()), eq(invitation.status, "pending"), gt(invitation.expiresAt, now)))
    .limit(1);
  return found.length > 0;
}

function signUpClosed(): APIError {
  return new APIError("FORBIDDEN", { code: "sign-up-closed", message: PLATFORM_ERRORS["sign-up-closed"].message });
}
