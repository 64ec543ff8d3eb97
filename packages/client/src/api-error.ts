import type { ErrorBody } from "@callwright/contract";

/** The server responded with an error. */
export class ApiError extends Error {
  /** HTTP status. 200 if the response was a success but not JSON. */
  readonly status: number;
  /** The parsed body. Text if it is not JSON, undefined if it is empty. */
  readonly body: unknown;
  /** The error's stable code, if the server is Callwright. */
  readonly code: string | undefined;
  /** The problems of a validation error, each prefixed with its property path. */
  readonly problems: readonly string[];
  /** The request's id in the server's log. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;

  /** `body` is the parsed body, `sentence` the message if the body has none. */
  constructor({ status, headers }: Pick<Response, "status" | "headers">, body: unknown, sentence?: string) {
    const known = errorBodyOf(body);
    const { message } = known;
    super(sentence ?? (Array.isArray(message) ? message.join("; ") : (message ?? `The server responded with status ${status}.`)));
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.code = known.code;
    this.problems = Array.isArray(message) ? message : [];
    this.requestId = known.requestId ?? headers.get("x-request-id") ?? undefined;
    this.retryAfterSeconds = secondsUntil(headers.get("retry-after"));
  }
}

/** The parts of a body that match `ErrorBody`. Any server may have responded, so each field is checked. */
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

/** `Retry-After` has seconds or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  const left = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1000 : seconds;
  return Number.isNaN(left) ? undefined : Math.max(0, left);
}

/** No response: the server or the network is down, or the URL is wrong. */
export class ServerUnreachableError extends Error {
  constructor(baseUrl: string, cause: unknown) {
    super(`No response from ${baseUrl || "the server"}. Check that it is running and that the URL is correct.`, { cause });
    this.name = "ServerUnreachableError";
  }
}
