import { normalizeWords, type TestTurn } from "@callwright/contract";

/** A question that was asked before, with the turn in which it was asked again, from 1. */
export interface RepeatedQuestion {
  question: string;
  turn: number;
}

/** Of one answer, so that a long one does not take long to compare. */
const QUESTIONS_MAX = 20;
/** Shorter ones, such as "Is that right?", ask about something else each time. */
const QUESTION_MIN_WORDS = 4;
/** The words that carry a question are the others. */
const SMALL_WORDS = new Set(
  "a an and are at can could do does for have i id in is it its just like may me of on or please so tell that the this to we what which will with would you your".split(
    " ",
  ),
);
/** A question is the same as a longer one that has all of its words, and at most a quarter more. */
const SAME_WORDS_SHARE = 0.75;
/** What agents offer again and again. */
const OFFERS = /\banything else\b|\b(?:how|what) (?:can|may|could) i (?:help|assist|do)\b/;
/** The caller did not understand, or wants to hear it again. */
const ASKS_AGAIN =
  /\b(?:repeat|pardon|say (?:that|it) again|come again|once more|what did you say|excuse me|speak up)\b|\b(?:didnt|did not|cant|cannot|couldnt|could not) (?:hear|catch|understand|get)\b|^(?:sorry|what|huh)$/;

/** Questions that the agent asks a second time. Not counted: the caller asked the agent to repeat it. English only. */
export function repeatedQuestions({
  greeting = "",
  turns,
}: {
  greeting?: string;
  turns: readonly TestTurn[];
}): RepeatedQuestion[] {
  const asked = questionsOf(greeting).map(({ words }) => words);
  return turns.flatMap(({ said, answer }, index) => {
    const questions = questionsOf(answer);
    const mayRepeat = ASKS_AGAIN.test(normalizeWords(said));
    const repeated = questions.filter(({ words }) => !mayRepeat && asked.some((before) => isSame(before, words)));
    asked.push(...questions.map(({ words }) => words));
    return repeated.map(({ question }) => ({ question, turn: index + 1 }));
  });
}

interface Question {
  question: string;
  /** The words that carry it. */
  words: ReadonlySet<string>;
}

/** The first ones of a text. */
function questionsOf(text: string): Question[] {
  const questions: Question[] = [];
  // A pattern of whole sentences would read a text without marks once for each of its characters.
  for (const [sentence] of text.matchAll(/(?:^|(?<=[.!?]))[^.!?]+\?/g)) {
    const words = normalizeWords(sentence);
    const each = words.split(" ");
    if (each.length < QUESTION_MIN_WORDS || OFFERS.test(words)) continue;
    questions.push({ question: sentence.trim(), words: new Set(each.filter((word) => !SMALL_WORDS.has(word))) });
    if (questions.length === QUESTIONS_MAX) break;
  }
  return questions;
}

/** The same words, or the same and some more. A question with another word in place of one asks about something else. */
function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [less, more] = one.size <= other.size ? [one, other] : [other, one];
  return less.size > 0 && less.size / more.size >= SAME_WORDS_SHARE && [...less].every((word) => more.has(word));
}
