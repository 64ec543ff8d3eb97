import { CALLER_GONE, ENDED_REASONS, WORKER_STALLED } from "@callwright/contract";
import type { Departure } from "./caller-line.ts";

/** The ended reason, and a message for people, of a call whose caller has left. */
export function endingOf(
  why: Departure | "never-connected",
  { wasStalled, mayHaveReturned }: { wasStalled: boolean; mayHaveReturned: boolean },
): [endedReason: string, message?: string] {
  if (why === "never-connected") return [ENDED_REASONS.transportNeverConnected];
  if (wasStalled) return [ENDED_REASONS.workerDied, WORKER_STALLED];
  if (why === "lost") return [ENDED_REASONS.customerEndedCall, CALLER_GONE.lost];
  return mayHaveReturned ? [ENDED_REASONS.customerEndedCall, CALLER_GONE.stayedAway] : [ENDED_REASONS.customerEndedCall];
}
