import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { ArtifactPlan, ArtifactType } from "@callwright/contract";
import { blobContentType, callLogBlobKey, recordingPartBlobKey } from "../../../platform/blobs/blob-key.ts";
import { uploadsFolder } from "../../../platform/http/uploads-folder.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { type Bucket, joinPath, StorageError } from "../../../platform/storage/bucket.ts";
import { putObject } from "../../../platform/storage/bucket-objects.ts";
import { type BucketsContext, listBuckets, type OrgBucket } from "../../credential/org-buckets.ts";
import type { ArtifactUpload, ServerMessages } from "../../webhook/server-messages.ts";
import { type CallRow, findCall } from "../api/store.ts";
import { type CallJob, storeFiles } from "../runtime/call-reports.ts";
import { type RecordingFormat, type SplitName, splitRecording } from "../runtime/split-recording.ts";
import type { ArtifactFile } from "../tables.ts";
import { readCallLog } from "./call-log.ts";

export interface ArtifactContext extends BucketsContext, Pick<ServerContext, "blobs" | "log"> {
  messages: ServerMessages;
}

/** Tries of the organization's storage, over most of a day. */
const MAX_TRIES = 30;
const PARTS = ["mono", "customer", "assistant"] as const satisfies readonly SplitName[];

/**
 * Makes the files of an ended call, and stores them in the organization's own storage if it has some. Has no effect on a call whose files are
 * done. Fails with a `StorageError` when the storage has to be tried again.
 */
export async function makeArtifacts(context: ArtifactContext, { orgId, callId }: CallJob, signal: AbortSignal): Promise<void> {
  const { db, blobs, messages, now } = context;
  for (;;) {
    signal.throwIfAborted();
    // A deleted call keeps its state; its files are made if it is restored before the next start of a server.
    const row = await findCall(context, orgId, callId);
    if (!row || (row.artifactState !== "waiting" && row.artifactState !== "storing")) return;
    const { files, recordingKey } = await withParts(context, row, signal);
    const stored = await storeElsewhere(context, row, files, signal);
    const open = stored.find(isOpen);
    const state = open ? ("storing" as const) : ("done" as const);
    const uploads = uploadsOf(row.artifactFiles, stored);
    const recordingBytes = await sizeOfRecordings(context, stored);
    const made = { callId, files: stored, from: row, recordingKey, recordingBytes, state, uploads, now: now() };
    if (!(await db.transaction((tx) => storeFiles(tx, messages, made)))) continue;
    messages.wake();
    for (const file of stored) if (file.stored) await blobs.delete(file.key);
    if (row.recordingKey !== null && row.recordingKey !== recordingKey) await blobs.delete(row.recordingKey);
    if (open) throw new StorageError(open.failure ?? "");
    return;
  }
}

/** The size of those recordings that are in the blob store. */
async function sizeOfRecordings({ blobs }: ArtifactContext, files: readonly ArtifactFile[]): Promise<number> {
  let bytes = 0;
  for (const { type, key, stored } of files)
    if (!stored && type.startsWith("recording-")) bytes += (await blobs.stat(key))?.sizeBytes ?? 0;
  return bytes;
}

const isOpen = ({ failure, tries = 0 }: ArtifactFile) => failure !== undefined && tries < MAX_TRIES;

/** The files that are now in the organization's storage, or are given up. */
function uploadsOf(before: readonly ArtifactFile[], files: readonly ArtifactFile[]): ArtifactUpload[] {
  return files.flatMap((file) => {
    const { type, stored, failure } = file;
    const known = before.find((each) => each.type === type);
    const isNew = stored ? !known?.stored : failure !== undefined && !isOpen(file) && (!known || isOpen(known));
    return isNew ? [{ type, success: stored !== undefined }] : [];
  });
}

const planOf = ({ assistant }: CallRow): ArtifactPlan => assistant.artifactPlan ?? {};

/** The current files of a call; those that were made earlier stay. */
async function withParts(context: ArtifactContext, row: CallRow, signal: AbortSignal) {
  const has = (type: ArtifactType) => row.artifactFiles.some((file) => file.type === type);
  const { videoRecordingKey } = row;
  const video = videoRecordingKey === null || has("recording-video") ? [] : [fileOf("recording-video", videoRecordingKey)];
  if (row.recordingKey === null || has("recording-stereo"))
    return { files: [...row.artifactFiles, ...video], recordingKey: row.recordingKey };
  const format: RecordingFormat = planOf(row).recordingFormat === "mp3" ? "mp3" : "wav";
  const sound = await splitBlob(context, row, row.recordingKey, format, signal).catch((err: unknown) => {
    signal.throwIfAborted();
    context.log.warn({ callId: row.id, err }, "a recording has neither mono nor sides, because it could not be read");
    return [fileOf("recording-stereo", row.recordingKey ?? "")];
  });
  return { files: [...row.artifactFiles, ...sound, ...video], recordingKey: sound[0]?.key ?? row.recordingKey };
}

