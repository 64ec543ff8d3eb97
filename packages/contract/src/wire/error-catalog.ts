import { TARGET_MISSING_MESSAGE } from "./call-wire.ts";

/** The errors of one HTTP status: messages by code. */
function answeredWith<const Messages extends Record<string, string>>(status: number, messages: Messages) {
  return Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, { status, message }])) as Record<
    keyof Messages,
    { status: number; message: string }
  >;
}

/**
 * Every expected failure of the platform API, with its HTTP status and message.
 * The message says what is wrong and how to fix it. `PlatformError` fills in `{name}` parts.
 */
export const PLATFORM_ERRORS = {
  ...answeredWith(400, {
    "validation-failed": "The request is not valid.",
    "page-too-large": "This page has more than {maxCharacters} characters. Use limit={fitting}: the first {fitting} entries fit.",
    "target-missing": TARGET_MISSING_MESSAGE,
    "chat-target-missing": "Set 'assistantId', 'squadId' or 'workflowId', or continue with 'sessionId' or 'previousChatId'.",
    "session-target-missing":
      "Set 'assistantId', 'squadId' or 'workflowId', or an inline 'assistant' or 'squad', for this session.",
    "tool-not-testable": "This tool cannot be tested: {reason}.",
    "json-invalid": "The body is not valid JSON: {detail}",
    "request-unreadable": "The request is not HTTP, or breaks its rules: {detail}.",
    "form-invalid": "The body is not a valid form: {detail}",
    "idempotency-key-invalid": "Idempotency-Key must have 1 to 255 characters.",
    "credential-origin-insecure":
      "Credentials are sent over https only, and {origin} uses http. Use https, or start the server with ALLOW_PRIVATE_ADDRESSES=true.",
    "credential-unusable": "The credential was deleted, or it does not sign requests. Choose another one.",
    "webhook-server-missing":
      "This message has no server to go to. Set a server URL on the assistant or in the organization's settings.",
    "credential-missing": "{what} needs a credential of {provider}. Add one under Settings, Credentials.",
    "connection-missing": "There is no connected account of {name}. Connect one under Settings, Credentials.",
    "part-not-runnable": "{field} cannot run here. {problem}",
    "assistant-not-ready": "This assistant cannot answer right now. Start a call in the dashboard to see the reason.",
    "reference-missing": "{field}: this organization has no such {what}. Create it first, or omit {field}.",
    "assistant-unpublished": "This assistant has no published version yet. Publish it first, or send it inline as 'assistant'.",
    "provider-refused": "{reason}",
    "host-key-refused":
      "{host} rejected the private key (status {status}). Enter a private key of your organization on that server.",
    "host-not-platform": "{host} is not a platform API: {detail} Check the URL: it is the part before /assistant.",
    "host-key-missing": "The stored private key belongs to another server. Send the 'privateKey' of this one.",
    "host-address-private":
      "{host} is an address of this server's own network. Use a public one, or start the server with ALLOW_PRIVATE_ADDRESSES=true.",
    "host-loop": "This server forwards to another server. Connect to that one directly.",
    "key-set-unusable": "{host} did not return a usable key set: {detail}.",
  }),
  ...answeredWith(401, {
    unauthorized: "Missing or invalid bearer token. Send 'Authorization: Bearer <token>'.",
    "token-expired": "The bearer token has expired. Fetch a new one from GET /org/{id}/auth.",
    "token-disabled": "This API token is disabled. Enable it under API tokens, or use another one.",
    "token-public": "This is a public API token, which can only start calls and chats. Use a private token from a server.",
    "token-refused": "The token from issuer '{issuer}' was rejected: {detail}.",
  }),
  ...answeredWith(402, {
    "budget-spent":
      "This organization has spent {spent} of its limit of {limit} US dollars in {month}. An admin can raise 'billingLimit' and 'monthlyBudget' under Settings, Costs.",
    "assistant-paused": "This assistant takes no new conversations at the moment. Try again later, or tell its owner.",
  }),
  ...answeredWith(403, {
    "credential-origin-refused":
      "This credential may not be sent to {origin}. Ask an admin to add it to the credential's allowed servers.",
    "restore-code-wrong": "This is not the code. Make a new one with: npm run restore:code",
    "note-of-another": "Only the author or an admin can delete this note.",
    "view-of-another": "Only the author of this view or an admin can change it.",
    "invitation-other-address":
      "This invitation was sent to a different address. Sign in with that address, or ask for a new invitation.",
    "invitation-address-unverified":
      "Your email address is not verified yet. Open the link in your sign-up email, then accept again. Or ask an admin for the invitation link.",
    "speech-install-refused": "{reason}",
    forbidden: "Your role '{role}' cannot do this. It needs '{needed}'.",
    "origin-not-trusted": "Requests from {origin} are not trusted. Set PUBLIC_URL to the address people open in their browser.",
    "token-origin-refused":
      "This token may not be used from {origin}. Add the origin to the token's allowed origins, or use another token.",
    "token-origin-missing":
      "This token is limited to its allowed origins, and this request has no Origin header. Send an allowed origin, or use another token.",
    "token-assistant-refused":
      "This token may not use {target}. Add its id to the token's allowed assistants, or use another token.",
    "token-inline-refused": "This token allows stored assistants only, not '{field}'. Send 'assistantId' instead.",
    "token-override-refused": "This token may only set variables. Send '{overrides}.variableValues' without '{field}'.",
    "token-start-refused": "This token may not choose where a squad or a workflow starts. Send the request without 'startAt'.",
    "token-address-refused":
      "This token may not set an address, a server, headers, code, stored tools or credentials. Omit '{field}', or send the 'assistantId' of a stored assistant.",
    "token-compliance-refused":
      "This token may not set a compliance plan. Omit '{field}', or send the 'assistantId' of a stored assistant.",
    "sign-up-closed": "Sign-up is by invitation on this server. Ask an admin to invite you.",
  }),
  ...answeredWith(404, {
    "not-found": "{what} not found.",
  }),
  ...answeredWith(405, {
    "method-not-allowed": "{method} is not a method of this path. It takes {allowed}.",
  }),
  ...answeredWith(408, {
    "request-timeout": "The request did not arrive in time. Send it again, at once.",
  }),
  ...answeredWith(409, {
    "connection-expired":
      "{name} no longer accepts the sign-in of this credential. Connect it again under Settings, Credentials.",
    "idempotency-key-reused": "This Idempotency-Key was used for a different request. Use a new key.",
    "draft-conflict":
      "This draft is based on version {base}, but version {current} is published. Compare the two, then publish again.",
    "draft-clash":
      "{fields} changed in this draft after revision {revision}. Compare the values in 'clashes', then send the ones to keep with revision {current}.",
    "draft-moved": "This draft has changed after revision {revision}. Get it, then repeat the request with revision {current}.",
    "publish-gated":
      "These suites must pass with this draft before it is published: {suites}. Run each with POST /eval/simulation/run and the draft as `target.assistant`, or publish with `gateReason`, which the audit log keeps.",
    "test-suite-gates":
      "The suite gates {assistants}. Leave it out of their gates first, with PUT or DELETE /assistant/{id}/publish-gate.",
    "call-not-joinable": "This call has ended. Start a new call.",
    "call-taken-over": "This call continues in another window.",
    "call-in-progress": "This call is still running. End it with POST /call/{id}/end before you delete it.",
    "erasure-not-counted": "What there is to delete is still being counted. Confirm the erasure when its state is `counted`.",
    "call-not-over": "This call is still running. Analyze it after its end.",
    "campaign-running": "The campaign has started: {what}. {instead}",
    "campaign-over": "The campaign is {status}: {instead}",
    "held-after-restore": "{what} since this server was restored from a backup. Its operator resumes them at /server/restore.",
    "call-scheduled":
      "This call has not started: it is scheduled for {earliestAt}. Cancel it with POST /call/{id}/end or DELETE /call/{id}.",
    "call-over": "This call has ended and can no longer be controlled.",
    "call-not-in-progress": "This call is {status}. It can be taken over or transferred while it is in progress.",
    "call-taken": "{name} has taken this call over. Only one person at a time has a call.",
    "call-not-taken": "You do not have this call. Send take-over first.",
    "call-control-disabled": "Call control is off for this assistant. Set monitorPlan.controlEnabled to true for new calls.",
    "call-orders-full": "{max} actions already wait for this call's caller to join. Send this one when the call is in progress.",
    "recording-closed": "This call's video recording is finished or was not requested. Stop sending parts.",
    "recording-chunk-missing": "Part {expected} of the recording is missing. Send it first.",
    "session-busy": "This session is still answering another message. Send this one again after that reply ends.",
    "session-over": "This session {reason}. Start a new one without sessionId and previousChatId.",
    "last-admin": "An organization needs at least one admin. Make another member an admin first, or delete the organization.",
    "invite-limit": "At most {limit} invitations can be pending. Withdraw some, or wait until they are accepted.",
    "key-set-limit": "An organization has at most {limit} key sets. Delete one first.",
    "key-set-issuer-taken":
      "This organization already has a key set with issuer '{issuer}'. Delete it first, or use another issuer.",
    "price-limit": "An organization has at most {limit} prices of its own. Delete one first.",
    "schema-type-changed":
      "The schema's type would change from '{from}' to '{to}', so earlier results would no longer match. Send schemaOverride=true to allow it.",
    "file-in-use": "This file is used by {users}. Remove it there first.",
    "speech-not-installing": "This is not being installed. Refresh the list.",
    "speech-installing": "This is being installed. Cancel that first, or wait for its end.",
    "template-public": "Public templates are read-only. Create your own instead.",
    "test-suite-full": "A test suite has at most {limit} tests. Add this one to another suite.",
    "host-not-connected":
      "This organization is not connected to another server. Connect it with PUT /connection, or call the path without /connection/host.",
  }),
  ...answeredWith(410, {
    "invitation-withdrawn": "This invitation was withdrawn. Ask an admin of the organization for a new one.",
    "invitation-expired": "This invitation has expired. Ask an admin of the organization to send it again.",
    "invitation-accepted": "This invitation was already accepted. Sign in with the address it was sent to.",
  }),
  ...answeredWith(413, {
    "body-too-large": "The body exceeds {maxBytes} bytes. Send a smaller one.",
    "recording-full": "A video recording has at most {maxBytes} bytes. Stop sending parts.",
    "recording-quota":
      "This organization's video recordings use all {maxGigabytes} GB. Delete calls with a video recording, or raise ORG_VIDEO_MAX_GB.",
    "quota-full":
      "This organization has reached its limit of {what} ({name}). Delete what is no longer needed, or ask the operator of this server to raise the limit.",
    "file-too-large": "The file exceeds {maxBytes} bytes. Upload a smaller one, or split it.",
  }),
  ...answeredWith(415, {
    "unsupported-media-type": "Send the body as {expected}.",
    "file-type-not-supported": "This file type is not supported. Upload one of: {supported}.",
  }),
  ...answeredWith(429, {
    "invitation-resent": "This invitation was sent less than a minute ago. Send it again in {retryAfterSeconds} s.",
    "at-capacity": "All {limit} call slots {scope} are in use. Try again in {retryAfterSeconds} s.",
    "too-many-attempts": "Too many attempts to {what}. Try again in {wait}{instead}.",
    "rate-limited": "More than {limit} {what} a minute {scope}. Try again in {retryAfterSeconds} s.",
    "quota-reached":
      "This organization has reached its limit of {what} ({name}). The count starts at 0 again at {resetsAt}. The operator of this server can raise the limit.",
    "recording-early": "Nobody has joined this call yet. Send this again in {retryAfterSeconds} s.",
    "recording-busy":
      "Another part of this recording is being received, or this one took too long. Send it again in {retryAfterSeconds} s.",
    "chats-at-capacity": "At most {limit} chats {scope} run at a time. Try again in {retryAfterSeconds} s.",
    "idempotency-key-busy": "The first request with this Idempotency-Key is still running. Try again in {retryAfterSeconds} s.",
  }),
  ...answeredWith(431, {
    "headers-too-large": "The request's headers are larger than {limit} bytes. Send fewer or shorter ones: often it is cookies.",
  }),
  ...answeredWith(500, {
    internal: "Something went wrong on the server. Find it in the log by the request id.",
  }),
  ...answeredWith(501, {
    "telephony-not-available":
      "This needs a telephone carrier, and this server has none yet. Phone calls work with simulated numbers.",
    "not-available": "{what} is not available on this server yet. {instead}",
    "host-lacks": "{host} does not offer this: {what}.",
  }),
  ...answeredWith(502, {
    "provider-failed": "{reason}",
    "host-unreachable": "{host} cannot be reached: {detail}. Check its URL and that it is running.",
    "mail-not-sent": "The mail server rejected the email ({reason}). Try again, or check SMTP_URL and MAIL_FROM.",
    "storage-unavailable": "The organization's own storage does not give the file: {detail}",
  }),
  ...answeredWith(503, {
    "key-set-unavailable": "The public keys of this token's issuer cannot be read right now. Try again in {retryAfterSeconds} s.",
    "database-unavailable": "The database cannot be reached right now. Try again in a few seconds.",
    "search-too-long": "This search timed out. Use a shorter time range, fewer text filters or smaller pages.",
    "blob-store-unavailable": "Files cannot be stored or read right now. Try again in a few seconds.",
    "call-host-unavailable": "The call cannot start right now: {detail}",
  }),
  ...answeredWith(507, {
    "storage-full": "The server's disk is full. Free some space, then try again.",
  }),
};
export type PlatformErrorCode = keyof typeof PLATFORM_ERRORS;
