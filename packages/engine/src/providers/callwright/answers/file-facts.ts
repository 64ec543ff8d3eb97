import { type OpeningHours, readOpeningHours } from "./opening-hours.ts";
import { type Fact, type Knowledge, readSentences, toFact } from "./prompt-facts.ts";

/** What stands in an assistant's files. */
export type FileKnowledge = Pick<Knowledge, "hours" | "facts">;

/** A sentence that goes on in the next line, as text that was written for paper does. Lists and headings begin otherwise. */
const WRAPPED = /(?<=[\p{L}\p{N},;)])[ \t]*\n[ \t]*(?=[\p{Ll}(]|\d+ \p{Ll})/gu;

/** Reads the texts of files, once. Nothing in them is an instruction to the assistant: "You can return it" is said as it stands. */
export function readFiles(texts: readonly string[]): FileKnowledge {
  const hours: OpeningHours = new Map();
  const facts: Fact[] = [];
  for (const text of texts)
    for (const { sentence, topic } of readSentences(text.replaceAll("\r", "").replace(WRAPPED, " "))) {
      const read = readOpeningHours(sentence);
      for (const [day, ranges] of read) if (!hours.has(day)) hours.set(day, ranges);
      if (read.size === 0) facts.push(toFact(sentence, topic));
    }
  return { hours, facts };
}

/** The prompt is first: where it says something, files do not say otherwise. */
export function withFiles(prompt: Knowledge, files: FileKnowledge | undefined): Knowledge {
  if (!files) return prompt;
  return { ...prompt, hours: new Map([...files.hours, ...prompt.hours]), facts: [...prompt.facts, ...files.facts] };
}
