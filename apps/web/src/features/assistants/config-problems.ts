import { CreateAssistant } from "@callwright/contract";
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
export function configProblems(config: unknown, words: ProblemWords = () => undefined): ConfigProblem[] {
  const parsed = CreateAssistant.safeParse(config, { error: words });
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    path: issue.path.join("."),
    // The validator asks for words only where it has none of its own.
    message: (issue.code === "custom" ? words(issue) : undefined) ?? issue.message,
  }));
}

/** The server's list: each entry begins with a property path, seen from the body of a draft, in which the assistant is `config`. */
export function serverProblems(entries: readonly string[]): ConfigProblem[] {
  return entries.map((entry) => {
    const [, path = "", message] = /^config(?:\.(\S+))? (.+)$/s.exec(entry) ?? [];
    if (message === undefined) return { path: "", message: entry };
    // "config.model.property colour should not exist" is about the model.
    return { path: path.replace(/\.?property$/, ""), message: /(^|\.)property$/.test(path) ? `property ${message}` : message };
  });
}

/** The problem to show at a field: its own, or the first one inside it. */
export function problemAt(problems: readonly ConfigProblem[], path: string): string | undefined {
  const own = problems.find((problem) => problem.path === path);
  return (own ?? problems.find((problem) => problem.path.startsWith(`${path}.`)))?.message;
}
