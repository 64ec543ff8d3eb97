import type { PhoneNumber } from "@callwright/contract";

/** At most one of the three fields is set. */
export type AnswererFields = Pick<PhoneNumber, "assistantId" | "squadId" | "workflowId">;

/** The assistant, squad or workflow that answers a number. Undefined: the customer's server decides for each call. */
export function answererOf({ assistantId, squadId, workflowId }: AnswererFields) {
  if (assistantId) return { to: "assistants", id: assistantId } as const;
  if (squadId) return { to: "squads", id: squadId } as const;
  return workflowId ? ({ to: "workflows", id: workflowId } as const) : undefined;
}
