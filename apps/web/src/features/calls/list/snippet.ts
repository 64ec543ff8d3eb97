import type { Call } from "@callwright/contract";

/** The first place of words in a transcript. */
export interface Snippet {
  before: string;
  /** As it was said. */
  found: string;
  after: string;
  role: "user" | "bot";
  /** From the start of the call. */
  seconds: number;
  /** Further lines with the words. */
  more: number;
}

interface Line {
  role: Snippet["role"];
  text: string;
  at: number;
  seconds: number;
}

/** Characters around the words. */
const BEFORE_MAX = 48;
const AFTER_MAX = 160;

/** Undefined when the words were not said, for example when they are in the customer's name. */
export function snippetOf(messages: Call["messages"] = [], words: string): Snippet | undefined {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return undefined;
  const lines = messages.flatMap((message): Line[] => {
    const { role } = message;
    if ((role !== "user" && role !== "bot") || typeof message.message !== "string") return [];
    const at = message.message.toLowerCase().indexOf(wanted);
    return at < 0 ? [] : [{ role, text: message.message, at, seconds: message.secondsFromStart ?? 0 }];
  });
  const [first] = lines;
  if (!first) return undefined;
  const { role, text, at, seconds } = first;
  const end = at + wanted.length;
  const start = at <= BEFORE_MAX ? 0 : text.indexOf(" ", at - BEFORE_MAX) + 1 || at - BEFORE_MAX;
  return {
    before: `${start > 0 ? "…" : ""}${text.slice(Math.min(start, at), at)}`,
    found: text.slice(at, end),
    after: `${text.slice(end, end + AFTER_MAX)}${text.length > end + AFTER_MAX ? "…" : ""}`,
    role,
    seconds: Math.round(seconds * 10) / 10,
    more: lines.length - 1,
  };
}
