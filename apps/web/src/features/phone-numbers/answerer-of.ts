import type { PhoneNumber } from "@callwright/contract";

/** At most one of the three. */
export type AnswererFields = Pick<PhoneNumber, "assistantId" | "squadId" | "workflowId">;

/** Who answers a number: at most one of the three. Undefined: the server is asked for each call. */
export function answererOf({ assistantId, squadId, workflowId }: AnswererFields) {
  if (assistantId) return { to: "assistants", id: assistantId } as const;
  if (squadId) return { to: "squads", id: squadId } as const;
  return workflowId ? ({ to: "workflows", id: workflowId } as const) : undefined;
}
