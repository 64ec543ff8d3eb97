import type { PhoneSetupStep } from "@callwright/contract";

export const ready = (id: PhoneSetupStep["id"], message?: string): PhoneSetupStep => ({
  id,
  state: "ready",
  ...(message !== undefined && { message }),
});

export const failed = (id: PhoneSetupStep["id"], message: string): PhoneSetupStep => ({ id, state: "failed", message });

/** Steps that wait for an earlier one. */
export const open = (...ids: PhoneSetupStep["id"][]) => ids.map((id): PhoneSetupStep => ({ id, state: "open" }));
