import { type Call, ENDED_REASONS, explainEndedReason } from "@callwright/contract";

/** What became of a call, by its color. */
type ResultKind = "goal" | "talked" | "mailbox" | "unreached" | "busy" | "failed";

interface CallResult {
  kind: ResultKind;
  /** A key of `calls.result`. */
  word: "goal" | "missed" | "talked" | "transferred" | "mailbox" | "noAnswer" | "canceled" | "busy" | "declined" | "failed";
  /** The value of a rubric that is not passed or failed, in place of the word. */
  value?: string;
}

const TRANSFERRED: ReadonlySet<string> = new Set([
  ENDED_REASONS.assistantForwardedCall,
  ENDED_REASONS.assistantRequestForwarded,
  ENDED_REASONS.ringingHookTransferred,
  ENDED_REASONS.endingHookTransferred,
]);
const CANCELED: ReadonlySet<string> = new Set([ENDED_REASONS.manuallyCanceled, ENDED_REASONS.scheduledCallDeleted]);

type Ended = Pick<Call, "analysis" | "endedMessage" | "endedReason" | "startedAt">;

/** Undefined while the call runs. */
export function resultOf({ analysis, endedMessage, endedReason, startedAt }: Ended): CallResult | undefined {
  if (endedReason === undefined) return undefined;
  const success = analysis?.successEvaluation;
  if (success === "true") return { kind: "goal", word: "goal" };
  if (endedReason === ENDED_REASONS.voicemail) return { kind: "mailbox", word: "mailbox" };
  const { fault } = explainEndedReason(endedReason, endedMessage);
  if (endedReason === ENDED_REASONS.customerBusy) {
    const isDeclined = endedMessage?.includes("declined") ?? false;
    return { kind: "busy", word: isDeclined ? "declined" : "busy" };
  }
  if (endedReason === ENDED_REASONS.customerDidNotAnswer) return { kind: "unreached", word: "noAnswer" };
  if (TRANSFERRED.has(endedReason)) return { kind: "talked", word: "transferred" };
  const isFailure = fault === "provider" || fault === "platform" || fault === "assistant";
  if (isFailure && endedReason !== ENDED_REASONS.exceededMaxDuration) return { kind: "failed", word: "failed" };
  if (startedAt === undefined) return { kind: "unreached", word: CANCELED.has(endedReason) ? "canceled" : "noAnswer" };
  if (success === "false") return { kind: "talked", word: "missed" };
  return { kind: "talked", word: "talked", ...(success !== undefined && { value: success }) };
}
