/** Samples with every field of every resource, for tests of the API, exports and third-party clients. */
export * from "./compliance-off.ts";
export * from "./every-key.ts";
export * from "./sample-parts.ts";
export * from "./saturated-assistant.ts";
export * from "./saturated-assistant-parts.ts";
export * from "./saturated-credential.ts";
export * from "./saturated-phone-number.ts";
export * from "./saturated-resources.ts";
export * from "./saturated-squad.ts";
export * from "./saturated-tool.ts";
export * from "./saturated-workflow.ts";
