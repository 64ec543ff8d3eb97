import { z } from "zod";

// The page's policy forbids evaluating code, which the validator would otherwise try.
z.config({ jitless: true });

/** Something the contract does not allow, and where. `path` is dotted, "" for the whole object. */
export interface ConfigProblem {
  path: string;
  message: string;
}

/** Puts one problem into words; undefined leaves the validator's own. */
export type ProblemWords = (issue: z.core.$ZodRawIssue | z.core.$ZodIssueCustom) => string | undefined;

/** What the server would refuse, found before it is asked. */
export function configProblems(schema: z.ZodType, config: unknown, words: ProblemWords = () => undefined): ConfigProblem[] {
  const parsed = schema.safeParse(config, { error: words });
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(closestIssues).map((issue) => ({
    path: issue.path.join("."),
    // The validator asks for words only where it has none of its own.
    message: (issue.code === "custom" ? words(issue) : undefined) ?? issue.message,
  }));
}

/** Of a union no member of which fits: what is wrong with the one that comes closest, instead of that nothing fits. */
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
    // "model.property colour should not exist" is about the model, "property colour should not exist" about the whole.
    const [, holder, isProperty] = /^(.*?)\.?(property)?$/.exec(path) ?? [];
    if (isProperty && message.endsWith("should not exist")) return { path: holder ?? "", message: `property ${message}` };
    return fields.has(path.split(".")[0] ?? "") ? { path, message } : { path: "", message: entry };
  });
}

/** The problem to show at a field: its own, or the first one inside it. For "", any. */
export function problemAt(problems: readonly ConfigProblem[], path: string): string | undefined {
  const own = problems.find((problem) => problem.path === path);
  return (own ?? problems.find((problem) => path === "" || problem.path.startsWith(`${path}.`)))?.message;
}
