import { isInstruction } from "../answers/instruction.ts";
import { asSentence, type Knowledge, readSentences } from "../answers/prompt-facts.ts";
import { greeting } from "../answers/small-talk.ts";

const SENTENCES_MAX = 4;
const QUOTED = /["“]([^"“”]{2,500})["”]/g;
const SAYS =
  /^(?:(?:first|then|and|next|now|always|please|politely|warmly)[\s,]+)*(?:say|ask|tell|greet|answer|reply|respond|announce|inform|welcome|thank|explain)\b/i;
const SAYS_REST = /^(?:say|announce|answer|reply)(?: that)?\s*:\s*(.+)$/i;
const GREETS = /^(?:(?:first|warmly|politely)[\s,]+)*(?:greet|welcome)\b/i;
const IS_ABOUT_YOU = /^your\b.*\b(?:is|are|was|has|have|will|costs?|arrives?)\b/i;
const ASKS =
  /^(?:(?:first|then|and|next|now|politely)[\s,]+)*(?:ask|collect|get|find out|request)\s+(?:(?:the )?(?:caller|user|customer|client|guest|them|him|her)\s+)?(for|whether|if|about|what|which|when|where|who|how|to)?\s*(.+?)[.!]?$/i;

/** The assistant's text at a step of a workflow: what its prompt tells it to say or to ask, in the words of the prompt. "" for nothing. */
export function scriptOf(prompt: string, knowledge: Knowledge): string {
  const said: string[] = [];
  const plain: string[] = [];
  for (const { sentence } of readSentences(prompt)) {
    const quoted = SAYS.test(sentence) ? [...sentence.matchAll(QUOTED)].flatMap(([, text]) => text ?? []) : [];
    const rest = SAYS_REST.exec(sentence)?.[1];
    if (quoted.length > 0) said.push(...quoted);
    else if (rest !== undefined) said.push(rest);
    else if (GREETS.test(sentence)) said.push(greeting(knowledge).replace(/ How can I help you\?$/, ""));
    else if (ASKS.test(sentence)) said.push(askFor(sentence));
    else if (!isInstruction(sentence) || IS_ABOUT_YOU.test(sentence)) plain.push(sentence);
  }
  const lines = said.length > 0 ? said : plain;
  return lines.slice(0, SENTENCES_MAX).map(asSentence).join(" ");
}

/** "Ask for the caller's name" becomes a question. */
function askFor(sentence: string): string {
  const [, how = "for", what = ""] = ASKS.exec(sentence) ?? [];
  const thing = toCaller(what);
  switch (how.toLowerCase()) {
    case "for":
    case "about":
      return `Could you tell me ${thing}?`;
    case "whether":
    case "if":
      return asYesOrNo(thing);
    case "to":
      return `Could you ${thing}?`;
    default:
      return `Could you tell me ${how.toLowerCase()} ${thing}?`;
  }
}

/** "you want to book" becomes "Do you want to book?". */
function asYesOrNo(statement: string): string {
  const [, verb = "", rest = ""] = /^you (would|are|have|can|will|were) (.+)$/i.exec(statement) ?? [];
  if (verb === "have") return `Do you have ${rest}?`;
  if (verb !== "") return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} you ${rest}?`;
  return `Do ${statement}?`;
}

function toCaller(text: string): string {
  return text
    .replace(/\b(?:the )?(?:caller|user|customer|client|guest)(?:'s|’s)\b/gi, "your")
    .replace(/\b(?:the )?(?:caller|user|customer|client|guest)\b/gi, "you")
    .replace(/\btheir\b/gi, "your")
    .replace(/\b(?:they|them)\b/gi, "you")
    .replace(/\byou (wants|likes|needs|has)\b/gi, (_all, verb: string) => `you ${verb === "has" ? "have" : verb.slice(0, -1)}`);
}
