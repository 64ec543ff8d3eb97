import { type CallEvent, type CallLine, linesOf, type PartialLine, type TimedWord } from "@callwright/contract";

/** A line of the transcript, with a time for each word. */
export interface ConversationRow extends CallLine {
  words: readonly TimedWord[];
  /** Still being said. */
  isPartial: boolean;
}

/** The transcript of a call, with added messages. */
export function conversationOf(events: readonly CallEvent[]): ConversationRow[] {
  return linesOf(events)
    .filter(({ kind }) => kind !== "prompt")
    .map((line) => ({ ...line, words: wordsOf(line), isPartial: false }));
}

/** A change between two lines: the assistant was muted, or the call went to another telephone. */
export type ConversationMark = Extract<CallEvent, { type: "control" | "transfer" }>;

/** Controls with a line of their own. */
export const MARKED_CONTROLS = ["mute-assistant", "unmute-assistant", "take-over", "give-back", "transfer"] as const;

export function marksOf(events: readonly CallEvent[]): ConversationMark[] {
  return events.filter(
    (event): event is ConversationMark =>
      (event.type === "control" && MARKED_CONTROLS.some((control) => control === event.payload.control)) ||
      (event.type === "transfer" && event.payload.state !== "briefing"),
  );
}

function wordsOf({ words, text, startMs, endMs }: CallLine): readonly TimedWord[] {
  return words && words.length > 0 ? words : spreadWords(text, startMs, endMs);
}

/** A row of a line that is still being spoken. */
export function partialRow({ role, text, startMs, seq }: PartialLine): ConversationRow {
  return {
    seq,
    kind: "spoken",
    role,
    text,
    startMs,
    endMs: startMs,
    words: spreadWords(text, startMs, startMs),
    isInterrupted: false,
    isPartial: true,
    turn: undefined,
  };
}

/** Estimates missing word times from the position of their letters in the line. */
function spreadWords(text: string, startMs: number, endMs: number): TimedWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    const at = startMs + ((endMs - startMs) * before) / letters;
    before += word.length;
    return { text: word, startMs: at };
  });
}

/** Index of the current row at a time: the last one that has started; −1 before the first. */
export function rowAt(rows: readonly ConversationRow[], ms: number): number {
  return rows.findLastIndex(({ startMs }) => startMs <= ms);
}

/** Index of the current word at a time in its row; −1 outside the row. */
export function wordAt(row: ConversationRow, ms: number): number {
  return ms <= row.endMs ? row.words.findLastIndex(({ startMs }) => startMs <= ms) : -1;
}

/** This close to the start, "back" goes to the previous one, as in any player. */
const AT_BEGINNING_MS = 700;

/** The target of a step back or forward among start times. */
export function stepFrom(beginnings: readonly number[], ms: number, direction: "back" | "on", slackMs = AT_BEGINNING_MS): number {
  if (direction === "on") return beginnings.find((startMs) => startMs > ms + 1) ?? ms;
  return beginnings.findLast((startMs) => startMs < ms - slackMs) ?? beginnings[0] ?? 0;
}
