import { present } from "../../platform/db/present.ts";
import type { ContactRow } from "./contact-store.ts";

/** A contact as server messages show it. */
export function describeContact({ id, number, customer, attempts, callId, outcome }: ContactRow): Record<string, unknown> {
  const { name, email, externalId, assistantOverrides } = customer;
  const variables = assistantOverrides?.variableValues ?? {};
  return present({ id, number, attempts, name, email, externalId, variables, callId, outcome });
}
