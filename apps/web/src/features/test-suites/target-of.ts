import type { TestSuite } from "@callwright/contract";

/** Who is tested. Undefined for a number of somebody else's, and while nobody is named. */
export function targetOf({ targetPlan, phoneNumberId }: TestSuite) {
  if (targetPlan?.assistantId) return { to: "assistants", id: targetPlan.assistantId } as const;
  const number = targetPlan?.phoneNumberId ?? phoneNumberId;
  return number ? ({ to: "phone-numbers", id: number } as const) : undefined;
}
