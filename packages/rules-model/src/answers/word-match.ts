/** Words that mean the same to a caller of a shop. The first is the name of the group. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["deliver", "delivery", "delivered", "ship", "shipping", "courier"],
  ["address", "where", "location", "located", "street", "directions", "situated"],
  ["pay", "payment", "card", "cash", "credit", "debit", "visa"],
  ["price", "cost", "much", "charge", "fee", "dollar", "euro", "pound", "expensive", "cheap"],
  ["park", "car"],
  ["order", "reserve", "reservation", "buy", "booking", "book", "appointment"],
  ["phone", "telephone"],
  ["email", "mail"],
  ["refund", "return", "exchange"],
  ["vegan", "vegetarian"],
  ["allergy", "allergen", "gluten", "nut"],
  ["job", "work", "hiring", "vacancy"],
];
const STOP_WORDS = new Set(
  (
    "a an and any are at be been but by can could did do does for from get give go had has have hello hey hi how i if in is it its just like " +
    "may me my need of on or our please so some tell than that the their them then there they this to up us want was we what when which " +
    "who will with would you your about also am im id eye uh um er ah oh okay ok yes yeah well know say said let " +
    "today tomorrow tonight now shop store place business company"
  ).split(" "),
);
const groupOf = new Map(SYNONYMS.flatMap(([name = "", ...others]) => [name, ...others].map((word) => [stem(word), stem(name)])));

/** The words of a text that carry its meaning: stemmed, synonyms made one. */
export function terms(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => groupOf.get(stem(word)) ?? stem(word)));
}

/** Cuts the endings of English words; the stem need not be a word, only the same for all forms. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(?<=[^su])s$/, "")
    .replace(/sses$/, "ss");
  const root = singular.replace(/(?:ation|ing|ed|er|ly|ment)$/, "");
  return (root.length >= 3 ? root : singular).replace(/e$/, "").replace(/([^aeiouls])\1$/, "$1");
}

/** General words of questions, beside their subject: "where can I park" is about parking, "how long does it take" about it. */
const GENERAL_TERMS = new Map([
  [stem("address"), 0.5],
  [stem("price"), 0.5],
  [stem("long"), 0.5],
  [stem("take"), 0.5],
]);

export interface Scored<Fact> {
  fact: Fact;
  /** Which part of the question's meaning the fact holds, 0 to 1; rare words count more. */
  score: number;
}

/** The facts that share words with the question, best first; equal ones in their own order. `terms`: weights of a fact's words, 0 to 1. */
export function rank<Fact extends { terms: ReadonlyMap<string, number> }>(
  facts: readonly Fact[],
  question: string,
): Scored<Fact>[] {
  const weights = [...terms(question)].map((term): [string, number] => {
    const holders = facts.filter((fact) => fact.terms.has(term)).length;
    return [term, (GENERAL_TERMS.get(term) ?? 1) * Math.log(1 + (facts.length + 1) / (holders + 1))];
  });
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return facts
    .map((fact) => ({
      fact,
      score: weights.reduce((sum, [term, weight]) => sum + weight * (fact.terms.get(term) ?? 0), 0) / all,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}
