/** Typed platform calls, derived from the contract's route table. Runs in browsers and in Node. */
export { ApiError, ServerUnreachableError } from "./api-error.ts";
export { type ClientOptions, createClient, type TokenRequest } from "./create-client.ts";
export type { CallOptions, Client, ResponseOf } from "./route-types.ts";
