import { jsonParseLinter } from "@codemirror/lang-json";
import type { Diagnostic, LintSource } from "@codemirror/lint";
import type { ConfigProblem } from "../problems.ts";
import { nodeAt } from "./json-position.ts";

const parse = jsonParseLinter();

/** Underlines JSON syntax errors, then violations of the contract. */
export function problemLint(problems: () => readonly ConfigProblem[]): LintSource {
  return (view) => {
    const unread = parse(view);
    if (unread.length > 0) return unread;
    return problems().map(({ path, message }): Diagnostic => {
      const node = nodeAt(view.state, path === "" ? [] : path.split("."));
      const from = node?.from ?? 0;
      // Underline only the first line of an object. A fully underlined page is unreadable.
      const to = node?.firstChild ? from + 1 : (node?.to ?? from);
      return { from, to, message, severity: "error" };
    });
  };
}
