import { answer, knowledgeOf, LEAST_SCORE } from "../answers/answer.ts";
import { type FoundPassage, withPassages } from "../answers/passage-facts.ts";
import type { Knowledge } from "../answers/prompt-facts.ts";
import { isQuestion } from "../spoken/spoken-name.ts";
import { isRecord } from "./schema.ts";

const CHARACTERS_MAX = 16_000;
/** A sentence must hold at least this share of the caller's words, if they are no question. */
const LEAST_SCORE_OF_STATEMENT = 0.6;

/**
 * The sentences of a search result that answer the caller's words, or those of the prompt that answer them better; undefined if no sentence of the
 * result does.
 */
export function answerFromResult(result: string, said: string, prompt: Knowledge): string | undefined {
  const passages = passagesOf(result);
  const found = answer(said, withPassages(knowledgeOf(""), passages));
  const least = isQuestion(said) ? Number.MIN_VALUE : LEAST_SCORE_OF_STATEMENT;
  if (found.score < least) return undefined;
  const best = answer(said, withPassages(prompt, passages));
  return best.score >= Math.min(found.score, LEAST_SCORE) ? best.text : found.text;
}

/** Whether it contains prose. A list of products does not. */
export function hasPassages(result: string): boolean {
  return passagesOf(result).length > 0;
}

function passagesOf(result: string): FoundPassage[] {
  const text = result.slice(0, CHARACTERS_MAX);
  try {
    return readPassages(JSON.parse(text), "", 4);
  } catch {
    return [{ text, heading: "" }];
  }
}

const PASSAGE = /^(?:answer|content|passage|text|result|snippet|excerpt|body|summary)s?$/i;

function readPassages(value: unknown, heading: string, depth: number): FoundPassage[] {
  if (typeof value === "string") return [{ text: value, heading }];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((each) => readPassages(each, heading, depth - 1));
  if (!isRecord(value)) return [];
  const above = typeof value.heading === "string" ? value.heading : heading;
  const fields = Object.entries(value);
  const passages = fields.filter(([field, each]) => PASSAGE.test(field) && typeof each === "string");
  return (passages.length > 0 ? passages : fields).flatMap(([, each]) =>
    typeof each === "string" && passages.length === 0 ? [] : readPassages(each, above, depth - 1),
  );
}
