import { z } from "zod";
import { PLATFORM_ERRORS, type PlatformErrorCode } from "./error-catalog.ts";
import { FieldClash } from "./field-clash.ts";

/** The status names of HTTP, as in the platform's error bodies. */
export const STATUS_NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  507: "Insufficient Storage",
};

/** The one error body. `message` is a list for validation errors: one entry per problem, prefixed with its property path. */
export const ErrorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  error: z.string().optional(),
  statusCode: z.number().optional(),
  /** A stable code. Callwright only. */
  code: z.string().optional(),
  /** With code `draft-clash`: the fields that two writers changed. */
  clashes: z.array(FieldClash).optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An expected failure. The HTTP layer turns it into an `ErrorBody`. */
export class PlatformError extends Error {
  readonly code: PlatformErrorCode;
  readonly status: number;
  readonly problems: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly clashes: readonly FieldClash[] | undefined;

  constructor(
    code: PlatformErrorCode,
    /** `retryAfterSeconds` is also the header `Retry-After` of the response. */
    parts: Record<string, string | number> & { retryAfterSeconds?: number } = {},
    options: {
      problems?: readonly string[];
      clashes?: readonly FieldClash[];
      cause?: unknown;
    } = {},
  ) {
    const { status, message } = PLATFORM_ERRORS[code];
    super(
      message.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole)),
      { cause: options.cause },
    );
    this.name = "PlatformError";
    this.code = code;
    this.status = status;
    this.problems = options.problems;
    this.clashes = options.clashes;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** An error for a request that breaks rules, with one sentence for each, which begins with the field: `name must have a value`. */
export function invalid(...problems: readonly string[]): PlatformError {
  return new PlatformError("validation-failed", {}, { problems });
}
