import type { JsonSchema } from "@callwright/contract";
import { openPattern } from "@callwright/engine/conversation";
import { z } from "zod";
import { AnalysisFailure, type ReadAnswer } from "./judge.ts";

/** Problems that a model is told at once. */
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

/** Answers the problems of a value; or, as a sentence without its subject, why no value can be checked. */
export function compileSchema(schema: JsonSchema): ((value: unknown) => string[]) | string {
  const patternProblem = findPatternProblem(schema);
  if (patternProblem !== undefined) return patternProblem;
  let compiled: z.ZodType;
  try {
    compiled = z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    return `cannot be checked: ${error instanceof Error ? error.message : String(error)}`;
  }
  return (value) => {
    const { error } = compiled.safeParse(value);
    const issues = error?.issues.map(({ path, message }) => `${path.length > 0 ? `${path.join(".")}: ` : ""}${message}`) ?? [];
    return [...issues, ...patternProblems(schema, value, [])];
  };
}

/** Patterns are of users: they are matched in linear time, not by the schema's checker. */
function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (typeof value !== "object" || value === null) return value;
  const isPatterned = "type" in value && value.type === "string";
  const kept = Object.entries(value).filter(([name]) => !(isPatterned && name === "pattern"));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutPatterns(each)]));
}

const schemasIn = ({ properties = {}, items }: JsonSchema): JsonSchema[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
];

function findPatternProblem(schema: JsonSchema): string | undefined {
  const opened = schema.pattern === undefined ? undefined : openPattern(schema.pattern);
  if (typeof opened === "string") return `has a pattern that ${opened}`;
  return schemasIn(schema)
    .map(findPatternProblem)
    .find((each) => each !== undefined);
}

function patternProblems(schema: JsonSchema, value: unknown, path: readonly (string | number)[]): string[] {
  if (typeof value === "string") {
    const pattern = schema.pattern === undefined ? undefined : openPattern(schema.pattern);
    if (!pattern || typeof pattern === "string" || pattern.find(value, 1).length > 0) return [];
    return [`${path.join(".") || "it"}: must match the pattern ${schema.pattern}`];
  }
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return value.flatMap((each, index) => patternProblems(items, each, [...path, index]));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    patternProblems(each, (value as Record<string, unknown>)[name], [...path, name]),
  );
}

/** What an answer may mean: JSON, JSON in a code block or among words, or, for a text, its words. */
function candidatesOf(text: string, schema: JsonSchema): unknown[] {
  const block = /```(?:json)?\s*\n?([\s\S]*?)```/i.exec(text)?.[1];
  const among = /[{[][\s\S]*[}\]]/.exec(text)?.[0];
  const parsed = [text, block, among].flatMap((each) => (each === undefined ? [] : tryParse(each)));
  return schema.type === "string" && text !== "" ? [...parsed, text] : parsed;
}

function tryParse(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
