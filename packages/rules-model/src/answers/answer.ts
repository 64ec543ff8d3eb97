import { type OpeningHours, speakOpeningHours } from "./opening-hours.ts";
import { type Fact, type Knowledge, readPrompt } from "./prompt-facts.ts";
import { GOODBYE, greeting, saysGoodbye, smallTalk } from "./small-talk.ts";
import { daysMentioned, withoutDays } from "./weekday.ts";
import { rank, type Scored } from "./word-match.ts";

/** Minimum share of a question that a fact must contain to answer it; below, an honest "I don't know" is better. */
export const LEAST_SCORE = 0.34;
/** Score of opening hours if the question names a day or a time, but not hours; and of the hours of other days. */
const GUESS_SCORE = 0.2;
/** A second fact is said too when it fits nearly as well as the first. */
const SECOND_SHARE = 0.95;
const MAX_TOPICS = 4;
const WANTS_TO_KNOW = /^\s*(?:and[, ]+)?(?:i(?:'d| would)? (?:like|want|need) to know|(?:please )?tell me)\b/i;
/** Limits in characters: they are read on the thread of other calls and chats. */
const PROMPT_MAX_CHARACTERS = 50_000;
const QUESTION_MAX_CHARACTERS = 1_000;

const ASKS_HOURS = /\b(?:open(?:s|ed|ing)?|clos(?:e|es|ed|ing)|shut|hours?|business times?|schedule)\b/i;
const ASKS_TIME = /\b(?:when|what times?|how late|how early|how long|until when|today|tomorrow|tonight|now)\b/i;

export interface Answer {
  text: string;
  /** Which part of the question's meaning the knowledge holds, 0 to 1. 0 for an answer without its words. */
  score: number;
  /** A greeting, thanks and similar: no question was asked. */
  isSmallTalk: boolean;
  /** Both sides have said goodbye. */
  isGoodbye: boolean;
}

/** The built-in model's knowledge from the system messages, one line each. */
export function knowledgeOf(prompt: string): Knowledge {
  return readPrompt(prompt.slice(0, PROMPT_MAX_CHARACTERS));
}

/**
 * The built-in model's reply: deterministic, in full sentences, with the words of the knowledge. `abilities`: its further actions, "book the
 * appointment".
 */
export function answer(words: string, knowledge: Knowledge, abilities: readonly string[] = []): Answer {
  const said = words.trim().slice(0, QUESTION_MAX_CHARACTERS);
  const reply = { text: "", score: 0, isSmallTalk: false, isGoodbye: false };
  if (said === "") return { ...reply, text: greeting(knowledge), isSmallTalk: true };
  const question = withoutGreeting(said);
  const offer = offerOf(knowledge, abilities);
  const ranked = rank(knowledge.facts, withoutDays(question));
  const score = ranked[0]?.score ?? 0;
  const isOfFacts = score >= LEAST_SCORE;
  if (saysGoodbye(question)) return { ...reply, text: GOODBYE, isGoodbye: true };
  const talk = smallTalk(question, knowledge, offer);
  if (talk !== undefined) return { ...reply, text: talk, isSmallTalk: true };
  const each = answerEach(question, knowledge, abilities);
  if (each) return { ...reply, ...each };
  const hours = answerHours(question, knowledge.hours, isOfFacts);
  if (hours) return { ...reply, ...hours };
  const facts = isOfFacts ? answerFacts(ranked) : undefined;
  if (facts !== undefined) return { ...reply, text: facts, score };
  const asked = questionAfterWords(question);
  if (asked !== undefined) return answer(asked, knowledge, abilities);
  return { ...reply, text: `I'm sorry, I don't know that. ${offer}`.trim() };
}

/** "Can I collect a cake on Saturday" is about cakes; "are you again on Sunday" can only be about the hours. */
function answerHours(question: string, hours: OpeningHours, isOfFacts: boolean): Pick<Answer, "text" | "score"> | undefined {
  if (hours.size === 0) return undefined;
  const days = daysMentioned(question);
  const asks = ASKS_HOURS.test(question) || ((days.length > 0 || ASKS_TIME.test(question)) && !isOfFacts);
  if (!asks) return undefined;
  const known = days.filter((day) => hours.has(day));
  if (days.length > 0 && known.length === 0)
    return {
      text: `I'm sorry, I don't know our hours on ${days.join(" and ")}. ${speakOpeningHours(hours)}`,
      score: GUESS_SCORE,
    };
  const text = speakOpeningHours(hours, known.length > 0 ? known : undefined);
  return { text, score: ASKS_HOURS.test(question) ? 1 : GUESS_SCORE };
}

function answerFacts(ranked: readonly Scored<Fact>[]): string | undefined {
  const [best, second] = ranked;
  if (!best) return undefined;
  const goesWithIt = second && second.fact.topic === best.fact.topic && second.score >= best.score * SECOND_SHARE;
  return goesWithIt ? `${best.fact.sentence} ${second.fact.sentence}` : best.fact.sentence;
}

/** Several questions are answered one by one: "Is parking free? And when are you open?" Undefined unless two of them have an answer. */
function answerEach(
  said: string,
  knowledge: Knowledge,
  abilities: readonly string[],
): Pick<Answer, "text" | "score"> | undefined {
  const asked = (said.match(/[^.!?]+[.!?]+/g) ?? []).filter((sentence) => sentence.endsWith("?") || WANTS_TO_KNOW.test(sentence));
  if (asked.length < 2) return undefined;
  const answers = asked
    .map((sentence) => answer(sentence.replace(/^\s*and[, ]+/i, ""), knowledge, abilities))
    .filter(({ score }) => score >= LEAST_SCORE);
  const texts = [...new Set(answers.map(({ text }) => text))];
  return texts.length < 2 ? undefined : { text: texts.join(" "), score: Math.max(...answers.map(({ score }) => score)) };
}

/** The last question of words that are more than one: "I am fed up. Is parking free?" */
function questionAfterWords(said: string): string | undefined {
  const sentences = said.match(/[^.!?]+[.!?]+/g) ?? [];
  const asked = sentences.findLast((sentence) => sentence.endsWith("?"))?.trim();
  return sentences.length > 1 && asked !== said ? asked : undefined;
}

/** "hello, do you deliver" is a question; "hello" alone is a greeting. */
function withoutGreeting(said: string): string {
  const rest = said.replace(/^(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[\s,.!]*(?:there\b[\s,.!]*)?/i, "");
  return rest === "" ? said : rest;
}

/** The subjects that callers can ask about, in sentences. */
function offerOf({ hours, facts }: Knowledge, abilities: readonly string[]): string {
  const headings = new Set(facts.map(({ topic }) => topic).filter((topic) => topic !== "" && !/hours/.test(topic)));
  const topics = [...(hours.size > 0 ? ["our opening hours"] : []), ...headings].slice(0, MAX_TOPICS);
  const list = (words: readonly string[]) => new Intl.ListFormat("en", { type: "conjunction" }).format(words);
  const told = topics.length > 0 ? `I can tell you about ${list(topics)}.` : "";
  return abilities.length > 0 ? `${told} I can ${list(abilities.slice(0, MAX_TOPICS))}.`.trim() : told;
}
