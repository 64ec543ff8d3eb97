import type { CompliancePlan } from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import { redactedKindsOf, redactValues } from "../../../platform/compliance/redact-values.ts";
import type { AskedMessage } from "../../webhook/asked-message-store.ts";
import type { EndedRun } from "./tool-runs.ts";

/** Which data of a conversation's tools may be stored in the database. */
export function traceRules(plan: CompliancePlan | undefined) {
  const isPrivate = privacyOf(plan) !== undefined;
  const kinds = redactedKindsOf(plan);
  return {
    isPrivate,
    storableAsked(asked: AskedMessage): AskedMessage {
      if (isPrivate) return withAnswers({ ...asked, message: {} }, () => "");
      return kinds
        ? withAnswers({ ...asked, message: redactValues(asked.message, kinds) }, (text) => redactValues(text, kinds))
        : asked;
    },
    storableRun(run: EndedRun): EndedRun {
      if (!kinds) return run;
      const { call, outcome } = run;
      return {
        ...run,
        call: { ...call, arguments: redactValues(call.arguments, kinds) },
        outcome: { ...outcome, result: redactValues(outcome.result, kinds) },
      };
    },
  };
}

function withAnswers(asked: AskedMessage, change: (text: string) => string): AskedMessage {
  const attempts = asked.attempts.map((attempt) => {
    const { outcome } = attempt;
    if (!("answer" in outcome)) return attempt;
    return { ...attempt, outcome: { answer: { ...outcome.answer, text: change(outcome.answer.text) } } };
  });
  return { ...asked, attempts };
}
