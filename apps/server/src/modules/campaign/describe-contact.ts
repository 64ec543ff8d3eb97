import type { ContactRow } from "./contact-store.ts";

/** A contact as server messages show it. */
export function describeContact({ id, number, customer, attempts, callId, outcome }: ContactRow): Record<string, unknown> {
  return {
    id,
    number,
    attempts,
    ...(customer.name !== undefined && { name: customer.name }),
    ...(customer.email !== undefined && { email: customer.email }),
    ...(customer.externalId !== undefined && { externalId: customer.externalId }),
    variables: customer.assistantOverrides?.variableValues ?? {},
    ...(callId !== null && { callId }),
    ...(outcome !== null && { outcome }),
  };
}
