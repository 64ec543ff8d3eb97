import { normalizeWords, type TestTurn } from "@callwright/contract";

/** A question that was asked before, with the turn in which it was asked again, from 1. */
export interface RepeatedQuestion {
  question: string;
  turn: number;
}

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

/** The agent's questions that it had asked before. A caller who asks to hear something again may get the same question. English only. */
export function repeatedQuestions({
  greeting = "",
  turns,
}: {
  greeting?: string;
  turns: readonly TestTurn[];
}): RepeatedQuestion[] {
  const asked: string[] = questionsOf(greeting).map(normalizeWords);
  return turns.flatMap(({ said, answer }, index) => {
    const questions = questionsOf(answer).map((question) => ({ question, words: normalizeWords(question) }));
    const mayRepeat = ASKS_AGAIN.test(normalizeWords(said));
    const repeated = questions.filter(({ words }) => !mayRepeat && asked.some((before) => isSame(before, words)));
    asked.push(...questions.map(({ words }) => words));
    return repeated.map(({ question }) => ({ question, turn: index + 1 }));
  });
}

function questionsOf(text: string): string[] {
  const questions = text.match(/[^.!?]+\?/g) ?? [];
  return questions
    .map((question) => question.trim())
    .filter((question) => {
      const words = normalizeWords(question);
      return words.split(" ").length >= QUESTION_MIN_WORDS && !OFFERS.test(words);
    });
}

/** The same words, or the same and some more. A question with another word in place of one asks about something else. */
function isSame(one: string, other: string): boolean {
  const [less = [], more = []] = [one, other]
    .map((words) => [...new Set(words.split(" ").filter((word) => !SMALL_WORDS.has(word)))])
    .sort((some, others) => some.length - others.length);
  return less.length > 0 && less.length / more.length >= SAME_WORDS_SHARE && less.every((word) => more.includes(word));
}
