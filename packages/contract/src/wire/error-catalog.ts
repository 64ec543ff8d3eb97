import { TARGET_MISSING_MESSAGE } from "./call-wire.ts";

/**
 * Every expected failure of the platform API, with its HTTP status and message.
 * The message says what is wrong and how to fix it. `PlatformError` fills in `{name}` parts.
 */
export const PLATFORM_ERRORS = {
  "validation-failed": { status: 400, message: "The request is not valid." },
  "page-too-large": {
    status: 400,
    message: "This page has more than {maxCharacters} characters. Use limit={fitting}: the first {fitting} entries fit.",
  },
  "target-missing": { status: 400, message: TARGET_MISSING_MESSAGE },
  "chat-target-missing": {
    status: 400,
    message: "Set 'assistantId', 'squadId' or 'workflowId', or continue with 'sessionId' or 'previousChatId'.",
  },
  "session-target-missing": {
    status: 400,
    message: "Set 'assistantId', 'squadId' or 'workflowId', or an inline 'assistant' or 'squad', for this session.",
  },
  "tool-not-testable": { status: 400, message: "This tool cannot be tested: {reason}." },
  "json-invalid": { status: 400, message: "The body is not valid JSON: {detail}" },
  "request-unreadable": { status: 400, message: "The request is not HTTP, or breaks its rules: {detail}." },
  "request-timeout": { status: 408, message: "The request did not arrive in time. Send it again, at once." },
  "headers-too-large": {
    status: 431,
    message: "The request's headers are larger than {limit} bytes. Send fewer or shorter ones: often it is cookies.",
  },
  "form-invalid": { status: 400, message: "The body is not a valid form: {detail}" },
  "idempotency-key-invalid": { status: 400, message: "Idempotency-Key must have 1 to 255 characters." },
  "credential-origin-refused": {
    status: 403,
    message: "This credential may not be sent to {origin}. Ask an admin to add it to the credential's allowed servers.",
  },
  "credential-origin-insecure": {
    status: 400,
    message:
      "Credentials are sent over https only, and {origin} uses http. Use https, or start the server with ALLOW_PRIVATE_ADDRESSES=true.",
  },
  "credential-unusable": {
    status: 400,
    message: "The credential was deleted, or it does not sign requests. Choose another one.",
  },
  "webhook-server-missing": {
    status: 400,
    message: "This message has no server to go to. Set a server URL on the assistant or in the organization's settings.",
  },
  "credential-missing": {
    status: 400,
    message: "{what} needs a credential of provider '{provider}'. Add one under Settings, Credentials, or with POST /credential.",
  },
  "connection-missing": {
    status: 400,
    message: "There is no connected account of {name}. Connect one under Settings, Credentials.",
  },
  "connection-expired": {
    status: 409,
    message: "{name} no longer accepts the sign-in of this credential. Connect it again under Settings, Credentials.",
  },
  "part-not-runnable": { status: 400, message: "{field} cannot run here. {problem}" },
  "assistant-not-ready": {
    status: 400,
    message: "This assistant cannot answer right now. Start a call in the dashboard to see the reason.",
  },
  "reference-missing": {
    status: 400,
    message: "{field}: this organization has no such {what}. Create it first, or omit {field}.",
  },
  "idempotency-key-reused": {
    status: 409,
    message: "This Idempotency-Key was used for a different request. Use a new key.",
  },
  "assistant-unpublished": {
    status: 400,
    message: "This assistant has no published version yet. Publish it first, or send it inline as 'assistant'.",
  },
  "draft-conflict": {
    status: 409,
    message: "This draft is based on version {base}, but version {current} is published. Compare the two, then publish again.",
  },
  "draft-clash": {
    status: 409,
    message:
      "{fields} changed in this draft after revision {revision}. Compare the values in 'clashes', then send the ones to keep with revision {current}.",
  },
  "draft-moved": {
    status: 409,
    message: "This draft has changed after revision {revision}. Get it, then repeat the request with revision {current}.",
  },
  "call-not-joinable": { status: 409, message: "This call has ended. Start a new call." },
  "call-taken-over": { status: 409, message: "This call continues in another window." },
  "call-in-progress": {
    status: 409,
    message: "This call is still running. End it with POST /call/{id}/end before you delete it.",
  },
  "call-not-over": { status: 409, message: "This call is still running. Analyze it after its end." },
  "campaign-running": { status: 409, message: "The campaign has started: {what}. {instead}" },
  "campaign-over": { status: 409, message: "The campaign is {status}: {instead}" },
  "held-after-restore": {
    status: 409,
    message: "{what} since this server was restored from a backup. Its operator resumes them at /server/restore.",
  },
  "restore-code-wrong": { status: 403, message: "This is not the code. Make a new one with: npm run restore:code" },
  "call-scheduled": {
    status: 409,
    message:
      "This call has not started: it is scheduled for {earliestAt}. Cancel it with POST /call/{id}/end or DELETE /call/{id}.",
  },
  "call-over": { status: 409, message: "This call has ended and can no longer be controlled." },
  "call-control-disabled": {
    status: 409,
    message: "Call control is off for this assistant. Set monitorPlan.controlEnabled to true for new calls.",
  },
  "call-orders-full": {
    status: 409,
    message: "{max} actions already wait for this call's caller to join. Send this one when the call is in progress.",
  },
  "note-of-another": { status: 403, message: "Only the author or an admin can delete this note." },
  "view-of-another": { status: 403, message: "Only the author of this view or an admin can change it." },
  "recording-closed": {
    status: 409,
    message: "This call's video recording is finished or was not requested. Stop sending parts.",
  },
  "recording-chunk-missing": { status: 409, message: "Part {expected} of the recording is missing. Send it first." },
  "session-busy": {
    status: 409,
    message: "This session is still answering another message. Send this one again after that reply ends.",
  },
  "session-over": { status: 409, message: "This session {reason}. Start a new one without sessionId and previousChatId." },
  "last-admin": {
    status: 409,
    message: "An organization needs at least one admin. Make another member an admin first, or delete the organization.",
  },
  "invite-limit": {
    status: 409,
    message: "At most {limit} invitations can be pending. Withdraw some, or wait until they are accepted.",
  },
  "invitation-withdrawn": {
    status: 410,
    message: "This invitation was withdrawn. Ask an admin of the organization for a new one.",
  },
  "invitation-expired": {
    status: 410,
    message: "This invitation has expired. Ask an admin of the organization to send it again.",
  },
  "invitation-accepted": {
    status: 410,
    message: "This invitation was already accepted. Sign in with the address it was sent to.",
  },
  "invitation-other-address": {
    status: 403,
    message: "This invitation was sent to a different address. Sign in with that address, or ask for a new invitation.",
  },
  "invitation-address-unverified": {
    status: 403,
    message:
      "Your email address is not verified yet. Open the link in your sign-up email, then accept again. Or ask an admin for the invitation link.",
  },
  "invitation-resent": {
    status: 429,
    message: "This invitation was sent less than a minute ago. Send it again in {retryAfterSeconds} s.",
  },
  "key-set-limit": { status: 409, message: "An organization has at most {limit} key sets. Delete one first." },
  "key-set-issuer-taken": {
    status: 409,
    message: "This organization already has a key set with issuer '{issuer}'. Delete it first, or use another issuer.",
  },
  "price-limit": { status: 409, message: "An organization has at most {limit} prices of its own. Delete one first." },
  "schema-type-changed": {
    status: 409,
    message:
      "The schema's type would change from '{from}' to '{to}', so earlier results would no longer match. Send schemaOverride=true to allow it.",
  },
  "file-in-use": { status: 409, message: "This file is used by {users}. Remove it there first." },
  "speech-install-refused": { status: 403, message: "{reason}" },
  "speech-not-installing": { status: 409, message: "This is not being installed. Refresh the list." },
  "speech-installing": { status: 409, message: "This is being installed. Cancel that first, or wait for its end." },
  "provider-refused": { status: 400, message: "{reason}" },
  "provider-failed": { status: 502, message: "{reason}" },
  "template-public": { status: 409, message: "Public templates are read-only. Create your own instead." },
  "test-suite-full": { status: 409, message: "A test suite has at most {limit} tests. Add this one to another suite." },
  "host-key-refused": {
    status: 400,
    message: "{host} rejected the private key (status {status}). Enter a private key of your organization on that server.",
  },
  "host-not-platform": {
    status: 400,
    message: "{host} is not a platform API: {detail} Check the URL: it is the part before /assistant.",
  },
  "host-key-missing": {
    status: 400,
    message: "The stored private key belongs to another server. Send the 'privateKey' of this one.",
  },
  "host-address-private": {
    status: 400,
    message:
      "{host} is an address of this server's own network. Use a public one, or start the server with ALLOW_PRIVATE_ADDRESSES=true.",
  },
  "host-loop": {
    status: 400,
    message: "This server forwards to another server. Connect to that one directly.",
  },
  "host-not-connected": {
    status: 409,
    message:
      "This organization is not connected to another server. Connect it with PUT /connection, or call the path without /connection/host.",
  },
  "key-set-unusable": { status: 400, message: "{host} did not return a usable key set: {detail}." },
  unauthorized: { status: 401, message: "Missing or invalid bearer token. Send 'Authorization: Bearer <token>'." },
  "token-expired": { status: 401, message: "The bearer token has expired. Fetch a new one from GET /org/{id}/auth." },
  "token-disabled": { status: 401, message: "This API token is disabled. Enable it under API tokens, or use another one." },
  "token-public": {
    status: 401,
    message: "This is a public API token, which can only start calls and chats. Use a private token from a server.",
  },
  "token-refused": { status: 401, message: "The token from issuer '{issuer}' was rejected: {detail}." },
  "budget-spent": {
    status: 402,
    message:
      "This organization has spent {spent} of its limit of {limit} US dollars in {month}. An admin can raise 'billingLimit' and 'monthlyBudget' under Settings, Costs.",
  },
  "assistant-paused": {
    status: 402,
    message: "This assistant takes no new conversations at the moment. Try again later, or tell its owner.",
  },
  forbidden: { status: 403, message: "Your role '{role}' cannot do this. It needs '{needed}'." },
  "origin-not-trusted": {
    status: 403,
    message: "Requests from {origin} are not trusted. Set PUBLIC_URL to the address people open in their browser.",
  },
  "token-origin-refused": {
    status: 403,
    message: "This token may not be used from {origin}. Add the origin to the token's allowed origins, or use another token.",
  },
  "token-origin-missing": {
    status: 403,
    message:
      "This token is limited to its allowed origins, and this request has no Origin header. Send an allowed origin, or use another token.",
  },
  "token-assistant-refused": {
    status: 403,
    message: "This token may not use {target}. Add its id to the token's allowed assistants, or use another token.",
  },
  "token-inline-refused": {
    status: 403,
    message: "This token allows stored assistants only, not '{field}'. Send 'assistantId' instead.",
  },
  "token-override-refused": {
    status: 403,
    message: "This token may only set variables. Send '{overrides}.variableValues' without '{field}'.",
  },
  "token-start-refused": {
    status: 403,
    message: "This token may not choose where a squad or a workflow starts. Send the request without 'startAt'.",
  },
  "token-address-refused": {
    status: 403,
    message:
      "This token may not set an address, a server, headers, code, stored tools or credentials. Omit '{field}', or send the 'assistantId' of a stored assistant.",
  },
  "token-compliance-refused": {
    status: 403,
    message: "This token may not set a compliance plan. Omit '{field}', or send the 'assistantId' of a stored assistant.",
  },
  "sign-up-closed": { status: 403, message: "Sign-up is by invitation on this server. Ask an admin to invite you." },
  "not-found": { status: 404, message: "{what} not found." },
  "method-not-allowed": { status: 405, message: "{method} is not a method of this path. It takes {allowed}." },
  "body-too-large": { status: 413, message: "The body exceeds {maxBytes} bytes. Send a smaller one." },
  "recording-full": { status: 413, message: "A video recording has at most {maxBytes} bytes. Stop sending parts." },
  "recording-quota": {
    status: 413,
    message:
      "This organization's video recordings use all {maxGigabytes} GB. Delete calls with a video recording, or raise ORG_VIDEO_MAX_GB.",
  },
  "quota-full": {
    status: 413,
    message:
      "This organization has reached its limit of {what} ({name}). Delete what is no longer needed, or ask the operator of this server to raise the limit.",
  },
  "file-too-large": { status: 413, message: "The file exceeds {maxBytes} bytes. Upload a smaller one, or split it." },
  "unsupported-media-type": { status: 415, message: "Send the body as {expected}." },
  "file-type-not-supported": {
    status: 415,
    message: "This file type is not supported. Upload one of: {supported}.",
  },
  "at-capacity": { status: 429, message: "All {limit} call slots {scope} are in use. Try again in {retryAfterSeconds} s." },
  "too-many-attempts": { status: 429, message: "Too many attempts to {what}. Try again in {wait}{instead}." },
  "rate-limited": {
    status: 429,
    message: "More than {limit} {what} a minute {scope}. Try again in {retryAfterSeconds} s.",
  },
  "quota-reached": {
    status: 429,
    message:
      "This organization has reached its limit of {what} ({name}). The count starts at 0 again at {resetsAt}. The operator of this server can raise the limit.",
  },
  "recording-early": {
    status: 429,
    message: "Nobody has joined this call yet. Send this again in {retryAfterSeconds} s.",
  },
  "recording-busy": {
    status: 429,
    message:
      "Another part of this recording is being received, or this one took too long. Send it again in {retryAfterSeconds} s.",
  },
  "chats-at-capacity": {
    status: 429,
    message: "At most {limit} chats {scope} run at a time. Try again in {retryAfterSeconds} s.",
  },
  "idempotency-key-busy": {
    status: 429,
    message: "The first request with this Idempotency-Key is still running. Try again in {retryAfterSeconds} s.",
  },
  internal: { status: 500, message: "Something went wrong on the server. Find it in the log by the request id." },
  "telephony-not-available": {
    status: 501,
    message:
      "This needs a telephone carrier, and this server has none yet. Phone calls work with numbers of provider 'simulated'.",
  },
  "not-available": { status: 501, message: "{what} is not available on this server yet. {instead}" },
  "host-lacks": { status: 501, message: "{host} does not offer this: {what}." },
  "host-unreachable": { status: 502, message: "{host} cannot be reached: {detail}. Check its URL and that it is running." },
  "key-set-unavailable": {
    status: 503,
    message: "The public keys of this token's issuer cannot be read right now. Try again in {retryAfterSeconds} s.",
  },
  "mail-not-sent": {
    status: 502,
    message: "The mail server rejected the email ({reason}). Try again, or check SMTP_URL and MAIL_FROM.",
  },
  "database-unavailable": { status: 503, message: "The database cannot be reached right now. Try again in a few seconds." },
  "search-too-long": {
    status: 503,
    message: "This search timed out. Use a shorter time range, fewer text filters or smaller pages.",
  },
  "storage-full": {
    status: 507,
    message: "The server's disk is full. Free some space, then try again.",
  },
  "blob-store-unavailable": { status: 503, message: "Files cannot be stored or read right now. Try again in a few seconds." },
  "storage-unavailable": { status: 502, message: "The organization's own storage does not give the file: {detail}" },
  "call-host-unavailable": { status: 503, message: "The call cannot start right now: {detail}" },
} as const satisfies Record<string, { status: number; message: string }>;

export type PlatformErrorCode = keyof typeof PLATFORM_ERRORS;
