import { lt } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { deviceCode, session, verification } from "./tables.ts";

/** An hour in which who comes too late is still told so. */
const TOLD_MS = 3_600_000;

/** Removes sessions, codes of devices and links of mails that have expired. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TOLD_MS);
  for (const table of [session, deviceCode, verification]) await db.delete(table).where(lt(table.expiresAt, before));
}
