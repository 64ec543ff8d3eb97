/** A piece of a template. Pieces put together are the text. */
export interface LiquidPiece {
  kind: "text" | "variable" | "tag" | "problem";
  text: string;
}

export interface LiquidLint {
  pieces: LiquidPiece[];
  /** Names used in `{{ … }}`, each once, in order. */
  variables: string[];
  problems: LiquidProblem[];
}

export interface LiquidProblem {
  kind: "unclosed" | "empty" | "unknown-tag" | "unbalanced";
  /** 1-based. */
  line: number;
  /** What it is about: the opening, or the name of the tag. */
  text: string;
}

const BLOCK_TAGS = ["if", "unless", "case", "for", "capture", "comment", "raw", "tablerow", "liquid"];
const PLAIN_TAGS = ["else", "elsif", "when", "assign", "increment", "decrement", "break", "continue", "cycle", "echo"];

/** Looks over a Liquid template as far as an editor must: what is a variable, and what will not be understood. */
export function lintLiquid(template: string): LiquidLint {
  const pieces: LiquidPiece[] = [];
  const variables = new Set<string>();
  const problems: LiquidProblem[] = [];
  const open: Array<{ name: string; line: number }> = [];
  let end = 0;
  const lineAt = (index: number) => template.slice(0, index).split("\n").length;

  for (const match of template.matchAll(/\{\{-?([^{}]*?)-?\}\}|\{%-?([^{}]*?)-?%\}|\{\{|\{%/g)) {
    const [text, expression, tag] = match;
    if (match.index > end) pieces.push({ kind: "text", text: template.slice(end, match.index) });
    end = match.index + text.length;
    const line = lineAt(match.index);
    const problem =
      expression !== undefined
        ? checkExpression(expression, variables)
        : tag !== undefined
          ? checkTag(tag, open, line)
          : ({ kind: "unclosed", text } as const);
    if (problem) problems.push({ ...problem, line });
    pieces.push({ kind: problem ? "problem" : expression !== undefined ? "variable" : "tag", text });
  }
  if (end < template.length) pieces.push({ kind: "text", text: template.slice(end) });
  for (const { name, line } of open) problems.push({ kind: "unbalanced", line, text: name });
  return { pieces, variables: [...variables], problems };
}

type FoundProblem = Pick<LiquidProblem, "kind" | "text"> | undefined;

function checkExpression(expression: string, variables: Set<string>): FoundProblem {
  const source = expression.trim();
  if (source === "") return { kind: "empty", text: "{{ }}" };
  const name = /^[\p{L}_][\p{L}\p{N}_.-]*/u.exec(source)?.[0];
  if (name) variables.add(name);
  return undefined;
}

function checkTag(tag: string, open: Array<{ name: string; line: number }>, line: number): FoundProblem {
  const name = /^\s*([\w#]*)/.exec(tag)?.[1] ?? "";
  if (name.startsWith("#") || PLAIN_TAGS.includes(name)) return undefined;
  if (BLOCK_TAGS.includes(name)) {
    if (name !== "liquid") open.push({ name, line });
    return undefined;
  }
  if (!name.startsWith("end") || !BLOCK_TAGS.includes(name.slice(3))) return { kind: "unknown-tag", text: name };
  if (open.at(-1)?.name !== name.slice(3)) return { kind: "unbalanced", text: name };
  open.pop();
  return undefined;
}
