import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PlatformError } from "@callwright/contract";
import { etag } from "hono/etag";
import type { App, AppContext } from "../../platform/http/app.ts";
import { html } from "../../platform/http/html.ts";
import { answerFile, type KeptFile, keptFile } from "../../platform/http/kept-file.ts";
import { API_REFERENCE_PATH } from "../../platform/http/own-paths.ts";
import { ownOpenApiDocument } from "../openapi/openapi-routes.ts";
import { type ReferencePage, referencePages } from "./reference-pages.ts";

/** Placeholders in the page of the dashboard's build, which has the styles, the fonts and the script. */
const TITLE = "<title>API reference</title>";
const CONTENT = "<!-- content -->";

/** Serves the API reference: pages made from the OpenAPI document, inside the page in `webFolder`. */
export function referenceRoutes(app: App, webFolder: string): void {
  let pages: Map<string, () => ReferencePage> | undefined;
  const files = new Map<string, KeptFile>();
  const serve = async (c: AppContext) => {
    const path = c.req.path.replace(/\/$/, "");
    pages ??= referencePages(ownOpenApiDocument());
    const page = pages.get(path);
    if (!page) throw new PlatformError("not-found", { what: "This page of the API reference was" });
    const file =
      files.get(path) ??
      keptFile({ contentType: "text/html; charset=utf-8", immutable: false, read: () => render(page(), webFolder) });
    files.set(path, file);
    return answerFile(c, file);
  };
  app.get(API_REFERENCE_PATH, etag(), serve);
  app.get(`${API_REFERENCE_PATH}/*`, etag(), serve);
  app.get("/docs", (c) => c.redirect(API_REFERENCE_PATH));
}

async function render({ title, content }: ReferencePage, webFolder: string): Promise<Buffer> {
  const shell = await readFile(join(webFolder, "api-reference.html"), "utf8").catch((cause: unknown) => {
    throw new PlatformError("not-found", { what: "The API reference (npm run build makes it) was" }, { cause });
  });
  // Functions, because dollar signs in a replacement text have a meaning.
  const titled = shell.replace(TITLE, () => html`<title>${title} · Callwright</title>`.toString());
  return Buffer.from(titled.replace(CONTENT, () => content.toString()));
}
