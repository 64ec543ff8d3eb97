import type { CallEvent, TimedWord, Turn } from "@callwright/contract";

/** One stretch of what was said, or put into the conversation. Times are milliseconds on the call's clock, which is the recording's. */
export interface ConversationRow {
  /** The event it comes from. */
  seq: number;
  role: "assistant" | "user" | "added";
  /** For what was added: as which role. */
  addedAs: string | undefined;
  startMs: number;
  endMs: number;
  words: readonly TimedWord[];
  isInterrupted: boolean;
  isTyped: boolean;
  /** Still being said. */
  isPartial: boolean;
  /** The turn of an assistant's words. */
  turn: number | undefined;
}

/** What was said, in the order it began. */
export function conversationOf(events: readonly CallEvent[]): ConversationRow[] {
  return events.flatMap(rowOf).sort((one, other) => one.startMs - other.startMs);
}

function rowOf(event: CallEvent): ConversationRow[] {
  const plain = { seq: event.seq, addedAs: undefined, isInterrupted: false, isTyped: false, isPartial: false, turn: undefined };
  switch (event.type) {
    case "assistant.said": {
      const { startMs, endMs, words, text, interrupted, turn } = event.payload;
      const timed = words.length > 0 ? words : spreadWords(text, startMs, endMs);
      return [{ ...plain, role: "assistant", startMs, endMs, words: timed, isInterrupted: interrupted, turn }];
    }
    case "user.said": {
      const { startMs, endMs, words, text, typed } = event.payload;
      const timed = words && words.length > 0 ? words : spreadWords(text, startMs, endMs);
      return [{ ...plain, role: "user", startMs, endMs, words: timed, isTyped: typed }];
    }
    case "message.added": {
      const { role, content } = event.payload;
      const words = spreadWords(content, event.atMs, event.atMs);
      return [{ ...plain, role: "added", addedAs: role, startMs: event.atMs, endMs: event.atMs, words }];
    }
    default:
      return [];
  }
}

/** Words without times of their own lie as far into their stretch as their letters do. */
export function spreadWords(text: string, startMs: number, endMs: number): TimedWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    const at = startMs + ((endMs - startMs) * before) / letters;
    before += word.length;
    return { text: word, startMs: at };
  });
}

/** The turns of a call by index; a later telling of a turn replaces an earlier one. */
export function turnsOf(events: readonly CallEvent[]): Map<number, Turn> {
  return new Map(events.flatMap((event) => (event.type === "turn" ? [[event.payload.index, event.payload] as const] : [])));
}

/** Index of the row being said at a time: the last that has begun; −1 before the first. */
export function rowAt(rows: readonly ConversationRow[], ms: number): number {
  return rows.findLastIndex(({ startMs }) => startMs <= ms);
}

/** Index of the word being said at a time within its row; −1 outside of it. */
export function wordAt(row: ConversationRow, ms: number): number {
  return ms <= row.endMs ? row.words.findLastIndex(({ startMs }) => startMs <= ms) : -1;
}

/** Is close to the beginning still at the beginning? Then "back" goes to the one before, as in every player. */
const AT_BEGINNING_MS = 700;

/** Where a step from here leads among the times where something begins. */
export function stepFrom(beginnings: readonly number[], ms: number, direction: "back" | "on", slackMs = AT_BEGINNING_MS): number {
  if (direction === "on") return beginnings.find((startMs) => startMs > ms + 1) ?? ms;
  return beginnings.findLast((startMs) => startMs < ms - slackMs) ?? beginnings[0] ?? 0;
}
