import type { LiveLine } from "@callwright/contract";
import { type ConversationRow, spreadWords } from "./conversation.ts";

/**
 * The conversation of a running call. The live lines say what there is; what the call's events know beyond it (the words' times, the
 * turn) is taken from them as soon as they have been read. Lines that are older than the live ones come from the events alone.
 */
export function liveConversation(rows: readonly ConversationRow[], lines: readonly LiveLine[]): ConversationRow[] {
  const [first] = lines;
  if (!first) return [...rows];
  const unused = new Set(rows);
  const live = lines.map((line, index) => {
    const row = line.isPartial ? undefined : [...unused].find((each) => isSame(each, line));
    if (row) unused.delete(row);
    return row ?? rowOf(line, index);
  });
  return [...rows.filter(({ startMs }) => startMs < first.startMs), ...live];
}

/** What is added to a conversation has a role of its own, and is no speech. */
function isSame({ startMs, role, addedAs }: ConversationRow, line: LiveLine): boolean {
  return startMs === line.startMs && (addedAs ?? role) === line.role;
}

function rowOf({ role, text, startMs, isPartial, isInterrupted }: LiveLine, index: number): ConversationRow {
  const spoken = role === "assistant" || role === "user" ? role : undefined;
  return {
    // No event's number.
    seq: -1 - index,
    role: spoken ?? "added",
    addedAs: spoken === undefined ? role : undefined,
    startMs,
    endMs: startMs,
    words: spreadWords(text, startMs, startMs),
    isInterrupted,
    isTyped: false,
    isPartial,
    turn: undefined,
  };
}

/** Keys by which a row stays the same row when its event is read: what begins at one moment is told in a steady order. */
export function rowKeys(rows: readonly ConversationRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ role, addedAs, startMs }) => {
    const name = `${addedAs ?? role} ${startMs}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
}
