import { type ContactOutcome, type ContactStatus, ENDED_REASONS, PHONE_UNANSWERED } from "@callwright/contract";

interface EndedCall {
  endedReason: string | null;
  endedMessage: string | null;
  startedAt: Date | null;
}

const UNANSWERED: Readonly<Record<string, ContactOutcome>> = {
  [ENDED_REASONS.customerBusy]: "busy",
  [ENDED_REASONS.customerDidNotAnswer]: "noAnswer",
  [ENDED_REASONS.manuallyCanceled]: "canceled",
};
const INTERRUPTED: ReadonlySet<string | null> = new Set([ENDED_REASONS.workerDied, ENDED_REASONS.workerShutdown]);

/** What a dialed call means for the contact. */
export function outcomeOf({ endedReason, endedMessage, startedAt }: EndedCall): ContactOutcome {
  if (INTERRUPTED.has(endedReason)) return "interrupted";
  if (endedReason === ENDED_REASONS.voicemail) return "voicemail";
  if (endedMessage === PHONE_UNANSWERED.declined) return "declined";
  if (startedAt === null) return UNANSWERED[endedReason ?? ""] ?? "failed";
  return endedReason?.includes("error") ? "failed" : "answered";
}

const STATUS_OF = {
  answered: "completed",
  voicemail: "completed",
  busy: "completed",
  declined: "completed",
  noAnswer: "completed",
  failed: "failed",
  interrupted: "failed",
  doNotCall: "skipped",
  notEligible: "skipped",
  predialFailed: "predialFailed",
  tooLate: "skipped",
  outsideWindow: "skipped",
  canceled: "skipped",
} as const satisfies Record<ContactOutcome, ContactStatus>;

export const statusOfOutcome = (outcome: ContactOutcome): ContactStatus => STATUS_OF[outcome];
