import { CreateAssistant } from "@callwright/contract";
import type { z } from "zod";

/** Something the contract does not allow, and where. `path` is dotted, "" for the whole object. */
export interface ConfigProblem {
  path: string;
  message: string;
}

/** Puts one problem into words; undefined leaves the validator's own. */
export type ProblemWords = (issue: z.core.$ZodRawIssue) => string | undefined;

/** What the server would refuse, found before it is asked. */
export function configProblems(config: unknown, words: ProblemWords = () => undefined): ConfigProblem[] {
  const parsed = CreateAssistant.safeParse(config, { error: words });
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
}

/** The server's list: each entry is a property path, a space, and what is wrong there. */
export function serverProblems(messages: readonly string[]): ConfigProblem[] {
  return messages.map((entry) => {
    const [, path, message] = /^(?:body\.|config\.)?([\w.[\]-]+?):? (.+)$/s.exec(entry) ?? [];
    return path === undefined || message === undefined
      ? { path: "", message: entry }
      : { path: path.replace(/\[(\d+)\]/g, ".$1").replace(/^config\./, ""), message };
  });
}

/** The problem to show at a field: its own, or the first one inside it. */
export function problemAt(problems: readonly ConfigProblem[], path: string): string | undefined {
  const own = problems.find((problem) => problem.path === path);
  return (own ?? problems.find((problem) => problem.path.startsWith(`${path}.`)))?.message;
}
