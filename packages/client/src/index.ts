/** A typed API client, derived from the contract's routes. Runs in browsers and in Node. */
export { ApiError, ServerUnreachableError } from "./api-error.ts";
export type { CancelToken } from "./cancel-tokens.ts";
export { createClient, createDownloads, createSender, type Send, type SendOptions } from "./create-client.ts";
export { createStreams } from "./create-streams.ts";
export { inGroups } from "./groups.ts";
export { readFittingPage } from "./read-fitting-page.ts";
export type { CallOptions, Client, Downloads, EventOf, ResponseOf, Streams } from "./route-types.ts";
export type { ClientOptions, TokenRequest } from "./send-request.ts";
export type { UploadProgress } from "./upload.ts";
