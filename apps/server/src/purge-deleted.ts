import { RESTORE_DAYS } from "@callwright/contract";
import { and, eq, inArray, lte } from "drizzle-orm";
import { assistant, call, token } from "./db/schema.ts";
import type { ServerContext } from "./server-context.ts";

type Context = Pick<ServerContext, "db" | "blobs" | "now">;

/** Rows of one statement: a call takes its events with it, an assistant its versions. */
const BATCH_ROWS = 100;

/** Removes for good what was deleted `RESTORE_DAYS` ago, with everything that belongs to it. Answers how much that was. */
export async function purgeDeleted(context: Context): Promise<{ calls: number; assistants: number; tokens: number }> {
  const deletedUntil = new Date(context.now().getTime() - RESTORE_DAYS * 86_400_000);
  return {
    calls: await inBatches(() => purgeCalls(context, deletedUntil)),
    assistants: await inBatches(() => purgeRows(context, assistant, deletedUntil)),
    tokens: await inBatches(() => purgeRows(context, token, deletedUntil)),
  };
}

async function inBatches(purgeBatch: () => Promise<number>): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await purgeBatch();
    purged += count;
    if (count < BATCH_ROWS) return purged;
  }
}

/** Blobs first: once its row is gone nobody knows of a blob. A purge that dies in between is finished by the next. */
async function purgeCalls({ db, blobs }: Context, deletedUntil: Date): Promise<number> {
  const rows = await db
    .select({ id: call.id, recordingKey: call.recordingKey, videoRecordingKey: call.videoRecordingKey })
    .from(call)
    .where(and(lte(call.deletedAt, deletedUntil), eq(call.status, "ended")))
    .limit(BATCH_ROWS);
  if (rows.length === 0) return 0;
  const keys = rows.flatMap(({ recordingKey, videoRecordingKey }) => [recordingKey, videoRecordingKey]);
  for (const key of keys) if (key !== null) await blobs.delete(key);
  const ids = rows.map(({ id }) => id);
  await db.delete(call).where(and(inArray(call.id, ids), lte(call.deletedAt, deletedUntil)));
  return rows.length;
}

/** Of a table whose rows take along what belongs to them. */
async function purgeRows({ db }: Context, table: typeof assistant | typeof token, deletedUntil: Date): Promise<number> {
  const due = db.select({ id: table.id }).from(table).where(lte(table.deletedAt, deletedUntil)).limit(BATCH_ROWS);
  const purged = await db.delete(table).where(inArray(table.id, due)).returning({ id: table.id });
  return purged.length;
}
