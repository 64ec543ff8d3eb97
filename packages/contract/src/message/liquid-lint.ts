/** A piece of a template. All pieces together are the text. */
export interface LiquidPiece {
  kind: "text" | "variable" | "tag" | "problem";
  text: string;
}

export interface LiquidLint {
  pieces: LiquidPiece[];
  /** Names used in `{{ … }}` that the template does not set itself, without repetitions, in order. */
  variables: string[];
  /** Variables in output without a `default` filter: if one has no value, nothing is spoken. */
  needed: string[];
  problems: LiquidProblem[];
}

export interface LiquidProblem {
  kind: "unclosed" | "empty" | "unknown-tag" | "unbalanced";
  /** 1-based. */
  line: number;
  /** The delimiter or the name of the tag. */
  text: string;
}

const BLOCK_TAGS = ["if", "unless", "case", "for", "capture", "comment", "raw", "tablerow", "liquid"];
const PLAIN_TAGS = ["else", "elsif", "when", "assign", "increment", "decrement", "break", "continue", "cycle", "echo"];

/** Finds variables and syntax errors of a Liquid template, as far as the editor needs. */
export function lintLiquid(template: string): LiquidLint {
  const pieces: LiquidPiece[] = [];
  const variables = new Map<string, { isNeeded: boolean }>();
  const own = new Set<string>();
  const problems: LiquidProblem[] = [];
  const open: Array<{ name: string; line: number }> = [];
  let end = 0;
  let line = 1;

  for (const match of template.matchAll(/\{\{-?([^{}]*?)-?\}\}|\{%-?([^{}]*?)-?%\}|\{\{|\{%/g)) {
    const [text, expression, tag] = match;
    const before = template.slice(end, match.index);
    if (before !== "") pieces.push({ kind: "text", text: before });
    end = match.index + text.length;
    line += newlinesIn(before);
    const problem =
      expression !== undefined
        ? checkExpression(expression, variables)
        : tag !== undefined
          ? checkTag(tag, open, line, own)
          : ({ kind: "unclosed", text } as const);
    if (problem) problems.push({ ...problem, line });
    pieces.push({ kind: problem ? "problem" : expression !== undefined ? "variable" : "tag", text });
    line += newlinesIn(text);
  }
  if (end < template.length) pieces.push({ kind: "text", text: template.slice(end) });
  for (const { name, line } of open) problems.push({ kind: "unbalanced", line, text: name });
  const used = [...variables].filter(([name]) => !own.has(variableRoot(name)));
  const needed = used.filter(([, { isNeeded }]) => isNeeded);
  return { pieces, variables: used.map(([name]) => name), needed: needed.map(([name]) => name), problems };
}

const newlinesIn = (text: string) => text.split("\n").length - 1;

type FoundProblem = Pick<LiquidProblem, "kind" | "text"> | undefined;

/** `customer` of `customer.name`. */
export function variableRoot(variable: string): string {
  return variable.split(".", 1)[0] ?? variable;
}

function checkExpression(expression: string, variables: Map<string, { isNeeded: boolean }>): FoundProblem {
  const source = expression.trim();
  if (source === "") return { kind: "empty", text: "{{ }}" };
  const name = /^[\p{L}_][\p{L}\p{N}_.-]*/u.exec(source)?.[0];
  if (name) {
    const isNeeded = !/\|\s*default\b/.test(source);
    variables.set(name, { isNeeded: isNeeded || variables.get(name)?.isNeeded === true });
  }
  return undefined;
}

/** Tags that set a variable by the name that follows. */
const SETTING_TAGS = ["assign", "capture", "for", "tablerow", "increment", "decrement"];

function checkTag(tag: string, open: Array<{ name: string; line: number }>, line: number, own: Set<string>): FoundProblem {
  const [, name = "", argument = ""] = /^\s*([\w#]*)\s*([\p{L}_][\p{L}\p{N}_-]*)?/u.exec(tag) ?? [];
  if (SETTING_TAGS.includes(name)) own.add(argument).add(`${name}loop`);
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
