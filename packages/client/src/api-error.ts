import type { ErrorBody } from "@callwright/contract";

/** The server answered with something else than success. */
export class ApiError extends Error {
  /** HTTP status. 200 when the answer was a success but not JSON. */
  readonly status: number;
  /** The parsed body; text when it is not JSON; undefined when it is empty. */
  readonly body: unknown;
  /** Stable code of the platform's error catalogue, when the server is ours. */
  readonly code: string | undefined;
  /** One entry per problem of a validation error, each prefixed with its property path. Otherwise empty. */
  readonly problems: readonly string[];
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait before the same is tried again. */
  readonly retryAfterSeconds: number | undefined;

  /** `response` is what was answered, `body` what of it could be read, `sentence` the message where the body has none. */
  constructor({ status, headers }: Pick<Response, "status" | "headers">, body: unknown, sentence?: string) {
    const known = errorBodyOf(body);
    const { message } = known;
    super(sentence ?? (Array.isArray(message) ? message.join("; ") : (message ?? `The server answered with status ${status}.`)));
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.code = known.code;
    this.problems = Array.isArray(message) ? message : [];
    this.requestId = known.requestId ?? headers.get("x-request-id") ?? undefined;
    this.retryAfterSeconds = secondsUntil(headers.get("retry-after"));
  }
}

/** What of a body is an `ErrorBody`. Any server may have answered, so nothing is taken for granted. */
function errorBodyOf(body: unknown): Partial<Pick<ErrorBody, "message" | "code" | "requestId">> {
  if (typeof body !== "object" || body === null) return {};
  const { message, code, requestId } = body as Record<string, unknown>;
  const isList = Array.isArray(message) && message.every((entry) => typeof entry === "string");
  return {
    ...(typeof message === "string" || isList ? { message } : {}),
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof requestId === "string" ? { requestId } : {}),
  };
}

/** `Retry-After` holds seconds, or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  const left = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1000 : seconds;
  return Number.isNaN(left) ? undefined : Math.max(0, left);
}

/** No answer came: the server is down, the network is, or the address is wrong. */
export class ServerUnreachableError extends Error {
  constructor(baseUrl: string, cause: unknown) {
    super(`No answer from ${baseUrl || "the server"}. Check that it is running and that the address is right.`, { cause });
    this.name = "ServerUnreachableError";
  }
}
