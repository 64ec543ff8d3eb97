import { type Call, explainEndedReason } from "@callwright/contract";

/** How a call ended, for a person: what happened, and what is known or to be done about it. Undefined while it runs. */
export function endedWords({ endedReason, endedMessage }: Pick<Call, "endedReason" | "endedMessage">) {
  if (endedReason === undefined) return undefined;
  const { sentence, advice, fault } = explainEndedReason(endedReason, endedMessage);
  // What is known of this very call says more than what is known of its reason.
  const detail = endedMessage === undefined || endedMessage === sentence ? advice : endedMessage;
  return { reason: endedReason, sentence, detail, fault };
}