const fileOf = (type: ArtifactType, key: string): ArtifactFile => ({ type, key });

/** The stereo file first. */
async function splitBlob(
  { blobs, config }: ArtifactContext,
  { orgId, id }: CallRow,
  key: string,
  format: RecordingFormat,
  signal: AbortSignal,
): Promise<ArtifactFile[]> {
  const folder = uploadsFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = (name: string) => path.join(folder, `${id}-${name}`);
  const names: readonly SplitName[] = format === "wav" ? PARTS : ["stereo", ...PARTS];
  const files = Object.fromEntries(names.map((name) => [name, at(`${name}.${format}`)]));
  const source = at("source.wav");
  try {
    const bytes = await blobs.get(key);
    if (!bytes) throw new Error("its blob is gone");
    await pipeline(Readable.fromWeb(bytes as NodeStream), createWriteStream(source, { mode: 0o600 }), { signal });
    await splitRecording(source, { orgId, format, files, signal });
    const made: ArtifactFile[] = format === "wav" ? [fileOf("recording-stereo", key)] : [];
    for (const name of names) {
      const partKey = recordingPartBlobKey(orgId, id, name, format);
      await blobs.putFile(partKey, files[name] ?? "");
      made.push(fileOf(`recording-${name}`, partKey));
    }
    return made;
  } finally {
    for (const file of [source, ...Object.values(files)]) await rm(file, { force: true });
  }
}

async function storeElsewhere(
  context: ArtifactContext,
  row: CallRow,
  files: readonly ArtifactFile[],
  signal: AbortSignal,
): Promise<ArtifactFile[]> {
  const plan = planOf(row);
  const [takesRecordings, takesLog] = [plan.recordingUseCustomStorageEnabled ?? true, takesLogOf(plan)];
  if (!takesRecordings && !takesLog) return [...files];
  const buckets = await listBuckets(context, row.orgId, row.assistant.credentialIds);
  if (buckets.length === 0) return [...files];
  const hasLog = files.some(({ type }) => type === "log");
  const all = takesLog && !hasLog ? [...files, fileOf("log", callLogBlobKey(row.orgId, row.id))] : files;
  const done: ArtifactFile[] = [];
  for (const file of all) {
    const isWanted = file.type === "log" ? takesLog : takesRecordings;
    const isTried = (file.tries ?? 0) >= MAX_TRIES;
    done.push(!isWanted || isTried || file.stored ? file : await storeFile(context, row, file, buckets, signal));
  }
  return done;
}

const takesLogOf = ({ loggingEnabled = true, loggingUseCustomStorageEnabled = true }: ArtifactPlan) =>
  loggingEnabled && loggingUseCustomStorageEnabled;

/** Tries the buckets in their order. */
async function storeFile(
  context: ArtifactContext,
  row: CallRow,
  { type, key, tries = 0 }: ArtifactFile,
  buckets: readonly OrgBucket[],
  signal: AbortSignal,
): Promise<ArtifactFile> {
  const failures: string[] = [];
  for (const { credentialId, bucket } of buckets) {
    const failed = typeof bucket === "string" ? bucket : await upload(context, row, { type, key }, bucket, signal);
    if (typeof failed !== "string") return { type, key, stored: { credentialId, ...failed } };
    failures.push(failed);
  }
  return { type, key, tries: tries + 1, failure: failures.join(" ") };
}

/** Answers where the file is, or why it is not there. */
async function upload(
  context: ArtifactContext,
  row: CallRow,
  { type, key }: ArtifactFile,
  bucket: Bucket,
  signal: AbortSignal,
): Promise<{ path: string; location: string } | string> {
  const { recordingPath = "", loggingPath = "" } = planOf(row);
  const [ofPlan, field] = type === "log" ? [loggingPath, "loggingPath"] : [recordingPath, "recordingPath"];
  const name = `${row.id}-${type.replace("recording-", "")}.${key.slice(key.lastIndexOf(".") + 1)}`;
  const place = joinPath(bucket.folder, ofPlan, name);
  if (place === null) return `The folder of ${bucket.name} and ${field} must not have '.' or '..' in them.`;
  try {
    const content = await openContent(context, row, type, key);
    if (!content) return "This server has lost the file.";
    const object = { path: place, contentType: blobContentType(key), ...content };
    await putObject(context.network, bucket, object, signal);
    return { path: place, location: `${bucket.name}/${place}` };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StorageError) return error.message;
    throw error;
  }
}

async function openContent({ blobs, db }: ArtifactContext, row: CallRow, type: ArtifactType, key: string) {
  if (type === "log") {
    const text = await readCallLog(db, row);
    return { sizeBytes: text.length, body: Readable.from([text]) };
  }
  const info = await blobs.stat(key);
  const bytes = info && (await blobs.get(key));
  return bytes && { sizeBytes: info.sizeBytes, body: Readable.fromWeb(bytes as NodeStream) };
}
