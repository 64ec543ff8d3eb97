import { type Warning, writtenFields } from "@callwright/contract";
import type { z } from "zod";

/** A violation of the contract. `path` is dotted, "" for the whole object. */
export interface ConfigProblem {
  path: string;
  message: string;
  /** An action that fixes it. */
  action?: { label: string; run: () => void };
}

/** The text of an issue; undefined keeps the validator's. */
export type ProblemWords = (issue: z.core.$ZodRawIssue | z.core.$ZodIssueCustom) => string | undefined;

/** The problems that the server would report, found before the request. */
export function configProblems(schema: z.ZodType, config: unknown, words: ProblemWords = () => undefined): ConfigProblem[] {
  const parsed = schema.safeParse(writtenFields(schema, config), { error: words });
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(closestIssues).map((issue) => ({
    path: issue.path.join("."),
    // Zod asks for a message only if the issue has none.
    message: (issue.code === "custom" ? words(issue) : undefined) ?? issue.message,
  }));
}

/** If no member of a union fits, the issues of the closest member instead of "invalid union". */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const isOther = (issues: z.core.$ZodIssue[]) => issues.some(({ path, code }) => path.length === 0 && code === "invalid_type");
  const closest = issue.errors.filter((issues) => !isOther(issues)).toSorted((one, other) => one.length - other.length)[0];
  if (!closest) return [issue];
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(closestIssues);
}

/** The server's list of a body with these fields: an entry begins with a property path, unless it is about the whole. */
export function serverProblems(entries: readonly string[], fields: ReadonlySet<string>): ConfigProblem[] {
  return entries.map((entry) => {
    const [, path = "", message = entry] = /^(\S+) (.+)$/s.exec(entry) ?? [];
    // "model.property color should not exist" is about the model, "property color should not exist" about the whole.
    const [, holder, isProperty] = /^(.*?)\.?(property)?$/.exec(path) ?? [];
    if (isProperty && message.endsWith("should not exist")) return { path: holder ?? "", message: `property ${message}` };
    return fields.has(path.split(".")[0] ?? "") ? { path, message } : { path: "", message: entry };
  });
}

/** The problem shown at a field: its own, or the first one inside it. For "", any. */
export function problemAt(problems: readonly ConfigProblem[], path: string): string | undefined {
  const own = problems.find((problem) => problem.path === path);
  return (own ?? problems.find((problem) => path === "" || problem.path.startsWith(`${path}.`)))?.message;
}

/** What the answer to a write warns of: fields that the server stores and does not act on. */
export function warningsOf({ warnings = [] }: { warnings?: readonly Warning[] | undefined }): ConfigProblem[] {
  return warnings.map(({ field, message }) => ({ path: field, message }));
}
