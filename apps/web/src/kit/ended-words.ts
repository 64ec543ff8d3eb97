import { type Call, type CallEvent, explainEndedReason } from "@callwright/contract";
import { humanValue } from "./field-names.ts";

/** An ended reason in words, with providers as people call them. */
export function explainEnd(endedReason: string, endedMessage?: string, wasCallerHeard?: boolean) {
  return explainEndedReason(endedReason, endedMessage, wasCallerHeard, humanValue);
}

/** How a call ended, in sentences: what happened, why, and what can be done. Undefined while it runs. No `events`: not read yet. */
export function endedWords(
  { endedReason, endedMessage }: Pick<Call, "endedReason" | "endedMessage">,
  events: readonly Pick<CallEvent, "type">[],
) {
  if (endedReason === undefined) return undefined;
  const wasCallerHeard = events.length === 0 ? undefined : events.some(({ type }) => type === "user.said");
  const { sentence, advice, fault } = explainEnd(endedReason, endedMessage, wasCallerHeard);
  // The call's own message has more details than the general advice for its reason.
  const detail = endedMessage === undefined || endedMessage === sentence ? advice : endedMessage;
  return { reason: endedReason, sentence, detail, fault };
}
