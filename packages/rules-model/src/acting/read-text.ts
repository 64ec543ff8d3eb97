import { terms } from "../answers/word-match.ts";
import { type Found, find, type Heard } from "../spoken/heard.ts";
import { isQuestion } from "../spoken/spoken-name.ts";

/** Parameters that name a thing, and not a text. */
export const THING = /\b(?:item|product|service|dish|treatment|thing|drink|food|pizza|topping|procedure|test)(?:e?s)?$/;
const ASKED_FOR =
  /\b(?:order|book|buy|get|reserve|add|want|need|like|have|find|schedule|cancel|about) (?:an? |the |some |my |to have )?((?:(?!(?:for|at|on|in|to|from|with|by|please|and|under|around|about|an?|the|appointment|booking|reservation|order)\b)[a-z'-]+ ?){1,4})/;
const REASON = /\b(?:because|due to|regarding|the reason is|reason is|concerning)\b(?: of)? ([^|]+)/;
const WORDS_TO_SEND =
  /\b(?:saying|say that|tell (?:him|her|them) (?:that )?|the message is|message is|with the (?:message|text|note)|note that|that says)\b ?([^|]+)/;

/** Reads free text for a parameter of these words: a thing, a reason, a message. */
export function readText(words: string, heard: Heard, isAsked: boolean): Found<string> | undefined {
  if (isAsked) return THING.test(words) ? readAnswer(heard) : readSentence(heard);
  const label = words.replace(/[^a-z0-9 ]/g, "");
  const labeled = new RegExp(`\\b${label} (?:is|should be|would be|will be) ([^|]{1,200})`);
  const said = label === "" ? undefined : find(heard, labeled, ([, text]) => text);
  if (said) return trimmed(said);
  const pattern = patternFor(words);
  return pattern && trimmed(find(heard, pattern, ([, text = ""]) => (terms(text).size > 0 ? text : undefined)));
}

function patternFor(words: string): RegExp | undefined {
  if (/\b(?:reason|purpose|issue|problem|symptoms?|complaint)\b/.test(words)) return REASON;
  if (/\b(?:message|body|text|notes?|comment|content)\b/.test(words)) return WORDS_TO_SEND;
  return THING.test(words) ? ASKED_FOR : undefined;
}

function trimmed(found: Found<string> | undefined): Found<string> | undefined {
  const value = found?.value.trim() ?? "";
  return found && value !== "" ? { ...found, value } : undefined;
}

const FILLERS =
  /^(?:(?:um|uh|well|so|it's|its|it is|that's|that is|that would be|the|a|an|please|yes|yeah|sure|okay|ok|i'd like|i would like|i want|i need|make it|just|put)\b[\s,]*)+/i;

/** The caller's complete, unchanged words. */
function readSentence(heard: Heard): Found<string> | undefined {
  const sentence = heard.said.trim().replace(/^(?:(?:um|uh|well)\b[\s,]*)+/i, "");
  return sentence === "" || isQuestion(sentence) ? undefined : whole(sentence, heard);
}

/** The thing in an answer: "um the blue one please" is "blue one". Default: of any length. */
export function readAnswer(heard: Heard, maxWords = Number.POSITIVE_INFINITY): Found<string> | undefined {
  if (isQuestion(heard.said)) return undefined;
  const answer = heard.said
    .trim()
    .replace(FILLERS, "")
    .replace(/[\s,]*\bplease\b[.!]*$|[.!]+$/i, "")
    .trim();
  return answer === "" || answer.split(/\s+/).length > maxWords ? undefined : whole(answer, heard);
}

function whole(value: string, heard: Heard): Found<string> {
  return { value, rest: { ...heard, words: "" } };
}

const LEADS_IN =
  /^(?:(?:can|could|would) you |please |um |uh |and |i'd like you to |i want you to )*(?:(?:search|look|find)(?: me)?(?: for| up)? |do you (?:have|sell|carry) (?:any )?|(?:i am|i'm|im) looking for |tell me about )/i;

/** The searched words: "do you sell blue jeans" is about "blue jeans". */
export function questionIn(said: string): string {
  const question = said.trim().replace(LEADS_IN, "");
  return question === "" ? said.trim() : question;
}
