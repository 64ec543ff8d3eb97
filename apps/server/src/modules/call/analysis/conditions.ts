import type { OutputCondition } from "@callwright/contract";
import type { Subject } from "./subject.ts";

/** The first condition that a conversation does not meet. */
export function findUnmet(
  conditions: readonly OutputCondition[] | null | undefined,
  subject: Subject,
): OutputCondition | undefined {
  return conditions?.find((condition) => !isMet(condition, subject));
}

function isMet(condition: OutputCondition, { said, durationSeconds, endedReason }: Subject): boolean {
  switch (condition.type) {
    case "minMessages":
      return said.length >= condition.count;
    case "minCallDuration":
      return durationSeconds >= condition.seconds;
    case "endedReason":
      return condition.values.includes(endedReason) === (condition.operator === "oneOf");
  }
}
