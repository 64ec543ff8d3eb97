import { type JsonSchema, readJson } from "@callwright/contract";
import { compileSchema } from "@callwright/engine/conversation";
import { AnalysisFailure, type ReadAnswer } from "./judge.ts";

/** Maximum problems that a model is told at once. */
const TOLD_PROBLEMS = 5;

/** Reads an answer that should be JSON of a schema. Fails with an `AnalysisFailure` for a schema that cannot be checked. */
export function readJsonOf(schema: JsonSchema): ReadAnswer<unknown> {
  const checked = compileSchema(schema);
  if (typeof checked === "string") throw new AnalysisFailure(`The schema ${checked}.`);
  return (text) => {
    const candidates = candidatesOf(text, schema);
    if (candidates.length === 0) return { problem: "It is not JSON." };
    const problems = candidates.map((candidate) => checked(candidate));
    const good = problems.findIndex((each) => each.length === 0);
    if (good >= 0) return { value: candidates[good] };
    return { problem: `It does not fit the schema: ${(problems[0] ?? []).slice(0, TOLD_PROBLEMS).join("; ")}.` };
  };
}

/** The possible values of an answer: JSON, JSON in a code block or between words, or, if a text is expected, the words. */
function candidatesOf(text: string, schema: JsonSchema): unknown[] {
  const parsed = [text, codeBlockIn(text), bracketsIn(text)]
    .map((each = "") => readJson(each))
    .filter((value) => value !== undefined);
  return schema.type === "string" && text !== "" ? [...parsed, text] : parsed;
}

const FENCE = "```";

/** The content of the first code block. */
function codeBlockIn(text: string): string | undefined {
  const start = text.indexOf(FENCE);
  const end = start === -1 ? -1 : text.indexOf(FENCE, start + FENCE.length);
  return end === -1 ? undefined : text.slice(start + FENCE.length, end).replace(/^json/i, "");
}

/** From the first opening bracket to the last closing one. */
function bracketsIn(text: string): string | undefined {
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return start === -1 || end < start ? undefined : text.slice(start, end + 1);
}
