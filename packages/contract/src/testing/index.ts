/** Samples with every field of every resource, for tests of the API, exports and third-party clients. */
export * from "./compliance-off.ts";
export * from "./every-key.ts";
export { SAMPLE_CUSTOMER, SAMPLE_ID, SAMPLE_SERVER } from "./sample-values.ts";
export * from "./saturated.ts";
