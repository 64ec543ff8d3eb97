import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { timeLimit } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import type { BlobInfo } from "../blobs/blob-store.ts";
import type { ByteRange } from "../blobs/byte-range.ts";
import { failureDetail } from "../net/host-failure.ts";
import type { OutsideNetwork } from "../net/outside-network.ts";
import { type Bucket, type BucketRequest, StorageError } from "./bucket.ts";

/** A request with a small answer, and the slowest upload that is waited for. */
const ANSWER_TIMEOUT_MS = 30_000;
const BYTES_PER_MS = 50;
/** Limit for the body of an error response. */
const PROBLEM_MAX_BYTES = 4_000;

export interface NewObject {
  path: string;
  contentType: string;
  sizeBytes: number;
  /** Read once. */
  body: Readable;
}

/** Writes an object, in place of an earlier one. Fails with a `StorageError`. */
export async function putObject(network: OutsideNetwork, bucket: Bucket, object: NewObject, signal: AbortSignal): Promise<void> {
  const { path, contentType, sizeBytes, body } = object;
  const headers = { "content-type": contentType, "content-length": String(sizeBytes) };
  const tooLate = timeLimit(ANSWER_TIMEOUT_MS + Math.ceil(sizeBytes / BYTES_PER_MS));
  const request = { method: "PUT" as const, path, headers, signal: AbortSignal.any([signal, tooLate]) };
  await discard(await send(network, bucket, request, body));
}

/** No effect if the object does not exist. Fails with a `StorageError`. */
export async function deleteObject(network: OutsideNetwork, bucket: Bucket, path: string, signal: AbortSignal): Promise<void> {
  await discard(await send(network, bucket, small("DELETE", path, signal)));
}

/** Null when there is none. Fails with a `StorageError`. */
export async function statObject(network: OutsideNetwork, bucket: Bucket, path: string): Promise<BlobInfo | null> {
  const answer = await unlessMissing(send(network, bucket, small("HEAD", path)));
  if (!answer) return null;
  answer.resume();
  const { "content-length": length, etag, "last-modified": modified } = answer.headers;
  return { sizeBytes: Number(length), etag: etag ?? `"${length}"`, modifiedAt: new Date(modified ?? 0) };
}

/** The bytes of `range`, or all, as a stream. Null if there is no such object. Fails with a `StorageError`. */
export async function getObject(
  network: OutsideNetwork,
  bucket: Bucket,
  path: string,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array> | null> {
  const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {};
  // The answer must begin in time. Its bytes may take as long as the reader does.
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(new Error("no answer in time")), ANSWER_TIMEOUT_MS);
  const answer = await unlessMissing(send(network, bucket, { method: "GET", path, headers, signal: tooLate.signal })).finally(
    () => clearTimeout(timer),
  );
  return answer && (ReadableStream.from(answer) as ReadableStream<Uint8Array>);
}

const small = (method: "HEAD" | "DELETE", path: string, signal?: AbortSignal): BucketRequest => {
  const tooLate = timeLimit(ANSWER_TIMEOUT_MS);
  return { method, path, headers: {}, signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate };
};

async function unlessMissing(answer: Promise<IncomingMessage>): Promise<IncomingMessage | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof StorageError && error.status === 404) return null;
    throw error;
  });
}

async function send(
  network: OutsideNetwork,
  bucket: Bucket,
  request: BucketRequest,
  body: Readable = Readable.from([]),
): Promise<IncomingMessage> {
  const { url, headers } = await bucket.sign(request);
  const answer = await exchange(network, url, { ...request, headers }, body).catch((cause: unknown) => {
    const detail = cause instanceof PrivateAddressError ? PRIVATE : failureDetail(cause);
    throw new StorageError(`${bucket.name} could not be reached at ${url.host}: ${detail}.`, undefined, { cause });
  });
  const { statusCode: status = 502 } = answer;
  if (status < 300 || (status === 404 && request.method === "DELETE")) return answer;
  throw new StorageError(`${bucket.name} answered ${await problemOf(answer, status)}.`, status);
}

const PRIVATE = "it is at a private address, which the server's operator can allow (ALLOW_PRIVATE_ADDRESSES=true)";

/** Resolves when the answer begins. A service may refuse before it has read the whole body. */
function exchange(
  network: OutsideNetwork,
  url: URL,
  { method, headers, signal }: BucketRequest,
  body: Readable,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = network.request(url, { method, headers, signal });
    request.once("response", resolve);
    request.on("error", reject);
    pipeline(body, request).catch(reject);
  });
}

async function discard(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}

/** Services of all three kinds answer with a document that has a `<Code>`: "403 AccessDenied". */
async function problemOf(answer: IncomingMessage, status: number): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
    if (text.length > PROBLEM_MAX_BYTES) break;
  }
  const code = /<Code>([\w.-]{1,80})<\/Code>/.exec(text)?.[1] ?? answer.headers["x-ms-error-code"];
  return code ? `${status} ${code}` : String(status);
}
