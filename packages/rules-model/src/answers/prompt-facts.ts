import { isInstruction, isInstructionHeading } from "./instruction.ts";
import { type OpeningHours, readOpeningHours } from "./opening-hours.ts";
import { terms } from "./word-match.ts";

/** A sentence of the prompt that can be spoken to a caller. */
export interface Fact {
  sentence: string;
  /** The heading it stands under, "" for none. */
  topic: string;
  /** Words by which it is found: its own count 1, its heading's `TOPIC_WEIGHT`. */
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
/** "If they ask about parking, say that there is a garage." is a fact with its own topic. */
const ANSWER_TO =
  /^(?:if|when)\b.*?\b(?:asks?|asked|wants?|wonders?)\s+(?:about|for|whether|if|to know)?\s*(.+?),\s*(?:say|tell (?:them|him|her|the \w+)|answer|reply)(?:\s+that)?\s*:?\s*(.+)$/i;
/** "You are Riley, the receptionist of …", but not "You are brief". The following words are its task. */
const IDENTITY =
  /^[Yy]ou(?:'re| are)\s+((?:(?:an?|the|our)\s|\p{Lu}).+?)(?:,?\s(?:who|that|whose|and you|your|tasked|designed|responsible)\b.*)?[.!]?$/u;
const NAME = /\b(?:[Yy]ou(?:'re| are)|[Yy]our name is|named|called)\s+([A-Z][\p{L}'-]+)/u;

/** Reads a system prompt: headings, bullet points and sentences. */
export function readPrompt(prompt: string): Knowledge {
  const hours: OpeningHours = new Map();
  const facts: Fact[] = [];
  let identity: string | undefined;
  for (const { sentence, topic, section } of readSentences(prompt)) {
    const read = readOpeningHours(sentence);
    for (const [day, ranges] of read) hours.set(day, ranges);
    if (read.size > 0) continue;
    identity ??= IDENTITY.exec(sentence)?.[1];
    const fact = readFact(sentence, topic, isInstructionHeading(section));
    if (fact) facts.push(fact);
  }
  return { identity, name: NAME.exec(prompt)?.[1], hours, facts };
}

/**
 * The sentences of a text, with the heading each stands under, "" for none. As `section` a heading that is a line with a colon counts only
 * up to the empty line that ends its list.
 */
export function* readSentences(text: string): Generator<{ sentence: string; topic: string; section: string }> {
  let topic = "";
  let section = "";
  let endsWithList = false;
  let isAfterGap = false;
  for (const written of linesOf(text)) {
    const line = written.replace(BULLET, "").trim();
    const heading = HEADING.exec(line);
    if (heading) {
      topic = heading[1] ?? heading[2] ?? heading[3] ?? "";
      section = topic;
      endsWithList = heading[3] !== undefined;
    } else if (isAfterGap && endsWithList && line !== "" && !BULLET.test(written)) section = "";
    isAfterGap = line === "";
    if (!heading) for (const sentence of sentencesOf(line)) yield { sentence, topic, section };
  }
}

/** Longer lines are read in pieces: patterns and the segmenter take more than twice as long for twice the text. */
const LINE_MAX_CHARACTERS = 1_000;
/** Later lines are not read. */
const LINES_MAX = 2_000;

function linesOf(prompt: string): string[] {
  return prompt
    .replace(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .split("\n")
    .flatMap((line) => line.match(PIECE) ?? [""])
    .slice(0, LINES_MAX);
}
const PIECE = new RegExp(`.{1,${LINE_MAX_CHARACTERS}}(?=\\s|$)|.{1,${LINE_MAX_CHARACTERS}}`, "g");

function readFact(sentence: string, topic: string, isInstructed: boolean): Fact | undefined {
  const answer = ANSWER_TO.exec(sentence);
  if (!answer?.[1] || !answer[2]) return isInstructed || isInstruction(sentence) ? undefined : toFact(sentence, topic);
  const words = unquoted(answer[2]);
  return /^to\b/i.test(words) || isInstruction(words) ? undefined : toFact(words, answer[1]);
}

/** Adds a capital and a full stop. */
export function asSentence(text: string): string {
  const capital = text.trim().charAt(0).toUpperCase() + text.trim().slice(1);
  return /[.!?…]["”']?$/.test(capital) ? capital : `${capital}.`;
}

/** The speakable fact of a sentence under a heading. */
export function toFact(text: string, topic: string): Fact {
  const sentence = asSentence(text);
  const weighted = new Map([...terms(topic)].map((term): [string, number] => [term, TOPIC_WEIGHT]));
  for (const term of terms(sentence)) weighted.set(term, 1);
  return { sentence, topic: topic.toLowerCase(), terms: weighted };
}

function unquoted(text: string): string {
  return text.replace(/["“”]/g, "").trim();
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** Quoted text stays in one piece. */
function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let isQuoting = false;
  for (const { segment } of SENTENCES.segment(line)) {
    if (isQuoting) sentences.push(`${sentences.pop()}${segment}`);
    else sentences.push(segment);
    if ((segment.match(QUOTES)?.length ?? 0) % 2 === 1) isQuoting = !isQuoting;
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => /\p{L}/u.test(sentence));
}
const QUOTES = /["“”]/g;
