import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { CredentialCheck } from "@callwright/contract";
import type { OutsideNetwork } from "../net/outside-network.ts";
import { type Bucket, joinPath, StorageError } from "./bucket.ts";
import { deleteObject, putObject } from "./bucket-objects.ts";

const TEXT = "Callwright writes here.";

/** Writes a small object beside those of calls, and deletes it. */
export async function testBucket(
  network: OutsideNetwork,
  bucket: Bucket | string,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  if (typeof bucket === "string") return { state: "failed", message: bucket };
  const path = joinPath(bucket.folder, `callwright-test-${randomUUID()}.txt`);
  if (path === null) return { state: "failed", message: "Its folder must not have '.' or '..' in it." };
  try {
    const object = { path, contentType: "text/plain", sizeBytes: TEXT.length, body: Readable.from([Buffer.from(TEXT)]) };
    await putObject(network, bucket, object, signal);
    await deleteObject(network, bucket, path, signal);
    return { state: "works", message: `A file was written to ${bucket.name}, and deleted.` };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500;
    return { state: isRefused ? "refused" : "failed", message: `${error.message} ${adviceFor(error.status)}`.trim() };
  }
}

function adviceFor(status: number | undefined): string {
  if (status === 401 || status === 403) return "Check the key, and let it write and delete objects.";
  return status === 404 ? "Check the names of the bucket and the region." : "";
}
