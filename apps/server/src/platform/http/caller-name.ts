import type { CallSupervisor } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { token, user } from "../auth/tables.ts";
import type { Database } from "../db/connect.ts";
import type { OrgCaller } from "./caller.ts";

const NAMELESS_TOKEN = "API token";

/** The name of a caller, for colleagues: of a person, of an API token, or of the subject that the organization's own server names. */
export async function nameCaller(
  db: Database,
  { userId, apiToken, keySet }: Pick<OrgCaller, "userId" | "apiToken" | "keySet">,
): Promise<CallSupervisor> {
  if (userId !== null) {
    const [person] = await db.select({ name: user.name }).from(user).where(eq(user.id, userId));
    return { userId, name: person?.name || userId };
  }
  if (keySet) return { userId: null, name: `${keySet.name}: ${keySet.subject}` };
  const [named] = await db
    .select({ name: token.name })
    .from(token)
    .where(eq(token.id, apiToken?.id ?? ""));
  return { userId: null, name: named?.name || NAMELESS_TOKEN };
}
