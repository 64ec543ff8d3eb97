import type { Customer } from "../phone/customer.ts";
import type { ServerTarget } from "../wire/server-target.ts";

/** A valid id that does not exist. */
export const SAMPLE_ID = "7d0e3f0a-0000-4000-8000-00000000000a";

export const SAMPLE_SERVER: ServerTarget = {
  url: "https://hooks.example/calls",
  timeoutSeconds: 7,
  credentialId: SAMPLE_ID,
  headers: { "x-team": "sales" },
  backoffPlan: { type: "exponential", maxRetries: 3, baseDelaySeconds: 2, excludedStatusCodes: [404] },
  staticIpAddressesEnabled: true,
  encryptedPaths: ["message.call"],
};

export const SAMPLE_CUSTOMER: Customer = {
  number: "+14155550123",
  numberE164CheckEnabled: true,
  extension: "12",
  sipUri: "sip:ada@example.com",
  name: "Ada",
  email: "ada@example.com",
  externalId: "crm-1",
  assistantOverrides: { variableValues: { plan: "gold" } },
  squadOverrides: { variableValues: { plan: "gold" } },
};
