import { ENDED_REASONS, explainEndedReason } from "@callwright/contract";
import type { Subject } from "./subject.ts";

/** Sentences of a summary, and how long one may be, in characters. */
const SUMMARY_SENTENCES = 3;
const SENTENCE_MAX_CHARACTERS = 240;

/**
 * A summary without a language model: words of the conversation. What the caller wanted, which is the longest of the first things that the
 * caller said, and how it ended.
 */
export function summarizeByRule({ said, endedReason }: Subject): string {
  const caller = said.filter(({ role }) => role === "user");
  const request = caller.slice(0, SUMMARY_SENTENCES).toSorted((one, other) => other.text.length - one.text.length)[0];
  const last = said.findLast(({ role }) => role === "assistant");
  return [
    request ? `The caller said: “${short(request.text)}”` : "The caller said nothing.",
    ...(last ? [`The assistant's last words: “${short(last.text)}”`] : []),
    explainEndedReason(endedReason).sentence,
  ].join(" ");
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length > SENTENCE_MAX_CHARACTERS) return `${line.slice(0, SENTENCE_MAX_CHARACTERS)}…`;
  return /\p{Punctuation}$/u.test(line) ? line : `${line}.`;
}

/** The rule of `passesByRule`, for people. */
export const PASS_RULE =
  "Decided by a rule, because no language model judges this call: true if the caller and the assistant both spoke, and no fault or silence ended the call.";

/** Whether the conversation took place. It may still have missed its goal. */
export function passesByRule({ said, endedReason }: Subject): boolean {
  const spoke = (role: string) => said.some((line) => line.role === role);
  const isFaulty = explainEndedReason(endedReason).fault !== "none" || endedReason === ENDED_REASONS.silenceTimedOut;
  return spoke("user") && spoke("assistant") && !isFaulty;
}
