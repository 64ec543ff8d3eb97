import { lte } from "drizzle-orm";
import { callCommand } from "../../modules/call/tables.ts";
import type { Database } from "../db/connect.ts";
import { realtimeMutation } from "./tables.ts";

const HOUR_MS = 3_600_000;
/** A client that comes back later has long forgotten what it sent. */
const MUTATIONS_KEPT_MS = 24 * HOUR_MS;
/** The host's node takes a command within moments; what it did stands in the call itself. */
const COMMANDS_KEPT_MS = HOUR_MS;

/** Answers to mutations that no client will send again, and commands of calls. */
export async function forgetOldRealtime(db: Database, now: Date): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs);
  await db.delete(realtimeMutation).where(lte(realtimeMutation.createdAt, before(MUTATIONS_KEPT_MS)));
  await db.delete(callCommand).where(lte(callCommand.createdAt, before(COMMANDS_KEPT_MS)));
}
