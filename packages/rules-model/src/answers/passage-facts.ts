import { type OpeningHours, readOpeningHours } from "./opening-hours.ts";
import { type Fact, type Knowledge, readSentences, toFact } from "./prompt-facts.ts";

/** A sentence that continues in the next line, as in text written for paper. Lists and headings begin in another way. */
const WRAPPED = /(?<=[\p{L}\p{N},;)])[ \t]*\n[ \t]*(?=[\p{Ll}(]|\d+ \p{Ll})/gu;

/** A piece of a document. */
export interface FoundPassage {
  text: string;
  /** The headings above it; "" for none. */
  heading: string;
}

/**
 * Adds facts from passages of documents. The prompt comes first: a document does not replace its facts. Sentences of documents are never instructions
 * to the assistant: "You can return it" is spoken unchanged.
 */
export function withPassages(prompt: Knowledge, passages: readonly FoundPassage[]): Knowledge {
  const hours: OpeningHours = new Map(prompt.hours);
  const facts: Fact[] = [...prompt.facts];
  for (const { text, heading } of passages)
    for (const { sentence, topic } of readSentences(text.replaceAll("\r", "").replace(WRAPPED, " "))) {
      const read = readOpeningHours(sentence);
      for (const [day, ranges] of read) if (!hours.has(day)) hours.set(day, ranges);
      if (read.size === 0) facts.push(toFact(sentence, topic === "" ? heading : topic));
    }
  return { ...prompt, hours, facts };
}
