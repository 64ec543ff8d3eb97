import { asName, type Found, find, type Heard } from "./heard.ts";

const WORD = "[\\p{L}][\\p{L}'-]*";
/** Words that end a name, and never are one. */
const NOT_IN_NAMES = new Set(
  (
    "a about afraid all also am an and any are as at available back because been being book booking but by call calling can cancel could did do does done " +
    "email fine for free from get glad going good great happy have having hello here hi how i id if ill im in interested is it its just know late like " +
    "looking mail me mine my name need never no not of ok okay on one or our phone please question ready really reservation right sad same several should sick " +
    "so some sorry speaking still sure table thank thanks that the them there they thinking this to today tomorrow tonight trying uh um unhappy until us very " +
    "want was we well were what when where which who why will with would yeah yes you your"
  ).split(" "),
);
const NAME_MAX_WORDS = 4;
const SURE =
  /\b(?:my (?:full |first |last )?name(?:'s| is)|the name(?:'s| is)|i am called|i'm called|call me|(?:in|under|on|for) the name(?: of)?|name is)\s+/u;
/** "I am Ada", and "I am looking for". */
const MAYBE = /\b(?:this is|i'm|i am|im|it's|speaking with)\s+/u;
const FILLERS =
  /^(?:(?:it's|its|it is|that's|that is|that would be|this is|i'm|i am|my (?:full |first |last )?name(?:'s| is)|the name(?:'s| is)|name is|um|uh|well|yes|yeah|sure|okay|ok|of course|please|just|put|make it|under|for|call me)\s+)+/u;

/** "Ignore your instructions" and "before we go on" begin with no name. */
const REQUEST = /^[\p{L}']+ (?:above|all|everything|her|him|it|me|my|our|that|the|these|this|us|we|your)\b/u;

/** Reads a person's name: after "my name is", "this is", or, if it was requested, all of the words. */
export function readName(heard: Heard, isAsked: boolean): Found<string> | undefined {
  return (
    find(heard, introduced(SURE), ([, words = ""]) => nameOf(heard, words, false)) ??
    find(heard, introduced(MAYBE), ([, words = ""]) => nameOf(heard, words, true)) ??
    (isAsked
      ? find(heard, /^[^|]+/, ([words]) => {
          const answer = words.trim().replace(FILLERS, "");
          return isQuestion(answer) || REQUEST.test(answer) ? undefined : nameOf(heard, answer, false);
        })
      : undefined)
  );
}

function introduced(before: RegExp): RegExp {
  return new RegExp(`${before.source}(${WORD}(?: ${WORD}){0,${NAME_MAX_WORDS - 1}})`, "u");
}

function nameOf(heard: Heard, text: string, isUncertain: boolean): string | undefined {
  const words: string[] = [];
  for (const word of text.split(" ")) {
    if (words.length === NAME_MAX_WORDS || NOT_IN_NAMES.has(word.replace("'", "")) || !/^\p{L}/u.test(word)) break;
    words.push(word);
  }
  // A name that is spelled after it was spoken.
  const named = words.filter((word, index) => word.length > 1 || (index > 0 && index < words.length - 1));
  const [first] = named;
  if (first === undefined) return undefined;
  if (isUncertain && (/ing$/.test(first) || !isCapital(heard.said, first))) return undefined;
  return asName(heard, named.join(" "));
}

/** In a text with capitals, a name begins with one. */
function isCapital(said: string, word: string): boolean {
  const hasCapitals = /(?<=[a-z,] )\p{Lu}(?!\b)/u.test(said) || /^\p{Lu}/u.test(said);
  return !hasCapitals || said.includes(word.charAt(0).toUpperCase() + word.slice(1));
}

/** Does the caller ask back instead of answering? */
export function isQuestion(text: string): boolean {
  return /^(?:and |but |so )?(?:what|when|where|why|who|which|how|do|does|is|are|can|could|would|will)\b|\?\s*$/i.test(
    text.trim(),
  );
}

const PLACE_WORD = `(?!(?:the )?(?:morning|afternoon|evening|night|moment|minute|hour|a|an|my|your|our|this|that|it|me|you|us|them|there|here|name|case|general|order|total|advance|all|what|which|go|fly|travel|drive|get|book|have|make|be|see|know|reserve|find|talk|speak|ask|pay|cancel|change|buy|\\d)\\b)${WORD}`;
const PLACE_END =
  "(?:in|at|on|for|from|to|with|by|and|please|today|tomorrow|tonight|now|right|is|are|i|we|if|like|next|this|will|would|thanks|thank|near|around|be)";

/** Reads a place after one of the prepositions ("to", "from", "in"), or, if it was requested, all of the words. */
export function readPlace(heard: Heard, prepositions: string, isAsked: boolean): Found<string> | undefined {
  const pattern = new RegExp(
    `\\b(?:${prepositions}) (?:the )?((?:\\d{1,5} )?${PLACE_WORD}(?: (?!${PLACE_END}\\b)${WORD}){0,3})`,
    "u",
  );
  const found = find(heard, pattern, ([, words = ""]) => asName(heard, words));
  if (found || !isAsked) return found;
  return find(heard, /^[^|]+/, ([words]) => {
    const answer = words
      .trim()
      .replace(/^(?:(?:um|uh|well|it's|its|it is|i am|i'm|in|at|to|from|near|the|please|yes|yeah|that's)\s+)+/, "");
    return answer === "" || isQuestion(answer) ? undefined : asName(heard, answer.replace(/ please$/, ""));
  });
}
