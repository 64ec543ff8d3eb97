import type { CreateAssistant, TestAttempt, TestTurn } from "@callwright/contract";
import { privacyOf } from "../../platform/compliance/privacy.ts";
import { redactedKindsOf, redactValues } from "../../platform/compliance/redact-values.ts";
import { storableReason } from "../chat/stored-words.ts";

/** What may be stored of an attempt with this assistant: as of its calls and chats. Rubrics and checks stay; everything said, the tester's messages too, is redacted. */
export function storableAttempt(assistant: CreateAssistant, attempt: TestAttempt): TestAttempt {
  const { greeting, turns, failure, scorerResults, ...others } = attempt;
  const reasoned = {
    ...others,
    ...(failure !== undefined && { failure: storableReason(assistant, failure) }),
    scorerResults: scorerResults.map((each) => ({ ...each, reasoning: storableReason(assistant, each.reasoning) })),
  };
  if (privacyOf(assistant.compliancePlan)) return reasoned;
  const kinds = redactedKindsOf(assistant.compliancePlan);
  if (!kinds) return { ...reasoned, ...(greeting !== undefined && { greeting }), ...(turns && { turns }) };
  const redactTurn = ({ durationMs, ...words }: TestTurn): TestTurn => ({ ...redactValues(words, kinds), durationMs });
  return {
    ...reasoned,
    ...(greeting !== undefined && { greeting: redactValues(greeting, kinds) }),
    ...(turns && { turns: turns.map(redactTurn) }),
  };
}
