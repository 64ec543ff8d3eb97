import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { StartError } from "../config/start-error.ts";
import type { BlobStore } from "./blob-store.ts";
import { createDiskBlobStore } from "./disk-blob-store.ts";
import { createS3BlobStore, isPassing, probeS3, S3Refusal } from "./s3-blob-store.ts";

/** The configured store, before any request to it. */
export function configuredBlobStore({ blobStore, dataDir }: Pick<Config, "blobStore" | "dataDir">): BlobStore {
  return blobStore ? createS3BlobStore(blobStore) : createDiskBlobStore(join(dataDir, "blobs"));
}

/**
 * As `createBlobStore`, with a test. Fails with a `StartError` if the store refuses writes. An unreachable store may come back soon: until then,
 * calls, chats and the dashboard work without it.
 */
export async function openBlobStore(config: Pick<Config, "blobStore" | "dataDir">, log: Logger): Promise<BlobStore> {
  const { blobStore } = config;
  if (blobStore) await probeS3(blobStore).catch((error) => report(error, blobStore.url, log));
  return configuredBlobStore(config);
}

const ACTIONS: Record<string, string> = {
  NoSuchBucket: "Create the bucket, or correct BLOB_STORE_URL.",
  InvalidAccessKeyId: "Correct S3_ACCESS_KEY_ID.",
  SignatureDoesNotMatch: "Correct S3_SECRET_ACCESS_KEY, or S3_REGION.",
  AuthorizationHeaderMalformed: "Correct S3_REGION.",
  PermanentRedirect: "Put the bucket's region into BLOB_STORE_URL and S3_REGION.",
  RequestTimeTooSkewed: "Set this machine's clock.",
};

function report(error: unknown, url: string, log: Logger): void {
  if (!(error instanceof S3Refusal) || isPassing(error.status)) {
    log.warn({ err: error }, "the blob store cannot be reached; uploads fail until it is back");
    return;
  }
  const action = ACTIONS[error.code] ?? "Let its account get, put, delete and list objects there.";
  const why = [error.status, error.code].filter(Boolean).join(" ");
  throw new StartError(`The blob store at ${url} cannot be written to (${why}). ${action}`, { cause: error });
}
