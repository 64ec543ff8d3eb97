import { z } from "zod";
import { TARGET_MISSING_MESSAGE } from "./call-wire.ts";

/**
 * Every expected failure of the platform API: its HTTP status and its sentence.
 * The sentence says what is wrong and what to do; `{name}` parts are filled in by `PlatformError`.
 */
export const PLATFORM_ERRORS = {
  "validation-failed": { status: 400, message: "The request is not valid." },
  "page-too-large": {
    status: 400,
    message:
      "This page would have more than {maxCharacters} characters. Ask for less at a time: the first {fitting} fit, with limit={fitting}.",
  },
  "target-missing": { status: 400, message: TARGET_MISSING_MESSAGE },
  "chat-target-missing": {
    status: 400,
    message: "Say who answers: 'assistantId' or 'assistant'; or go on with a 'sessionId' or a 'previousChatId'.",
  },
  "session-target-missing": { status: 400, message: "Say who answers in this session: 'assistantId' or 'assistant'." },
  "target-not-supported": {
    status: 400,
    message: "A {kind} cannot take a {what} on this server yet. Start the {what} with an assistant.",
  },
  "tool-not-testable": { status: 400, message: "This tool cannot be tried: {reason}." },
  "json-invalid": { status: 400, message: "The body is not valid JSON: {detail}" },
  "form-invalid": { status: 400, message: "The body is not a valid form: {detail}" },
  "idempotency-key-invalid": { status: 400, message: "Idempotency-Key must have 1 to 255 characters." },
  "credential-missing": {
    status: 400,
    message: "{what} needs a credential of provider '{provider}', and this organisation has none. Add one with POST /credential.",
  },
  "reference-missing": {
    status: 400,
    message: "{field} names no {what} of this organisation. Create it first, or leave {field} out.",
  },
  "idempotency-key-reused": {
    status: 409,
    message: "This Idempotency-Key was used for another request. Use a new key for a new request.",
  },
  "draft-conflict": {
    status: 409,
    message: "This draft is based on version {base}, but version {current} is published. Compare the two, then publish again.",
  },
  "call-not-joinable": { status: 409, message: "This call has ended. Start a new call." },
  "call-taken-over": { status: 409, message: "This call goes on in another window, which has joined it since." },
  "call-in-progress": { status: 409, message: "This call is still running. End it before you delete it." },
  "call-over": { status: 409, message: "This call has ended, and can no longer be steered." },
  "call-control-disabled": {
    status: 409,
    message: "This call's assistant lets nobody steer its calls. Set its monitorPlan.controlEnabled to true for the next ones.",
  },
  "call-orders-full": {
    status: 409,
    message:
      "{max} orders already wait for this call's caller to join, and no more can. Send this one when the call is in progress.",
  },
  "note-of-another": { status: 403, message: "This note is somebody else's. Its author can delete it, or an admin." },
  "recording-closed": {
    status: 409,
    message: "This call's video recording is finished, or none was asked for. Send no more of it.",
  },
  "recording-chunk-missing": { status: 409, message: "Part {expected} of the recording is missing. Send that first." },
  "session-busy": {
    status: 409,
    message: "This session is still answering another message. Wait for the end of that answer, then send this one again.",
  },
  "session-over": { status: 409, message: "This session {reason}. Begin a new one: leave out sessionId and previousChatId." },
  "last-admin": {
    status: 409,
    message: "An organisation keeps at least one admin. Make somebody else an admin first, or delete the organisation.",
  },
  "invite-limit": {
    status: 409,
    message: "At most {limit} invitations can be open at a time. Wait until some are accepted, or withdraw some.",
  },
  "invitation-withdrawn": {
    status: 410,
    message: "This invitation was withdrawn. Ask an admin of the organisation for another one.",
  },
  "invitation-expired": {
    status: 410,
    message: "This invitation has expired. Ask an admin of the organisation to send it again.",
  },
  "invitation-accepted": {
    status: 410,
    message: "This invitation has been accepted already. Sign in with the address that it was sent to.",
  },
  "invitation-other-address": {
    status: 403,
    message:
      "This invitation was sent to another address than yours. Sign in with the address that it was sent to, or ask for an invitation to yours.",
  },
  "invitation-address-unverified": {
    status: 403,
    message:
      "Your e-mail address is not verified yet. Open the link in the mail that was sent to you at sign-up, then accept again.",
  },
  "invitation-resent": {
    status: 429,
    message: "This invitation was sent less than a minute ago. Send it again in {retryAfterSeconds} s.",
  },
  "key-set-limit": { status: 409, message: "An organisation has at most {limit} key sets. Delete one of them first." },
  "key-set-issuer-taken": {
    status: 409,
    message: "This organisation has a key set of issuer '{issuer}' already. Delete that first, or use another issuer.",
  },
  "campaign-started": { status: 409, message: "A campaign that has begun keeps its {field}. Cancel it, and create another one." },
  "schema-type-changed": {
    status: 409,
    message:
      "The schema's type would change from '{from}' to '{to}', and earlier results would no longer fit it. Send schemaOverride=true to allow that.",
  },
  "file-in-use": { status: 409, message: "This file is in use: {users}. Take it out there first, then delete it." },
  "template-public": { status: 409, message: "A public template belongs to everybody. Create one of your own instead." },
  "test-suite-full": { status: 409, message: "A test suite has at most {limit} tests. Put this one into another suite." },
  "host-key-refused": {
    status: 400,
    message: "{host} refused the private key (status {status}). Paste a private key of your organisation there.",
  },
  "host-not-platform": {
    status: 400,
    message: "{host} does not answer as the platform does: {detail} Check the URL: it is what stands before /assistant.",
  },
  "host-key-missing": {
    status: 400,
    message: "The private key that is kept belongs to another host. Send the 'privateKey' of this one.",
  },
  "host-address-private": {
    status: 400,
    message:
      "{host} is an address of this server's own network. Use a public one, or start the server with ALLOW_PRIVATE_ADDRESSES=true.",
  },
  "host-loop": {
    status: 400,
    message: "This request has already passed a Callwright that is connected elsewhere. Connect to that host itself.",
  },
  "host-not-connected": {
    status: 409,
    message: "This organisation works at no other host. Connect it with PUT /connection, or leave out /connection/host.",
  },
  "key-set-unusable": { status: 400, message: "{host} answers with no usable key set: {detail}." },
  unauthorized: { status: 401, message: "Missing or invalid bearer token. Send 'Authorization: Bearer <token>'." },
  "token-expired": { status: 401, message: "The bearer token has expired. Fetch a new one from GET /org/{id}/auth." },
  "token-disabled": { status: 401, message: "This API token is disabled. Enable it under API tokens, or use another one." },
  "token-public": {
    status: 401,
    message: "This is a public API token: it opens visitors' calls and chats alone. Use a private token here, on a server.",
  },
  "token-refused": { status: 401, message: "This token of issuer '{issuer}' is refused: {detail}." },
  forbidden: { status: 403, message: "Your role '{role}' may not do this; it needs '{needed}'." },
  "origin-not-trusted": {
    status: 403,
    message: "Requests from {origin} are not trusted. Set PUBLIC_URL to the address people open in their browser.",
  },
  "token-origin-refused": {
    status: 403,
    message: "This token may not be used from {origin}. Add that to the token's allowed origins, or use another token.",
  },
  "token-origin-missing": {
    status: 403,
    message:
      "This token is for pages of its allowed origins, and this request names no origin. Send one of them as the Origin header, or use another token.",
  },
  "token-assistant-refused": {
    status: 403,
    message: "This token may not reach {target}. Add its id to the token's allowed assistants, or use another token.",
  },
  "token-inline-refused": {
    status: 403,
    message: "This token reaches stored assistants only, and '{field}' brings another. Send 'assistantId' instead.",
  },
  "token-override-refused": {
    status: 403,
    message: "This token may fill in variables only: send '{overrides}.variableValues' without '{field}'.",
  },
  "token-address-refused": {
    status: 403,
    message:
      "This token may not choose a model's address or headers: leave out '{field}', or send 'assistantId' of a stored assistant.",
  },
  "sign-up-closed": { status: 403, message: "Sign-up is by invitation on this server. Ask an admin to invite you." },
  "not-found": { status: 404, message: "{what} not found." },
  "body-too-large": { status: 413, message: "The body is larger than {maxBytes} bytes. Send a smaller one." },
  "recording-full": { status: 413, message: "A video recording holds at most {maxBytes} bytes. Send no more of it." },
  "file-too-large": { status: 413, message: "The file is larger than {maxBytes} bytes. Upload a smaller one, or split it." },
  "unsupported-media-type": { status: 415, message: "Send the body as {expected}." },
  "file-type-not-supported": {
    status: 415,
    message: "Files of this kind cannot be read. Upload one of: {supported}.",
  },
  "at-capacity": { status: 429, message: "All {limit} call slots {scope} are in use. Try again in {retryAfterSeconds} s." },
  "too-many-attempts": { status: 429, message: "Too many attempts to {what}. Try again in {wait}{instead}." },
  "rate-limited": {
    status: 429,
    message: "More than {limit} {what} a minute {scope}. Try again in {retryAfterSeconds} s.",
  },
  "recording-busy": {
    status: 429,
    message: "Another part of this recording is on its way, or this one took too long. Send it again in {retryAfterSeconds} s.",
  },
  "chats-at-capacity": {
    status: 429,
    message: "{limit} chats {scope} are being answered right now. Try again in {retryAfterSeconds} s.",
  },
  "idempotency-key-busy": {
    status: 429,
    message: "The first request with this Idempotency-Key is still being answered. Try again in {retryAfterSeconds} s.",
  },
  internal: { status: 500, message: "Something went wrong on the server. The request id finds it in the log." },
  "telephony-not-available": {
    status: 501,
    message:
      "Phone calls need a telephony connection, and this server has none yet. Start a web call with POST /call/web instead.",
  },
  "not-available": { status: 501, message: "{what} cannot be done on this server yet. {instead}" },
  "host-lacks": { status: 501, message: "{host} does not offer this: {what}." },
  "host-unreachable": { status: 502, message: "{host} cannot be reached: {detail}. Check its URL, and that it is running." },
  "key-set-unavailable": {
    status: 503,
    message: "The keys of this token's issuer cannot be read right now. Try again in {retryAfterSeconds} s.",
  },
  "mail-not-sent": {
    status: 502,
    message: "The mail server did not take the mail ({reason}). Try again; if that does not help, check SMTP_URL and MAIL_FROM.",
  },
  "database-unavailable": { status: 503, message: "The database cannot be reached right now. Try again in a few seconds." },
  "search-too-long": {
    status: 503,
    message:
      "This search took too long and was ended. Narrow it: a shorter range of time, fewer filters of text, or smaller pages.",
  },
  "blob-store-unavailable": { status: 503, message: "Files cannot be stored or read right now. Try again in a few seconds." },
  "call-host-unavailable": { status: 503, message: "The call cannot be taken right now: {detail}" },
} as const satisfies Record<string, { status: number; message: string }>;

export type PlatformErrorCode = keyof typeof PLATFORM_ERRORS;

/** HTTP's own names, as the platform's error bodies carry them. */
export const STATUS_NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** The one error body. `message` is a list for validation errors: one entry per problem, prefixed with its property path. */
export const ErrorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  error: z.string().optional(),
  statusCode: z.number().optional(),
  /** Stable code, ours. */
  code: z.string().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An expected failure. Thrown anywhere below the HTTP edge, turned into an `ErrorBody` there. */
export class PlatformError extends Error {
  readonly code: PlatformErrorCode;
  readonly status: number;
  readonly problems: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: PlatformErrorCode,
    parts: Record<string, string | number> = {},
    options: { problems?: readonly string[]; retryAfterSeconds?: number; cause?: unknown } = {},
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
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
