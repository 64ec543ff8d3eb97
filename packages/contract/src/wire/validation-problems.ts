import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** A problem with a property. */
export interface ValidationProblem {
  path: readonly PropertyKey[];
  /** `must be at most 2` */
  message: string;
  /** The contract has no such property. */
  isUnknown?: boolean;
}

/**
 * The problems of a value as sentences. Each sentence begins with the path of the property:
 * `model.temperature must be at most 2`, `assistant.property assistantId should not exist`.
 */
export function validationProblems(error: z.ZodError, whole: "body" | "query" = "body"): string[] {
  return problemsIn(error).map((problem) => sentence(problem, whole));
}

/** The same problems as paths and messages. */
export function problemsIn({ issues }: z.ZodError): ValidationProblem[] {
  return issues.flatMap((issue) => problemsOf(issue, []));
}

function sentence({ path, message, isUnknown }: ValidationProblem, whole: string): string {
  if (!isUnknown) return `${dotted(path) || `The ${whole}`} ${message}`;
  const parent = dotted(path.slice(0, -1));
  return `${parent && `${parent}.`}property ${String(path.at(-1))} should not exist`;
}

const dotted = (path: readonly PropertyKey[]) => path.map(String).join(".");

function problemsOf(issue: Issue, parents: readonly PropertyKey[]): ValidationProblem[] {
  const path = [...parents, ...issue.path];
  const must = (what: string): ValidationProblem[] => [{ path, message: `must ${what}` }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], message: "should not exist", isUnknown: true }));
    case "invalid_type":
      return [{ path, message: `${issue.input === undefined ? "is required and " : ""}must be ${withArticle(issue.expected)}` }];
    case "invalid_value":
      return must(`be ${listed(issue.values.map(String))}`);
    case "too_big":
      return must(bound(issue.origin, "at most", issue.maximum, issue.inclusive ?? true));
    case "too_small":
      return must(bound(issue.origin, "at least", issue.minimum, issue.inclusive ?? true));
    case "invalid_format":
      return must(formatRule(issue));
    case "not_multiple_of":
      return must(`be a multiple of ${issue.divisor}`);
    case "invalid_union":
      return unionProblems(issue, path);
    case "invalid_key":
    case "invalid_element":
      return issue.issues.flatMap((inner) => problemsOf(inner, path));
    default:
      return [{ path, message: issue.message }];
  }
}

/** The alternative that the value's discriminator names; without a discriminator, the one with the deepest problems. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): ValidationProblem[] {
  if ("options" in issue && issue.options && issue.discriminator) {
    const value = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator];
    return [{ path, message: `${value === undefined ? "is required and " : ""}must be ${listed(issue.options.map(String))}` }];
  }
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map((each) => each.path.length));
  const meant = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0];
  if (meant && depth(meant) > 0) return meant.flatMap((inner) => problemsOf(inner, path));
  const alternatives = issue.errors.flatMap((issues) => issues.flatMap((inner) => problemsOf(inner, path)));
  const messages = [...new Set(alternatives.map((problem) => messageAt(problem, path)))];
  const isMissing = messages.length > 0 && messages.every((message) => message.startsWith("is required"));
  const must = isMissing ? "is required and must be " : "must be ";
  const endings = messages.map((message) => message.replace(must, ""));
  return [{ path, message: endings.length > 0 ? must + endings.join(", or ") : "is not valid" }];
}

/** A problem with an inner property is a whole sentence. */
function messageAt(problem: ValidationProblem, path: readonly PropertyKey[]): string {
  return problem.path.length === path.length ? problem.message : sentence(problem, "body");
}

const TYPE_NAMES: Record<string, string> = { int: "a whole number", number: "a number", array: "a list", record: "an object" };

function withArticle(type: string): string {
  return TYPE_NAMES[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function listed(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `one of: ${values.join(", ")}`;
}

function bound(origin: string, least: "at most" | "at least", limit: number | bigint, inclusive: boolean): string {
  if (origin === "string") return `have ${least} ${limit} character${Number(limit) === 1 ? "" : "s"}`;
  if (origin === "array" || origin === "set") return `have ${least} ${limit} entr${Number(limit) === 1 ? "y" : "ies"}`;
  if (inclusive) return `be ${least} ${limit}`;
  return `be ${least === "at most" ? "less" : "more"} than ${limit}`;
}

const FORMAT_NAMES: Record<string, string> = {
  uuid: "a UUID",
  url: "a URL",
  email: "an email address",
  datetime: "an ISO 8601 date and time",
};

/** A format with its own sentence (`must be an https or wss URL`) keeps it. */
function formatRule(issue: z.core.$ZodIssueInvalidStringFormat): string {
  const own = /^must (.+)$/.exec(issue.message)?.[1];
  return own ?? `be ${FORMAT_NAMES[issue.format] ?? `a valid ${issue.format}`}`;
}
