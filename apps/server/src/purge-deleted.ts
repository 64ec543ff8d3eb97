import { RESTORE_DAYS } from "@callwright/contract";
import { and, eq, inArray, lte } from "drizzle-orm";
import { assistant, call } from "./db/schema.ts";
import type { ServerContext } from "./server-context.ts";

type Context = Pick<ServerContext, "db" | "blobs" | "now">;

/** Rows of one statement: a call takes its events with it, an assistant its versions. */
const BATCH_ROWS = 100;

/** Removes for good what was deleted `RESTORE_DAYS` ago, with everything that belongs to it. Answers how much that was. */
export async function purgeDeleted(context: Context): Promise<{ calls: number; assistants: number }> {
  const deletedUntil = new Date(context.now().getTime() - RESTORE_DAYS * 86_400_000);
  return {
    calls: await inBatches(() => purgeCalls(context, deletedUntil)),
    assistants: await inBatches(() => purgeAssistants(context, deletedUntil)),
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

async function purgeAssistants({ db }: Context, deletedUntil: Date): Promise<number> {
  const due = db.select({ id: assistant.id }).from(assistant).where(lte(assistant.deletedAt, deletedUntil)).limit(BATCH_ROWS);
  const purged = await db.delete(assistant).where(inArray(assistant.id, due)).returning({ id: assistant.id });
  return purged.length;
}
