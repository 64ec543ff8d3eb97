/**
 * What the words of a turn say about its end, where the voice alone leaves doubt:
 * - `open`: more must follow ("I would like to", "and", "my name is").
 * - `dictating`: digits, spelled letters or an e-mail address, which come in groups with pauses.
 * - `question`: a whole question.
 * - `plain`: nothing.
 */
export type Wording = "open" | "dictating" | "question" | "plain";

const words = (text: string) => new Set(text.split(" "));

/** Words that end no English sentence. */
const NEVER_LAST = words(
  "a an the my your our their every and or but because if although unless until than whose very um uh uhm er erm hmm be been being i'm you're we're they're it's i'll you'll we'll they'll i've you've we've they've there's what's let's could've",
);
/** Words that only end questions ("Where are you from?"). */
const LAST_IN_QUESTIONS = words("to of for from with at by into onto about between via as");
/** "In his" continues, "a friend of his" does not. */
const OPEN_ENDS = /\b(to|for|from|with|at|by|in|into|on|onto|about|between|via|as) his$/;
/** Words that end short answers ("Yes, I am."), if only a pronoun comes before them. */
const LAST_AFTER_PRONOUNS = words(
  "is are was were am isn't aren't wasn't weren't do does did don't doesn't didn't have has had haven't hasn't can can't could couldn't will won't would wouldn't shall should shouldn't might must may",
);
const SHORT_ANSWER =
  /(^|[,.;] ?|\b(yes|yeah|no|so|if|as|than|what|that|where|who|how|think|hope|know) )(i|you|he|she|it|we|they|that|there|this|these|those) \S+$/;
const QUESTION_BEGINS =
  /^(\S+ ){0,2}(what|when|where|which|who|whose|why|how|is|are|was|were|do|does|did|can|could|will|would|shall|should|may|have|has|am)\b/;
const QUESTION_WORDS_MIN = 4;
const DIGIT_WORDS = "zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|double|triple|hundred";
/** Two at least: "a table for two" is whole. */
const SPOKEN_DIGITS = new RegExp(`\\b(${DIGIT_WORDS})[ ,.-]+(${DIGIT_WORDS})$`);
/** Three at least, or groups: "I am 42" is whole. */
const WRITTEN_DIGITS = /(\d{3,}|\d[ ,.-]+\d+|[-+(]\d+)$/;
const LETTERS = /(^|[ ,.-])[b-hj-z]([ ,.-]+[a-z])*$|([a-z][-, .]+){2}[a-z]$/;
const ADDRESS = /(@\S*|\b(dot|underscore|hyphen|dash)( \S+)?|\b(dot|underscore|hyphen|dash) .*at \S+)$/;
const DOMAIN_END = /(\bdot |\.)(com|net|org|edu|gov|io|de|uk|fr|es|it|nl|eu|co|info|biz)$/;
/** A telephone number with its area code. */
const DIGITS_OF_A_NUMBER = 10;

/**
 * `language`: such as `en` or `en-US`. In others than English only digits and open punctuation count. A comma at the end does not: recognizers put it
 * behind whole sentences, too, when the voice stays up.
 */
export function wordingOf(text: string, language = "en"): Wording {
  const trimmed = text.trim();
  if (/(-|–|—|…|\.\.\.)$/.test(trimmed)) return "open";
  const plain = trimmed
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[\s.,!?;:"']+$/, "");
  const isQuestion = trimmed.endsWith("?");
  if (!/^en\b/i.test(language)) return isDictatingDigits(plain) ? "dictating" : "plain";
  if (isOpen(plain, isQuestion)) return "open";
  if (isQuestion) return isWholeQuestion(plain) ? "question" : "plain";
  return isDictating(plain) ? "dictating" : "plain";
}

function isOpen(text: string, isQuestion: boolean): boolean {
  const last = text.split(/[^\w']+/).at(-1) ?? "";
  if (NEVER_LAST.has(last) || OPEN_ENDS.test(text)) return true;
  if (LAST_IN_QUESTIONS.has(last)) return !isQuestion;
  return LAST_AFTER_PRONOUNS.has(last) && !SHORT_ANSWER.test(text);
}

const isWholeQuestion = (text: string) => QUESTION_BEGINS.test(text) && text.split(" ").length >= QUESTION_WORDS_MIN;

const isDictatingDigits = (text: string) => WRITTEN_DIGITS.test(text) && text.replace(/\D/g, "").length < DIGITS_OF_A_NUMBER;

function isDictating(text: string): boolean {
  if (DOMAIN_END.test(text)) return false;
  return isDictatingDigits(text) || SPOKEN_DIGITS.test(text) || LETTERS.test(text) || ADDRESS.test(text);
}
