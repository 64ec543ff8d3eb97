import { escaped, type Found, find, type Heard, hear } from "../spoken/heard.ts";
import { isSimilar, wordsAndNeighbors } from "../spoken/similar-words.ts";
import { wordsOfName } from "./schema.ts";
import { spokenValue } from "./spoken-value.ts";

interface ChoiceOptions {
  isAsked: boolean;
  /** "from dollars to euros": the words after "to" are the other value. */
  side: "from" | "to" | undefined;
}

interface Choice {
  value: unknown;
  /** The written and the spoken forms of the value. */
  spellings: readonly string[];
}

/** Reads one of the values. If it was requested, a part of its words is enough, or its position: "the 2nd one". */
export function readChoice(
  heard: Heard,
  values: readonly unknown[],
  { isAsked, side }: ChoiceOptions,
): Found<unknown> | undefined {
  const choices = values.map((value) => ({ value, spellings: spellingsOf(value, values) }));
  const spellings = choices.flatMap((choice) => choice.spellings.map((words) => ({ value: choice.value, words })));
  const longestFirst = spellings.sort((a, b) => b.words.length - a.words.length);
  const place = side === undefined || isAsked ? "" : `(?<${side === "to" ? "=" : "!"}\\b(?:to|into|in) (?:the )?)`;
  for (const { value, words } of longestFirst) {
    const pattern = new RegExp(`${place}(?<![\\p{L}\\p{N}'])${escaped(words)}(?:e?s)?(?![\\p{L}\\p{N}'])`, "u");
    const found = find(heard, pattern, () => ({ value }));
    if (found) return { value: found.value.value, rest: found.rest };
  }
  if (side !== undefined && !isAsked) return undefined;
  const said = wordsAndNeighbors(heard.words);
  const similar = longestFirst.find(({ words }) => said.some((word) => isSimilar(word, words.replaceAll(" ", ""))));
  if (similar) return { value: similar.value, rest: heard };
  return isAsked ? readPart(heard, choices) : undefined;
}

function spellingsOf(value: unknown, values: readonly unknown[]): string[] {
  const written = [wordsOfName(String(value)), spokenValue(value, values)];
  return [...new Set(written.map((words) => hear(words).words))].filter((words) => words !== "");
}

function readPart(heard: Heard, choices: readonly Choice[]): Found<unknown> | undefined {
  const said = heard.words.split(" ");
  const isPart = (words: string) =>
    words.split(" ").some((word) => word.length > 2 && said.some((each) => isSimilar(each, word)));
  const [only, ...others] = choices.filter(({ spellings }) => spellings.some(isPart));
  if (only && others.length === 0) return { value: only.value, rest: heard };
  const place = /\b(\d)(?:st|nd|rd|th)\b/.exec(heard.words)?.[1];
  const chosen = /\blast\b/.test(heard.words) ? choices.at(-1) : place === undefined ? undefined : choices[Number(place) - 1];
  return chosen && { value: chosen.value, rest: heard };
}
