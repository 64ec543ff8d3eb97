import { EXPORT_LINK_DAYS } from "@callwright/contract";
import { and, eq, inArray, isNull, lte, or } from "drizzle-orm";
import { exportBlobKey, recordingBlobKey } from "../../platform/blobs/blob-key.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { Lifetime } from "../../platform/modules/module.ts";
import { call, callExport } from "./tables.ts";

const DAY_MS = 86_400_000;

export const callLifetimes: readonly Lifetime[] = [
  {
    table: call,
    // A call that was deleted while it runs is purged after its end. A scheduled call of a deleted organization never starts.
    purgeable: inArray(call.status, ["ended", "scheduled"]),
    blobKeys: callBlobKeys,
    retention: {
      name: "calls",
      // A scheduled call is created long before it takes place.
      isOver: (until) => and(eq(call.status, "ended"), or(isNull(call.endedAt), lte(call.endedAt, until))),
    },
  },
  {
    table: callExport,
    blobKeys: exportBlobKeys,
    retention: { name: "exports" },
    // The links of these exports have expired.
    expired: (now) => lte(callExport.updatedAt, new Date(now.getTime() - (EXPORT_LINK_DAYS + 1) * DAY_MS)),
  },
];

/** The blobs of calls. */
export async function callBlobKeys(db: Database, ids: string[]): Promise<(string | null)[]> {
  const rows = await db
    .select({
      id: call.id,
      orgId: call.orgId,
      video: call.videoRecordingKey,
      files: call.artifactFiles,
      sound: call.recordingKey,
    })
    .from(call)
    .where(inArray(call.id, ids));
  // A server that ends between the two steps leaves the original of a converted or uploaded file.
  return rows.flatMap(({ id, orgId, video, files, sound }) => [
    ...new Set([recordingBlobKey(orgId, id), sound, video, ...files.map(({ key }) => key)]),
  ]);
}

/** The blobs of exports. */
export async function exportBlobKeys(db: Database, ids: string[]): Promise<string[]> {
  const { id, orgId, query } = callExport;
  const rows = await db.select({ id, orgId, query }).from(callExport).where(inArray(id, ids));
  return rows.map((row) => exportBlobKey(row.orgId, row.id, row.query.format));
}
