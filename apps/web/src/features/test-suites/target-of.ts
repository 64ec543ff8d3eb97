import type { TestSuite } from "@callwright/contract";

/** The tested assistant or squad. Undefined for an external phone number and while none is set. */
export function targetOf({ targetPlan, phoneNumberId }: TestSuite) {
  if (targetPlan?.assistantId) return { to: "assistants", id: targetPlan.assistantId } as const;
  const number = targetPlan?.phoneNumberId ?? phoneNumberId;
  return number ? ({ to: "phone-numbers", id: number } as const) : undefined;
}
