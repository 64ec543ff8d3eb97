import { type OpeningHours, readOpeningHours } from "./opening-hours.ts";
import { terms } from "./word-match.ts";

/** A sentence of the prompt that can be said to a caller. */
export interface Fact {
  sentence: string;
  /** The heading it stands under, "" for none. */
  topic: string;
  /** What it is found by: its own words count 1, its heading's `TOPIC_WEIGHT`. */
  terms: ReadonlyMap<string, number>;
}

/** What the built-in model knows: read once from the system prompt. */
export interface Knowledge {
  /** "Riley, the telephone assistant of …", from "You are Riley, …". */
  identity: string | undefined;
  name: string | undefined;
  hours: OpeningHours;
  facts: readonly Fact[];
}

const TOPIC_WEIGHT = 0.8;
const HEADING = /^(?:#{1,6}\s+(.+?)\s*:?|\*\*(.+?)\*\*:?|([^.!?:]{3,60}):)$/;
const BULLET = /^\s*(?:[-*•–]|\d+[.)])\s+/;
/** How an instruction to the assistant begins; it is followed by language models and said by nobody. */
const INSTRUCTION =
  /^(?:you(?! (?:can|may) (?!answer|help|tell|use|ask|transfer|end|speak))\b|your\b|be\b|keep\b|never\b|always\b|do not\b|don't\b|answer\b|ask\b|say\b|speak\b|respond\b|reply\b|use\b|if\b|when (?:the|a) (?:caller|customer|user)|only\b|avoid\b|help\b|greet\b|make sure\b|remember\b|act\b|offer\b|stay\b|please\b)/i;
/** "If they ask about parking, say that there is a garage." is a fact under a topic of its own. */
const ANSWER_TO =
  /^(?:if|when)\b.*?\b(?:asks?|wants?|wonders?)\s+(?:about|for|whether|if|to know)?\s*(.+?),\s*(?:say|tell (?:them|him|her|the \w+)|answer|reply)(?:\s+that)?\s*:?\s*(.+)$/i;
const IDENTITY = /\byou(?:'re| are)\s+(?!not\b)(.+?)[.!]?$/i;
const NAME = /\b(?:[Yy]ou(?:'re| are)|[Yy]our name is|named|called)\s+([A-Z][\p{L}'-]+)/u;

/** Reads a system prompt: headings, bullet points and sentences. */
export function readPrompt(prompt: string): Knowledge {
  const hours: OpeningHours = new Map();
  const facts: Fact[] = [];
  let identity: string | undefined;
  for (const { sentence, topic } of readSentences(prompt)) {
    const read = readOpeningHours(sentence);
    for (const [day, ranges] of read) hours.set(day, ranges);
    if (read.size > 0) continue;
    identity ??= IDENTITY.exec(sentence)?.[1];
    const fact = readFact(sentence, topic);
    if (fact) facts.push(fact);
  }
  return { identity, name: NAME.exec(prompt)?.[1], hours, facts };
}

/** The sentences of a text, with the heading each stands under, "" for none. */
export function* readSentences(text: string): Generator<{ sentence: string; topic: string }> {
  let topic = "";
  for (const written of linesOf(text)) {
    const line = written.replace(BULLET, "").trim();
    const heading = HEADING.exec(line);
    if (heading) topic = heading[1] ?? heading[2] ?? heading[3] ?? "";
    else for (const sentence of sentencesOf(line)) yield { sentence, topic };
  }
}

/** Longer lines are read in pieces: patterns and the segmenter take more than twice as long for twice the text. */
const LINE_MAX_CHARACTERS = 1_000;
/** What comes after is not read. */
const LINES_MAX = 2_000;

function linesOf(prompt: string): string[] {
  return prompt
    .split(/\n+/)
    .flatMap((line) => line.match(PIECE) ?? [])
    .slice(0, LINES_MAX);
}
const PIECE = new RegExp(`.{1,${LINE_MAX_CHARACTERS}}(?=\\s|$)|.{1,${LINE_MAX_CHARACTERS}}`, "g");

function readFact(sentence: string, topic: string): Fact | undefined {
  const answer = ANSWER_TO.exec(sentence);
  if (answer?.[1] && answer[2]) return toFact(unquoted(answer[2]), answer[1]);
  return INSTRUCTION.test(sentence) ? undefined : toFact(sentence, topic);
}

/** What can be said of a sentence that stands under a heading. */
export function toFact(text: string, topic: string): Fact {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  const sentence = /[.!?]$/.test(capital) ? capital : `${capital}.`;
  const weighted = new Map([...terms(topic)].map((term): [string, number] => [term, TOPIC_WEIGHT]));
  for (const term of terms(sentence)) weighted.set(term, 1);
  return { sentence, topic: topic.toLowerCase(), terms: weighted };
}

function unquoted(text: string): string {
  return text.replace(/["“”]/g, "").trim();
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

function sentencesOf(line: string): string[] {
  return [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()).filter((sentence) => /\p{L}/u.test(sentence));
}
