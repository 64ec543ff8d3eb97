/** Typed platform calls, derived from the contract's route table. Runs in browsers and in Node. */
export { ApiError, ServerUnreachableError } from "./api-error.ts";
export { createClient } from "./create-client.ts";
export { createStreams } from "./create-streams.ts";
export type { CallOptions, Client, EventOf, ResponseOf, Streams } from "./route-types.ts";
export type { ClientOptions, TokenRequest } from "./send-request.ts";
