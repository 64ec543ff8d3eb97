import { lt } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { deviceCode, session, verification } from "./tables.ts";

/** An expired row is kept for this hour, so that a late client is told that it has expired. */
const TOLD_MS = 3_600_000;

/** Removes sessions, codes of devices and links of mails that have expired. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TOLD_MS);
  for (const table of [session, deviceCode, verification]) await db.delete(table).where(lt(table.expiresAt, before));
}
