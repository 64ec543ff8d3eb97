import { type ErrorBody, PlatformError, STATUS_NAMES } from "@callwright/contract";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isDatabaseAway, isStatementTimeout, isStorageFull } from "../db/database-retry.ts";
import type { AppContext } from "./app.ts";

/** Turn anything thrown below the HTTP edge into a response with the one error body. */
export function errorResponse(thrown: unknown, c: AppContext): Response {
  const { error, body } = describeError(thrown, c);
  if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(Math.ceil(error.retryAfterSeconds)));
  if (error.status === 401) c.header("WWW-Authenticate", "Bearer");
  return c.json(body, error.status as ContentfulStatusCode);
}

/** The error body for any thrown value. Anything but a `PlatformError` is a bug: it is logged, and answered with 500. */
export function describeError(thrown: unknown, c: AppContext): { error: PlatformError; body: ErrorBody } {
  const error = toPlatformError(thrown);
  // A 501 names a missing feature, which is not an error of this server.
  if (error.status >= 500 && error.status !== 501) c.get("log")().error({ err: error.cause, code: error.code }, error.message);
  const body: ErrorBody = {
    message: error.problems ? [...error.problems] : error.message,
    error: STATUS_NAMES[error.status] ?? "Error",
    statusCode: error.status,
    code: error.code,
    ...(error.clashes && { clashes: [...error.clashes] }),
    requestId: c.get("requestId"),
  };
  return { error, body };
}

export const DATABASE_RETRY_SECONDS = 2;
/** An operator has to free space first. */
const STORAGE_RETRY_SECONDS = 60;

/** A `PlatformError` unchanged. Any other error becomes the error of the catalogue that its caller may see. */
export function toPlatformError(cause: unknown): PlatformError {
  if (cause instanceof PlatformError) return cause;
  if (isStorageFull(cause)) return new PlatformError("storage-full", { retryAfterSeconds: STORAGE_RETRY_SECONDS }, { cause });
  if (isStatementTimeout(cause)) return new PlatformError("search-too-long", {}, { cause });
  return isDatabaseAway(cause)
    ? new PlatformError("database-unavailable", { retryAfterSeconds: DATABASE_RETRY_SECONDS }, { cause })
    : new PlatformError("internal", {}, { cause });
}
