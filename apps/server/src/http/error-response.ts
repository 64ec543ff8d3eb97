import { type ErrorBody, PlatformError, STATUS_NAMES } from "@callwright/contract";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isDatabaseAway } from "../db/database-retry.ts";
import type { AppContext } from "./app.ts";

/** Turn anything thrown below the HTTP edge into the one error body. What is not a `PlatformError` is a bug: logged, answered 500. */
export function errorResponse(error: unknown, c: AppContext): Response {
  const requestId = c.get("requestId");
  if (!(error instanceof PlatformError)) return errorResponse(unexpected(error), c);
  if (error.status >= 500) c.get("log").error({ err: error.cause, code: error.code }, error.message);
  const body: ErrorBody = {
    message: error.problems ? [...error.problems] : error.message,
    error: STATUS_NAMES[error.status] ?? "Error",
    statusCode: error.status,
    code: error.code,
    requestId,
  };
  if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(Math.ceil(error.retryAfterSeconds)));
  if (error.status === 401) c.header("WWW-Authenticate", "Bearer");
  return c.json(body, error.status as ContentfulStatusCode);
}

const DATABASE_RETRY_SECONDS = 2;

function unexpected(cause: unknown): PlatformError {
  return isDatabaseAway(cause)
    ? new PlatformError("database-unavailable", {}, { cause, retryAfterSeconds: DATABASE_RETRY_SECONDS })
    : new PlatformError("internal", {}, { cause });
}
