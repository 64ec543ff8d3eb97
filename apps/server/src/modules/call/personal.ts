import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { PersonalRows, Platform, Unreleased } from "../../platform/modules/module.ts";
import { StorageError } from "../../platform/storage/bucket.ts";
import { deleteObject } from "../../platform/storage/bucket-objects.ts";
import { findBucket } from "../credential/org-buckets.ts";
import { webhookDelivery } from "../webhook/tables.ts";
import { callBlobKeys, exportBlobKeys } from "./lifetimes.ts";
import { type ArtifactFile, call, callEvent, callExport, callNote } from "./tables.ts";

/** An export that is not made by then is not made any more. */
const EXPORT_MAX_MS = 3_600_000;

const customer = sql`${call.details} -> 'customer'`;
const metadata = sql`${call.details} -> 'metadata'`;
const overrides = sql`${call.assistantOverrides} -> 'variableValues'`;

/** Exports hold any calls, so all of them go with a call. */
export const personalCalls: readonly PersonalRows[] = [
  {
    table: call,
    kind: "calls",
    names: sql`jsonb_build_array(${customer}, ${metadata}, ${overrides})`,
    isOver: () => inArray(call.status, ["ended", "scheduled"]),
    waitsFor: (rows) => (rows === 1 ? "1 call has not ended." : `${rows} calls have not ended.`),
    countMore: countOfCalls,
    listElsewhere,
    release,
  },
  {
    table: callExport,
    kind: "exports",
    names: { with: call },
    isOver: (now) =>
      or(
        isNotNull(callExport.sentAt),
        isNotNull(callExport.deletedAt),
        lte(callExport.createdAt, new Date(now.getTime() - EXPORT_MAX_MS)),
      ),
    waitsFor: (rows) => (rows === 1 ? "1 export is being made." : `${rows} exports are being made.`),
    async release({ db, blobs }, _orgId, ids) {
      for (const key of await exportBlobKeys(db, [...ids])) await blobs.delete(key);
      return {};
    },
  },
];

async function countOfCalls(db: Database, ids: readonly string[]) {
  const those = [...ids];
  const rows = await db
    .select({ files: call.artifactFiles, sound: call.recordingKey, video: call.videoRecordingKey })
    .from(call)
    .where(inArray(call.id, those));
  const recordings = rows.map(({ files, sound, video }) => {
    const made = files.filter(({ type }) => type.startsWith("recording-")).length;
    // Before its files are made, a call has one recording, or two with that of the camera.
    return Math.max(made, [sound, video].filter((key) => key !== null).length);
  });
  return {
    callEvents: await db.$count(callEvent, inArray(callEvent.callId, those)),
    recordings: recordings.reduce((sum, count) => sum + count, 0),
    notes: await db.$count(callNote, inArray(callNote.callId, those)),
    serverMessages: await db.$count(webhookDelivery, inArray(webhookDelivery.callId, those)),
  };
}

/** Servers, carriers, providers of the conversation, and storage. */
async function listElsewhere(db: Database, ids: readonly string[]): Promise<string[]> {
  const { details, assistant } = call;
  const part = (name: string) => sql<string | null>`${assistant} #>> ${sql.raw(`'{${name},provider}'`)}`;
  const rows = await db
    .selectDistinct({
      carrier: sql<string | null>`${details} ->> 'phoneCallProvider'`,
      model: part("model"),
      voice: part("voice"),
      transcriber: part("transcriber"),
      traces: part("observabilityPlan"),
    })
    .from(call)
    .where(inArray(call.id, [...ids]));
  const files = await db
    .select({ files: call.artifactFiles })
    .from(call)
    .where(inArray(call.id, [...ids]));
  const servers = await listServers(db, inArray(webhookDelivery.callId, [...ids]));
  const named = rows.flatMap(({ carrier, ...parts }) => [
    ...(carrier === null || carrier === "vapi" ? [] : [`${carrier}: telephone calls`]),
    ...Object.entries(parts).flatMap(([name, provider]) => (provider === null ? [] : [`${provider}: ${name}`])),
  ]);
  const storages = files.flatMap(({ files: each }) => each.flatMap(({ stored }) => (stored ? [storageOf(stored)] : [])));
  return [...new Set([...named, ...storages, ...servers])];
}

const storageOf = ({ location }: NonNullable<ArtifactFile["stored"]>): string =>
  `${/^[^/]*\/\/[^/]*/.exec(location)?.[0] ?? location}: files, with the versions and copies that the storage itself keeps`;

/** The hosts of servers that have got messages. */
async function listServers(db: Database, those: SQL): Promise<string[]> {
  const host = sql<string>`substring(${webhookDelivery.url} from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)')`;
  const rows = await db
    .selectDistinct({ host })
    .from(webhookDelivery)
    .where(and(those, isNotNull(webhookDelivery.url)));
  return rows.map((row) => `${row.host}: server messages`);
}

/** Jobs that make something of an ended call, and their states. */
const JOBS = ["call-analysis", "call-artifacts"] as const;

/** Marks the calls deleted first: a job that begins later finds none, and makes no files. */
async function release(platform: Platform, orgId: string, ids: readonly string[], signal: AbortSignal): Promise<Unreleased> {
  const { db, blobs, now } = platform;
  await db
    .update(call)
    .set({ deletedAt: now(), updatedAt: now() })
    .where(and(inArray(call.id, [...ids]), isNull(call.deletedAt)));
  const rows = await db
    .select({ id: call.id, files: call.artifactFiles, analysis: call.analysisState, artifacts: call.artifactState })
    .from(call)
    .where(and(eq(call.orgId, orgId), inArray(call.id, [...ids])));
  const busy: string[] = [];
  const failed: NonNullable<Unreleased["failed"]> = [];
  const free: string[] = [];
  for (const { id, files, analysis, artifacts } of rows) {
    const isOpen = [analysis, artifacts].some((state) => state !== null && state !== "done");
    if (isOpen && (await hasRunningJob(platform, id))) {
      busy.push(id);
      continue;
    }
    free.push(id);
    for (const { stored } of files) {
      const reason = stored && (await deleteStored(platform, orgId, stored, signal));
      if (reason !== undefined) failed.push({ id, location: stored?.location ?? "", reason });
    }
  }
  for (const key of await callBlobKeys(db, free)) if (key !== null) await blobs.delete(key);
  return { busy, failed };
}

async function hasRunningJob({ boss }: Platform, key: string): Promise<boolean> {
  for (const queue of JOBS) if ((await boss.findJobs(queue, { key })).some(({ state }) => state === "active")) return true;
  return false;
}

/** Answers why the file is still there. */
async function deleteStored(
  platform: Platform,
  orgId: string,
  { credentialId, path, location }: NonNullable<ArtifactFile["stored"]>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const bucket = await findBucket(platform, orgId, credentialId);
  if (bucket === null) return `The credential of ${location} is gone.`;
  if (typeof bucket === "string") return `The credential of ${location} does not open it. ${bucket}`;
  try {
    await deleteObject(platform.network, bucket, path, signal);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StorageError) return error.message;
    throw error;
  }
}
