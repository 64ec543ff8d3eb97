import * as contract from "@callwright/contract";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { App } from "../../platform/http/app.ts";
import { answerFile, keptFile } from "../../platform/http/kept-file.ts";
import { OPENAPI_PATH } from "../../platform/http/own-paths.ts";
import { openApiDocument } from "./openapi-document.ts";
import type { OpenApiDocument } from "./openapi-types.ts";

let document: OpenApiDocument | undefined;

/** The document of this server. The first request makes it. It is kept, because only a release changes it. */
export function ownOpenApiDocument(): OpenApiDocument {
  document ??= openApiDocument(contract.platformRoutes, contract);
  return document;
}

/** Serves the document to tools of every origin. It has no data of the server. */
export function openApiRoutes(app: App): void {
  const file = keptFile({
    contentType: "application/json; charset=utf-8",
    immutable: false,
    read: async () => Buffer.from(JSON.stringify(ownOpenApiDocument())),
  });
  const retainedHeaders = [...RETAINED_304_HEADERS, "access-control-allow-origin"];
  app.get(OPENAPI_PATH, etag({ retainedHeaders }), async (c) => {
    c.header("Access-Control-Allow-Origin", "*");
    return answerFile(c, file);
  });
}
