import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PlatformError } from "@callwright/contract";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { App, AppContext } from "./app.ts";
import { answerFile, type KeptFile, keptFile } from "./kept-file.ts";
import { SCRIPT_TAG_PATH, TYPED_PATHS, WIDGET_PATH } from "./own-paths.ts";

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
  ".tgz": "application/gzip",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".wav": "audio/wav",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** A file of this name beside another is that one, as the build compressed it. */
const COMPRESSED = ".br";

/** Where the bundler puts files whose names carry a hash. */
const HASHED_FOLDERS = new Set(["assets", "widget", "vapi-web"]);

/**
 * Serves the built dashboard: its files at their own paths, and its page at every path that is not the API's, for navigation requests (`GET` with
 * `Accept: text/html`; at `/` also if any type is accepted). Visitors of an assistant get a separate page. Mounted after every other route.
 */
export async function staticFiles(app: App, options: { folder: string; isApiPath: (path: string) => boolean }): Promise<void> {
  const files = await listFiles(options.folder, isHashed);
  const pages = { dashboard: files.get("/index.html"), visitor: files.get("/talk.html") };
  app.get("*", async (c, next) => {
    const path = c.req.path;
    const file = path.endsWith(".html") ? undefined : files.get(path);
    if (file) return answerFile(c, file);
    const accept = c.req.header("accept") ?? "*/*";
    // Tools such as curl accept anything, and get the first page.
    const wantsPage = accept.includes("text/html") || (path === "/" && accept.includes("*/*"));
    if (!wantsPage || (options.isApiPath(path) && !TYPED_PATHS.has(path))) return next();
    const page = path.startsWith("/talk/") ? pages.visitor : pages.dashboard;
    if (!page) throw new PlatformError("not-found", { what: "The dashboard (npm run build makes it) was" });
    return answerFile(c, page);
  });
}

/** The build of a package, seen from `src/http` and from `dist/http`. */
const buildOf = (name: string) => fileURLToPath(new URL(`../../../../../packages/${name}/dist`, import.meta.url));
/** How long a page may go on with a script it has: an update reaches every page within this. */
const SCRIPT_MAX_AGE_SECONDS = 300;

/** Serves the widget, and the script for pages that are written for the hosted provider's script tag. */
export async function pageScripts(app: App): Promise<void> {
  await pageScript(app, WIDGET_PATH, buildOf("widget"));
  await pageScript(app, SCRIPT_TAG_PATH, buildOf("vapi-web"));
}

/**
 * Serve a script at a stable address to pages of every origin, and beside it, in a folder of its name, what it loads when it needs it. Those files
 * carry a hash of their content in their names.
 */
export async function pageScript(app: App, path: string, folder: string): Promise<void> {
  const serve = serveForEveryOrigin(await listFiles(folder, isHashed), `This file of ${path} (npm run build makes it) was`);
  app.get(path, etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(FOR_EVERY_ORIGIN)] }), async (c) => {
    const response = await serve(c);
    response.headers.set("Cache-Control", `public, max-age=${SCRIPT_MAX_AGE_SECONDS}`);
    return response;
  });
  app.get(path.replace(/\.js$/, "/*"), serve);
}

/** Files by their paths. */
export type Files = ReadonlyMap<string, KeptFile>;

/** The files in a folder, under `path`, whose content never changes. */
export async function unchangingFiles(folder: string, path: string): Promise<Files> {
  const files = await listFiles(folder, () => true);
  return new Map([...files].map(([name, file]) => [path + name, file]));
}

const FOR_EVERY_ORIGIN = {
  "access-control-allow-origin": "*",
  // For pages that isolate themselves from other origins (COEP).
  "cross-origin-resource-policy": "cross-origin",
};

/** Answers with files to pages of every origin. `what`: the subject of the sentence that one was not found. */
export function serveForEveryOrigin(files: Files, what: string) {
  return async (c: AppContext): Promise<Response> => {
    const file = files.get(c.req.path);
    if (!file) throw new PlatformError("not-found", { what });
    const response = await answerFile(c, file);
    for (const [name, value] of Object.entries(FOR_EVERY_ORIGIN)) response.headers.set(name, value);
    return response;
  };
}

async function listFiles(folder: string, isImmutable: (file: string) => boolean): Promise<Map<string, KeptFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const compressed = new Set(files.filter((file) => file.endsWith(COMPRESSED)));
  return new Map(
    files
      .filter((file) => !compressed.has(file))
      .map((file) => [
        `/${relative(folder, file).split(sep).join("/")}`,
        keptFile({
          contentType: CONTENT_TYPES[extname(file)] ?? "application/octet-stream",
          immutable: isImmutable(file),
          read: () => readListed(file),
          ...(compressed.has(file + COMPRESSED) && { readCompressed: { br: () => readListed(file + COMPRESSED) } }),
        }),
      ]),
  );
}

/** A build that ran since the start may have removed the file. */
async function readListed(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new PlatformError("not-found", { what: "This file of an older build was" });
    throw error;
  });
}

function isHashed(file: string): boolean {
  return /[-.][\w-]{8,}\.\w+$/.test(file) && HASHED_FOLDERS.has(basename(dirname(file)));
}
