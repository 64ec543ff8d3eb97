import { createHash } from "node:crypto";
import { PlatformError } from "@callwright/contract";
import { and, eq } from "drizzle-orm";
import { blobOwner, callLogBlobKey } from "../../../platform/blobs/blob-key.ts";
import type { BlobSource } from "../../../platform/blobs/blob-store.ts";
import { isKept } from "../../../platform/blobs/kept-blob.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { StorageError } from "../../../platform/storage/bucket.ts";
import { getObject, statObject } from "../../../platform/storage/bucket-objects.ts";
import { type BucketsContext, findBucket } from "../../credential/org-buckets.ts";
import { call } from "../tables.ts";
import { readCallLog } from "./call-log.ts";

type SourceContext = BucketsContext & Pick<ServerContext, "blobs">;

/** Where a blob is read: in this server's store, in the organization's own, or made of events. Null when what it belongs to is gone. */
export async function findBlobSource(context: SourceContext, key: string): Promise<BlobSource | null> {
  const { db, blobs } = context;
  if (!(await isKept(db, key))) return null;
  const { orgId, kind, id } = blobOwner(key);
  if (kind !== "call") return blobs;
  const { startedAt, createdAt, artifactFiles } = call;
  const [row] = await db
    .select({ id: call.id, orgId: call.orgId, startedAt, createdAt, artifactFiles })
    .from(call)
    .where(and(eq(call.orgId, orgId), eq(call.id, id)));
  if (row && key === callLogBlobKey(orgId, id)) return textSource(await readCallLog(db, row), row.createdAt);
  const stored = row?.artifactFiles.find((file) => file.key === key)?.stored;
  return stored ? bucketSource(context, orgId, stored) : blobs;
}

function textSource(bytes: Buffer, modifiedAt: Date): BlobSource {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  return {
    stat: async () => ({ sizeBytes: bytes.length, etag, modifiedAt }),
    get: async (_key, range) => new Blob([range ? bytes.subarray(range.first, range.last + 1) : bytes]).stream(),
  };
}

async function bucketSource(
  context: SourceContext,
  orgId: string,
  { credentialId, path, location }: { credentialId: string; path: string; location: string },
): Promise<BlobSource> {
  const bucket = await findBucket(context, orgId, credentialId);
  if (bucket === null || typeof bucket === "string")
    throw new PlatformError("storage-unavailable", { detail: `the credential of ${location} is gone or was changed.` });
  const fail = (error: unknown): never => {
    if (error instanceof StorageError)
      throw new PlatformError("storage-unavailable", { detail: error.message }, { cause: error });
    throw error;
  };
  return {
    stat: () => statObject(context.network, bucket, path).catch(fail),
    get: (_key, range) => getObject(context.network, bucket, path, range).catch(fail),
  };
}
