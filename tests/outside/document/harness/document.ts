import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { ownOpenApiDocument } from "../../../../apps/server/src/api-docs/openapi/openapi-routes.ts";
import type { OpenApiDocument } from "../../../../apps/server/src/api-docs/openapi/openapi-types.ts";
import { placedOperations } from "../../../../apps/server/src/api-docs/openapi/placed-operations.ts";

export const document: OpenApiDocument = ownOpenApiDocument();
export const operations = placedOperations(document);

/** A folder with the document as `openapi.json`, removed after the tests of a file. */
export function documentFolder(): () => { folder: string; file: string } {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "callwright-document-"));
    await writeFile(path.join(folder, "openapi.json"), JSON.stringify(document));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => ({ folder, file: path.join(folder, "openapi.json") });
}
