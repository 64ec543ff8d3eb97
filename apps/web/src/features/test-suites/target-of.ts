import type { TestSuite } from "@callwright/contract";

/** The tested agent. Undefined for an external phone number and while none is set. */
export function targetOf({ targetPlan, phoneNumberId }: TestSuite) {
  if (targetPlan?.assistantId) return { to: "assistants", id: targetPlan.assistantId } as const;
  if (targetPlan?.squadId) return { to: "squads", id: targetPlan.squadId } as const;
  if (targetPlan?.workflowId) return { to: "workflows", id: targetPlan.workflowId } as const;
  const number = targetPlan?.phoneNumberId ?? phoneNumberId;
  return number ? ({ to: "phone-numbers", id: number } as const) : undefined;
}
