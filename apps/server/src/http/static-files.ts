import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { PlatformError } from "@callwright/contract";
import type { App, AppContext } from "./app.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".wav": "audio/wav",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest)|image\/svg)/;
/** Below this, compression saves no packet. */
const COMPRESS_MIN_BYTES = 1024;

const ENCODERS = {
  // 6 of 11: nearly as small as the best, in a tenth of the time.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof ENCODERS;

interface StaticFile {
  contentType: string;
  /** Its name carries a hash of its content. */
  immutable: boolean;
  /** Read and compressed when first asked for, then kept: a dashboard is a few megabytes. */
  bytes: (encoding: Encoding | undefined) => Promise<Buffer>;
}

/**
 * Serve the built dashboard: its files at their own paths, and its page at every path that is not the API's, to whoever navigates
 * there (`GET` with `Accept: text/html`). Mounted after every other route.
 */
export async function staticFiles(app: App, options: { folder: string; isApiPath: (path: string) => boolean }): Promise<void> {
  const files = await listFiles(options.folder);
  const page = files.get("/index.html");
  app.get("*", async (c, next) => {
    const path = c.req.path;
    const file = path === "/index.html" ? undefined : files.get(path);
    if (file) return respond(c, file);
    const wantsPage = c.req.header("accept")?.includes("text/html") === true;
    if (!wantsPage || options.isApiPath(path)) return next();
    if (!page) throw new PlatformError("not-found", { what: "The dashboard (npm run build makes it) was" });
    return respond(c, page);
  });
}

async function respond(c: AppContext, file: StaticFile): Promise<Response> {
  const encoding = COMPRESSIBLE.test(file.contentType) ? acceptedEncoding(c.req.header("accept-encoding")) : undefined;
  const plain = await file.bytes(undefined);
  const used = plain.length < COMPRESS_MIN_BYTES ? undefined : encoding;
  const bytes = used ? await file.bytes(used) : plain;
  c.header("Content-Type", file.contentType);
  c.header("Vary", "Accept-Encoding, Accept");
  c.header("Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (used) c.header("Content-Encoding", used);
  return c.body(new Uint8Array(bytes));
}

function acceptedEncoding(header = ""): Encoding | undefined {
  const accepted = header.split(",").map((part) => part.trim().toLowerCase());
  const refused = new Set(accepted.filter((part) => /;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(";")[0]));
  const names = accepted.map((part) => part.split(";")[0]).filter((name) => !refused.has(name));
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}

async function listFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join("/")}`, staticFile(file)]),
  );
}

function staticFile(file: string): StaticFile {
  const kept = new Map<Encoding | undefined, Promise<Buffer>>();
  const bytes = (encoding: Encoding | undefined): Promise<Buffer> => {
    const known = kept.get(encoding);
    if (known !== undefined) return known;
    const made = encoding ? bytes(undefined).then(ENCODERS[encoding]) : readFile(file);
    kept.set(encoding, made);
    made.catch(() => kept.delete(encoding));
    return made;
  };
  return {
    contentType: CONTENT_TYPES[extname(file)] ?? "application/octet-stream",
    immutable: /[-.][\w-]{8,}\.\w+$/.test(file) && file.split(sep).includes("assets"),
    bytes,
  };
}
