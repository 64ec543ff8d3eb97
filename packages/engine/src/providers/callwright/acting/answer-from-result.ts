import { answer, knowledgeOf } from "../answers/answer.ts";
import { readFiles } from "../answers/file-facts.ts";
import { isRecord } from "./schema.ts";

const CHARACTERS_MAX = 16_000;

/** The sentences of a search's result that answer the question; undefined where none does. */
export function answerFromResult(result: string, question: string): string | undefined {
  const found = answer(question, knowledgeOf("", readFiles(passagesOf(result))));
  return found.score > 0 ? found.text : undefined;
}

/** Is there text in it? A list of products is none. */
export function hasPassages(result: string): boolean {
  return passagesOf(result).length > 0;
}

function passagesOf(result: string): string[] {
  const text = result.slice(0, CHARACTERS_MAX);
  try {
    return textsOf(JSON.parse(text), 4);
  } catch {
    return [text];
  }
}

const PASSAGE = /^(?:answer|content|passage|text|result|snippet|excerpt|body|summary)s?$/i;

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, depth - 1));
  if (!isRecord(value)) return [];
  const fields = Object.entries(value);
  const passages = fields.filter(([field, each]) => PASSAGE.test(field) && typeof each === "string");
  return (passages.length > 0 ? passages : fields).flatMap(([, each]) =>
    typeof each === "string" && passages.length === 0 ? [] : textsOf(each, depth - 1),
  );
}
