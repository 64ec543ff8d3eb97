import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { PlatformError, RecordingMeter } from "@callwright/contract";
import type { App, AppContext } from "../http/app.ts";
import type { HttpContext } from "../http/http-context.ts";
import { BLOB_PATH } from "../http/own-paths.ts";
import { blobContentType, blobFileName, isBlobKey } from "./blob-key.ts";
import type { BlobInfo, BlobSource } from "./blob-store.ts";
import { type ByteRange, parseByteRange } from "./byte-range.ts";
import { createBlobUrls } from "./signed-blob-url.ts";

/**
 * Serves blobs to holders of a signed URL: ranges (206, 416), HEAD, conditional requests.
 * A wrong, expired or missing signature answers as an unknown blob does: 404. So does a blob of what was deleted, until it is restored:
 * `findSource` answers null then. With `peaks` in the query, a WAV file of 16-bit samples answers with its `RecordingPeaks`.
 */
export function blobRoutes(
  app: App,
  context: Pick<HttpContext, "secrets" | "now">,
  findSource: (key: string) => Promise<BlobSource | null>,
): void {
  const urls = createBlobUrls(context.secrets.urlSigning, context.now);
  // Hono dispatches HEAD as GET and drops the body; `serveBlob` opens none for it.
  const opens = (c: AppContext, key: string) =>
    isBlobKey(key) && urls.verify(key, c.req.query("expires") ?? "", c.req.query("signature") ?? "");
  app.get(`${BLOB_PATH}*`, async (c) => {
    const key = c.req.path.slice(BLOB_PATH.length);
    const source = opens(c, key) ? await findSource(key) : null;
    const info = await source?.stat(key);
    if (!source || !info) throw new PlatformError("not-found", { what: "Artifact" });
    const peaks = c.req.query("peaks") !== undefined && key.endsWith(".wav") ? await servePeaks(c, source, key, info) : undefined;
    return peaks ?? serveBlob(c, source, key, info);
  });
}

/** Reads the whole file in pieces, and keeps no piece. Undefined for a file that cannot be measured, and when the reader has left. */
async function servePeaks(c: AppContext, blobs: BlobSource, key: string, info: BlobInfo): Promise<Response | undefined> {
  const own = { ...info, etag: info.etag.replace(/"$/, '-peaks"') };
  const { "Accept-Ranges": _, "Content-Disposition": __, ...headers } = blobHeaders(key, own);
  if (isFresh(c, own)) return c.body(null, 304, headers);
  const file = await blobs.get(key);
  if (!file) return undefined;
  const meter = new RecordingMeter();
  const { signal } = c.req.raw;
  for await (const bytes of Readable.fromWeb(file as NodeStream) as AsyncIterable<Uint8Array>)
    if (signal.aborted || !meter.add(bytes)) return undefined;
  const peaks = meter.peaks();
  return peaks && c.json(peaks, 200, headers);
}

async function serveBlob(c: AppContext, blobs: BlobSource, key: string, info: BlobInfo): Promise<Response> {
  const headers = blobHeaders(key, info);
  if (isFresh(c, info)) return c.body(null, 304, headers);

  const range = rangeStillValid(c, info) ? parseByteRange(c.req.header("Range"), info.sizeBytes) : undefined;
  if (range === "unsatisfiable") {
    return c.body(null, 416, { ...headers, "Content-Range": `bytes */${info.sizeBytes}` });
  }
  return sendBlob(c, blobs, key, info, range, headers);
}

async function sendBlob(
  c: AppContext,
  blobs: BlobSource,
  key: string,
  info: BlobInfo,
  range: ByteRange | undefined,
  headers: Record<string, string>,
): Promise<Response> {
  const { first, last } = range ?? { first: 0, last: info.sizeBytes - 1 };
  const body = c.req.method === "HEAD" ? null : await blobs.get(key, range);
  const length = { "Content-Length": String(last - first + 1), "Content-Type": blobContentType(key) };
  if (!range) return c.newResponse(body, 200, { ...headers, ...length });
  return c.newResponse(body, 206, { ...headers, ...length, "Content-Range": `bytes ${first}-${last}/${info.sizeBytes}` });
}

function blobHeaders(key: string, info: BlobInfo): Record<string, string> {
  return {
    "Accept-Ranges": "bytes",
    // A signed URL is the permission; its holder may play it in a page of any origin.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Accept-Ranges, Content-Length, Content-Range, ETag",
    "Cache-Control": "private, max-age=3600, immutable",
    "Content-Disposition": `inline; filename="${blobFileName(key)}"`,
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: info.etag,
    "Last-Modified": info.modifiedAt.toUTCString(),
    "X-Content-Type-Options": "nosniff",
  };
}

function isFresh(c: AppContext, info: BlobInfo): boolean {
  const tags = c.req.header("If-None-Match");
  return tags?.split(",").some((tag) => ["*", info.etag].includes(tag.trim().replace(/^W\//, ""))) ?? false;
}

/** `If-Range`: a reader that resumes gets the rest only of the blob it began with. */
function rangeStillValid(c: AppContext, info: BlobInfo): boolean {
  const condition = c.req.header("If-Range");
  if (condition === undefined) return true;
  return condition.trim().startsWith('"') ? condition.trim() === info.etag : condition.trim() === info.modifiedAt.toUTCString();
}
