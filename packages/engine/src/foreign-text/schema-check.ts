import { type JsonSchema, SCHEMA_MAX_PATTERNS } from "@callwright/contract";
import { z } from "zod";
import { openPattern, type PatternSearch } from "./linear-regex.ts";
import { WorkBudget, withinBudget } from "./work-budget.ts";

/** The limit of all patterns of a schema for one value, in steps: about 30 ms. Later values count as no match. */
const PATTERN_STEPS = 10_000_000;

/** The patterns of a schema, by the part of the schema in which they stand. */
type Patterns = ReadonlyMap<JsonSchema, PatternSearch>;

/**
 * Returns the problems of a value; or, as a sentence without its subject, why values cannot be checked. `patternSteps`: the limit of all patterns for
 * one value.
 */
export function compileSchema(schema: JsonSchema, patternSteps = PATTERN_STEPS): ((value: unknown) => string[]) | string {
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
    return [...issues, ...patternProblems({ patterns, budget: new WorkBudget(patternSteps) }, schema, value, [])];
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
