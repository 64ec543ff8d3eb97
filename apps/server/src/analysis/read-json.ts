import { type JsonSchema, SCHEMA_MAX_PATTERNS } from "@callwright/contract";
import { openPattern, type PatternSearch, WorkBudget, withinBudget } from "@callwright/engine/conversation";
import { z } from "zod";
import { AnalysisFailure, type ReadAnswer } from "./judge.ts";

/** Problems that a model is told at once. */
const TOLD_PROBLEMS = 5;
/** What all patterns of a schema together may cost for one answer: about 30 ms. Values after that count as no match. */
const PATTERN_STEPS = 10_000_000;

/** The patterns of a schema, by the part of the schema in which they stand. */
type Patterns = ReadonlyMap<JsonSchema, PatternSearch>;

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
  const patterns = openPatterns(schema);
  if (typeof patterns === "string") return patterns;
  let compiled: z.ZodType;
  try {
    compiled = z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    return `cannot be checked: ${error instanceof Error ? error.message : String(error)}`;
  }
  return (value) => {
    const { error } = compiled.safeParse(value);
    const issues = error?.issues.map(({ path, message }) => `${path.length > 0 ? `${path.join(".")}: ` : ""}${message}`) ?? [];
    return [...issues, ...patternProblems({ patterns, budget: new WorkBudget(PATTERN_STEPS) }, schema, value, [])];
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

function* allSchemasIn(schema: JsonSchema): Generator<JsonSchema> {
  yield schema;
  for (const each of schemasIn(schema)) yield* allSchemasIn(each);
}

/** Compiles every pattern once. Answers what is wrong with the patterns instead, as a sentence without its subject. */
function openPatterns(schema: JsonSchema): Patterns | string {
  const patterns = new Map<JsonSchema, PatternSearch>();
  for (const each of allSchemasIn(schema)) {
    if (each.pattern === undefined) continue;
    if (patterns.size === SCHEMA_MAX_PATTERNS) return `has more than ${SCHEMA_MAX_PATTERNS} patterns, and may have no more`;
    const opened = openPattern(each.pattern);
    if (typeof opened === "string") return `has a pattern that ${opened}`;
    patterns.set(each, opened);
  }
  return patterns;
}

interface PatternCheck {
  patterns: Patterns;
  budget: WorkBudget;
}

function patternProblems(check: PatternCheck, schema: JsonSchema, value: unknown, path: readonly (string | number)[]): string[] {
  if (typeof value === "string") {
    const pattern = check.patterns.get(schema);
    const matches = () => !pattern || pattern.find(value, 1, check.budget).length > 0;
    if (withinBudget("patterns of a schema", matches, () => false)) return [];
    return [`${path.join(".") || "it"}: must match the pattern ${schema.pattern}`];
  }
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return value.flatMap((each, index) => patternProblems(check, items, each, [...path, index]));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    patternProblems(check, each, (value as Record<string, unknown>)[name], [...path, name]),
  );
}

/** What an answer may mean: JSON, JSON in a code block or among words, or, for a text, its words. */
function candidatesOf(text: string, schema: JsonSchema): unknown[] {
  const parsed = [text, codeBlockIn(text), bracketsIn(text)].flatMap((each) => (each === undefined ? [] : tryParse(each)));
  return schema.type === "string" && text !== "" ? [...parsed, text] : parsed;
}

const FENCE = "```";

/** What stands in the first code block. */
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

function tryParse(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
