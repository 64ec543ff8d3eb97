import type { PhoneNumber } from "@callwright/contract";

/** Who answers a number: at most one of the three. Undefined: the server is asked for each call. */
export function answererOf({ assistantId, squadId, workflowId }: PhoneNumber) {
  if (assistantId) return { to: "assistants", id: assistantId } as const;
  if (squadId) return { to: "squads", id: squadId } as const;
  return workflowId ? ({ to: "workflows", id: workflowId } as const) : undefined;
}
