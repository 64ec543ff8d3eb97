import type { LiveLine } from "@callwright/contract";
import { type ConversationRow, spreadWords } from "./conversation.ts";

/**
 * The transcript of a running call. The live lines decide its content; word times and turns are added from the call's events once these
 * are fetched. Lines older than the live ones come from the events alone.
 */
export function liveConversation(rows: readonly ConversationRow[], lines: readonly LiveLine[]): ConversationRow[] {
  const [first] = lines;
  if (!first) return [...rows];
  const unused = new Set(rows);
  const live = lines.map((line, index) => {
    const row = line.isPartial ? undefined : [...unused].find((each) => isSame(each, line));
    if (row) unused.delete(row);
    if (!row) return rowOf(line, index);
    // The answer of a tool may be known live before its event is read.
    return line.tool ? { ...row, tool: line.tool } : row;
  });
  return [...rows.filter(({ startMs }) => startMs < first.startMs), ...live];
}

function isSame(row: ConversationRow, line: LiveLine): boolean {
  return row.startMs === line.startMs && row.role === line.role;
}

function rowOf({ role, text, startMs, isPartial, isInterrupted, tool }: LiveLine, index: number): ConversationRow {
  return {
    // Not the number of an event.
    seq: -1 - index,
    kind: tool ? "tool" : role === "assistant" || role === "user" ? "spoken" : "added",
    role,
    text,
    startMs,
    endMs: startMs,
    words: spreadWords(text, startMs, startMs),
    isInterrupted,
    isPartial,
    turn: undefined,
    ...(tool && { tool }),
  };
}

/** Keys of rows that stay the same when the row's event arrives. Rows with the same start keep their order. */
export function rowKeys(rows: readonly ConversationRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ role, startMs }) => {
    const name = `${role} ${startMs}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
}
