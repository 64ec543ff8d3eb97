import type { PromptMessage } from "@callwright/contract";
import { type FileKnowledge, withFiles } from "./file-facts.ts";
import { type OpeningHours, speakOpeningHours } from "./opening-hours.ts";
import { type Fact, type Knowledge, readPrompt } from "./prompt-facts.ts";
import { canTell, greeting, smallTalk } from "./small-talk.ts";
import { daysMentioned, withoutDays } from "./weekday.ts";
import { rank, type Scored } from "./word-match.ts";

/** Least part of a question that a fact must hold to answer it; below, saying that one does not know is more honest. */
const LEAST_SCORE = 0.34;
/** A second fact is said too when it fits nearly as well as the first. */
const SECOND_SHARE = 0.95;
const MAX_TOPICS = 4;
/** The prompt and the question are read anew for each answer, on the thread of other calls and chats: what is longer is not read, in characters. */
const PROMPT_MAX_CHARACTERS = 50_000;
const QUESTION_MAX_CHARACTERS = 1_000;

const ASKS_HOURS = /\b(?:open(?:s|ed|ing)?|clos(?:e|es|ed|ing)|shut|hours?|business times?|schedule)\b/i;
const ASKS_TIME = /\b(?:when|what times?|how late|how early|how long|until when|today|tomorrow|tonight|now)\b/i;

/** The built-in model's reply to a conversation: deterministic, in full sentences, made of the prompt's own words and of its `files`'. */
export function answer(messages: readonly PromptMessage[], files?: FileKnowledge): string {
  const prompt = messages.filter(({ role }) => role === "system").map(({ content }) => content ?? "");
  const knowledge = withFiles(readPrompt(prompt.join("\n").slice(0, PROMPT_MAX_CHARACTERS)), files);
  const said = messages
    .findLast(({ role }) => role === "user")
    ?.content?.trim()
    .slice(0, QUESTION_MAX_CHARACTERS);
  if (!said) return greeting(knowledge);
  const question = withoutGreeting(said);
  const topics = topicsOf(knowledge);
  const ranked = rank(knowledge.facts, withoutDays(question));
  const isOfFacts = (ranked[0]?.score ?? 0) >= LEAST_SCORE;
  return (
    smallTalk(question, knowledge, topics) ??
    answerHours(question, knowledge.hours, isOfFacts) ??
    (isOfFacts ? answerFacts(ranked) : undefined) ??
    `I'm sorry, I don't know that. ${canTell(topics)}`.trim()
  );
}

/** "Can I collect a cake on Saturday" is about cakes; "are you again on Sunday" can only be about the hours. */
function answerHours(question: string, hours: OpeningHours, isOfFacts: boolean): string | undefined {
  if (hours.size === 0) return undefined;
  const days = daysMentioned(question);
  const asks = ASKS_HOURS.test(question) || ((days.length > 0 || ASKS_TIME.test(question)) && !isOfFacts);
  if (!asks) return undefined;
  const known = days.filter((day) => hours.has(day));
  if (days.length > 0 && known.length === 0)
    return `I'm sorry, I don't know our hours on ${days.join(" and ")}. ${speakOpeningHours(hours)}`;
  return speakOpeningHours(hours, known.length > 0 ? known : undefined);
}

function answerFacts(ranked: readonly Scored<Fact>[]): string | undefined {
  const [best, second] = ranked;
  if (!best) return undefined;
  const goesWithIt = second && second.fact.topic === best.fact.topic && second.score >= best.score * SECOND_SHARE;
  return goesWithIt ? `${best.fact.sentence} ${second.fact.sentence}` : best.fact.sentence;
}

/** "hello, do you deliver" is a question; "hello" alone is a greeting. */
function withoutGreeting(said: string): string {
  const rest = said.replace(/^(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[\s,.!]*(?:there\b[\s,.!]*)?/i, "");
  return rest === "" ? said : rest;
}

function topicsOf({ hours, facts }: Knowledge): string {
  const headings = new Set(facts.map(({ topic }) => topic).filter((topic) => topic !== "" && !/hours/.test(topic)));
  const topics = [...(hours.size > 0 ? ["our opening hours"] : []), ...headings].slice(0, MAX_TOPICS);
  return new Intl.ListFormat("en", { type: "conjunction" }).format(topics);
}
