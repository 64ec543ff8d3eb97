import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { PlatformError, timeLimit } from "@callwright/contract";
import { AwsClient } from "aws4fetch";
import { blobContentType, isBlobKey } from "./blob-key.ts";
import type { BlobInfo, BlobStore } from "./blob-store.ts";

export interface S3Options {
  /** Address of the bucket, in the host or in the path, and maybe of a folder in it. Without a trailing slash. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Default: what the host's name says, else us-east-1, as most other stores want it. */
  region?: string | undefined;
}

/** A request with a small answer fails after this time. */
const ANSWER_TIMEOUT_MS = 30_000;
/** How often a request to a busy store (429, 5xx) is retried, with growing pauses. */
const RETRIES = 4;
const FIRST_PAUSE_MS = 100;
const RETRY_AFTER_SECONDS = 5;
/** Limit for the body of an error response. */
const PROBLEM_MAX_CHARACTERS = 4_000;
/** Tells whether the store can be written to; no blob's key. */
const PROBE_NAME = "callwright-probe";

/** The store answered, and refused. */
export class S3Refusal extends Error {
  readonly status: number;
  /** S3's error code: `NoSuchBucket`, `SignatureDoesNotMatch`, … Empty if there is none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message || `S3 answered ${status}`);
    this.name = "S3Refusal";
    this.status = status;
    this.code = code;
  }
}

/**
 * Blobs as objects in a bucket of S3, or of anything that speaks its protocol. The account must be able to get, put, delete and list:
 * without the last, S3 says of a missing object that it may not be read. Fails with `blob-store-unavailable` while the store cannot be
 * reached or is too busy.
 */
export function createS3BlobStore(options: S3Options): BlobStore {
  const send = createSend(options);

  /** Null where there is no such object. */
  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response | null> {
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`);
    const response = await send(method, key, init).catch(unavailable);
    if (response.ok) return response;
    const refusal = await toRefusal(response);
    if (refusal.status === 404 && refusal.code !== "NoSuchBucket") return null;
    return isPassing(refusal.status) ? unavailable(refusal) : Promise.reject(refusal);
  }

  async function stat(key: string): Promise<BlobInfo | null> {
    const response = await ask("HEAD", key, { signal: timeLimit(ANSWER_TIMEOUT_MS) });
    return response && describe(response.headers);
  }

  return {
    stat,

    async putFile(key, path) {
      const body = await openAsBlob(path, { type: blobContentType(key) });
      // The store refuses a body that was changed on its way.
      await ask("PUT", key, { body, headers: { "x-amz-content-sha256": await sha256(path) } });
      const info = await stat(key);
      if (!info) throw new Error(`S3 has lost what it has just taken: ${key}`);
      await rm(path, { force: true });
      return info;
    },

    async get(key, range) {
      const init = range ? { headers: { range: `bytes=${range.first}-${range.last}` } } : {};
      const response = await ask("GET", key, init);
      return response && (response.body ?? new Response("").body);
    },

    async delete(key) {
      await ask("DELETE", key, { signal: timeLimit(ANSWER_TIMEOUT_MS) });
    },
  };
}

/** Writes a small object beside the blobs. Fails with an `S3Refusal`, or as fetch does when there is no answer. */
export async function probeS3(options: S3Options): Promise<void> {
  const signal = timeLimit(ANSWER_TIMEOUT_MS);
  const response = await createSend(options)("PUT", PROBE_NAME, { body: "Callwright writes here.", signal });
  if (!response.ok) throw await toRefusal(response);
}

/** Is this a state of the store that passes? */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 429;
}

function unavailable(cause: unknown): never {
  throw new PlatformError("blob-store-unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause });
}

function createSend({ url, accessKeyId, secretAccessKey, region }: S3Options) {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: "s3",
    retries: RETRIES,
    initRetryMs: FIRST_PAUSE_MS,
    ...(region && { region }),
  });
  // A redirect means another region, for which the signature is not valid.
  return (method: string, name: string, init: RequestInit): Promise<Response> =>
    client.fetch(`${url}/${name}`, { ...init, method, redirect: "manual" });
}

async function toRefusal(response: Response): Promise<S3Refusal> {
  const text = (await response.text()).slice(0, PROBLEM_MAX_CHARACTERS);
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? "";
  return new S3Refusal(response.status, element("Code"), element("Message"));
}

function describe(headers: Headers): BlobInfo {
  return {
    sizeBytes: Number(headers.get("content-length")),
    etag: headers.get("etag") ?? "",
    modifiedAt: new Date(headers.get("last-modified") ?? 0),
  };
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
