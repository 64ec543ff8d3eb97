import { fileRoutes as table } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { createBlobUrls } from "../../../platform/blobs/signed-blob-url.ts";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { file } from "../tables.ts";
import { type FileContext, files, searchFile, uploadFile } from "./service.ts";

export function fileRoutes(app: App, context: ServerContext, addReading: FileContext["addReading"]): void {
  const urls = createBlobUrls(context.secrets.urlSigning, context.now);
  const at = ({ origin }: { origin: string }): FileContext => ({
    ...context,
    sign: (key) => urls.sign(key, origin),
    addReading,
  });
  registerRoutes(app, context, table, {
    createFile: (request) => uploadFile(at(request), request.caller, request.body),
    uploadFile: (request) => uploadFile(at(request), request.caller, request.body),
    listFiles: (request) => files.list(at(request), request.caller, request.query, purposeFilter(request.query.purpose)),
    getFile: (request) => files.get(at(request), request.caller, request.params.id),
    updateFile: (request) => files.update(at(request), request.caller, request.params.id, request.body),
    deleteFile: (request) => files.remove(at(request), request.caller, request.params.id),
    restoreFile: (request) => files.restore(at(request), request.caller, request.params.id),
    searchFile: (request) => searchFile(at(request), request.caller, request.params.id, request.body),
  });
}

const purposeFilter = (purpose: string | undefined) =>
  purpose === undefined ? [] : [sql`${file.config} ->> 'purpose' = ${purpose}`];
