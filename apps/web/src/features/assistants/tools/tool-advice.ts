/** A tool of the assistant. */
export interface AttachedTool {
  /** Dotted path in the assistant. */
  path: string;
  /** The name by which the model calls it. Undefined: the type names it. */
  name: string | undefined;
  /** The tools of an MCP server have names that only the server knows. */
  isMcp: boolean;
}

/** What does not fit together in the prompt and the tools. `path`: the field to change. */
export interface ToolAdvice {
  kind: "not-attached" | "not-mentioned" | "same-name";
  path: string;
  names: string[];
}

/** The words of a prompt that name a tool, if a tool has that name. Distinctive names come first. */
export function namesIn(prompt: string): string[] {
  const text = withoutTemplates(prompt);
  const words = [...new Set(text.match(/[\w-]*[A-Za-z][\w-]*/g))].filter((word) => isNamed(text, word));
  const isIdentifier = (word: string) => (/_|[a-z][A-Z]/.test(word) ? 0 : 1);
  return words.toSorted((one, other) => isIdentifier(one) - isIdentifier(other));
}

interface PromptAndTools {
  prompt: string;
  attached: readonly AttachedTool[];
  /** Names of the tools of the organization. */
  known: readonly string[];
}

/** Finds tools that the prompt names without having them, tools that it never mentions, and tools with the same name. */
export function toolAdvice({ prompt, attached, known }: PromptAndTools): ToolAdvice[] {
  const text = withoutTemplates(prompt);
  const names = attached.flatMap(({ name }) => name ?? []);
  const others = [...known.filter((name) => isNamed(text, name)), ...(attached.some(({ isMcp }) => isMcp) ? [] : calledIn(text))];
  const missing = [...new Set(others)].filter((name) => !names.includes(name));
  const silent = attached.flatMap(({ name, isMcp }) => (name !== undefined && !isMcp && !isMentioned(text, name) ? name : []));
  const again = attached.filter(
    ({ name }, index) => name !== undefined && attached.findIndex((other) => other.name === name) < index,
  );
  return [
    ...missing.map((name): ToolAdvice => ({ kind: "not-attached", path: "model.toolIds", names: [name] })),
    ...again.map(({ name = "", path }): ToolAdvice => ({ kind: "same-name", path, names: [name] })),
    ...(text.trim() !== "" && silent.length > 0
      ? [{ kind: "not-mentioned" as const, path: "model.messages", names: [...new Set(silent)] }]
      : []),
  ];
}

const withoutTemplates = (prompt: string) => prompt.replace(/\{[{%].*?[}%]\}/gs, " ");

const VERBS = "call|invoke|run|trigger|use";
const NOUNS = "tool|function";
/** A name with `_`. Next to these verbs and nouns, such a word is always a tool's name. */
const IDENTIFIER = "[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+";
const QUOTES = "[`'\"“”]?";

/** `call book_appointment`, `the book_appointment tool`, `book_appointment()`. */
function calledIn(text: string): string[] {
  const called = [
    `\\b(?:${VERBS})\\s+(?:the\\s+)?${QUOTES}(${IDENTIFIER})`,
    `(${IDENTIFIER})${QUOTES}\\s+(?:${NOUNS})\\b`,
    `(${IDENTIFIER})\\(`,
  ];
  return called.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, "gi"))].flatMap(([, name]) => name ?? []));
}

/** Does a text mean the tool of this name? A plain word (`order`) may have its usual meaning, unless it is called or quoted. */
function isNamed(text: string, name: string): boolean {
  const whole = `(?<![\\w-])${escaped(name)}(?![\\w-])`;
  if (!/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(name)) return new RegExp(whole).test(text);
  const meant = [
    `\\b(?:[Cc]all|[Ii]nvoke|[Rr]un|[Tt]rigger)\\s+(?:the\\s+)?${whole}(?!\\s+[a-z])`,
    `[\`"“]${whole}[\`"”]`,
    `${whole}(?:\\(|\\s+(?:${NOUNS})\\b)`,
  ];
  return new RegExp(meant.join("|")).test(text);
}

/** Is a tool mentioned at all? "Book an appointment" mentions `book_appointment`. */
function isMentioned(text: string, name: string): boolean {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? [name];
  return new RegExp(words.join("[\\s_-]*(?:(?:an?|the)\\s+)?"), "i").test(text);
}

function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "\\$&");
}
