import { platformRoutes } from "@callwright/contract";
import { AUTH_PATH } from "../auth/auth.ts";
import { BLOB_PATH } from "../blobs/signed-blob-url.ts";
import { OUTBOX_PATH } from "../mail/outbox.ts";

/** The widget's module; what it loads lies in the folder of the same name. */
export const WIDGET_PATH = "/widget.js";

/** The API's OpenAPI document, and the same to read. */
export const OPENAPI_PATH = "/openapi.json";
export const API_REFERENCE_PATH = "/docs/api";

/** Paths that are ours besides the contract's. */
const OWN = [AUTH_PATH, "/health", BLOB_PATH, WIDGET_PATH, "/widget", OPENAPI_PATH, API_REFERENCE_PATH, OUTBOX_PATH];

const firstSegment = (path: string) => path.split("/")[1] ?? "";

const segments = new Set([...OWN, ...Object.values(platformRoutes).map(({ path }) => path)].map(firstSegment));

/** Does this path belong to the API? The API has singular words at the root; the dashboard has all the rest. */
export function isApiPath(path: string): boolean {
  return segments.has(firstSegment(path));
}
