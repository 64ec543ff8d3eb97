import { isWaitedFor, type Turn, type TurnSegmentName, turnSegments } from "@callwright/contract";

/** A part of a wait in whole milliseconds. */
export interface WaitPart {
  name: TurnSegmentName;
  ms: number;
}

/** The parts of a turn's wait. The boundaries are rounded, not the parts, so that the parts sum to the rounded wait. */
export function waitParts(turn: Turn): WaitPart[] {
  return wholeParts(turnSegments(turn));
}

export function wholeParts(segments: readonly { name: TurnSegmentName; durationMs: number }[]): WaitPart[] {
  let exactMs = 0;
  return segments.map(({ name, durationMs }) => {
    const fromMs = Math.round(exactMs);
    exactMs += durationMs;
    return { name, ms: Math.round(exactMs) - fromMs };
  });
}

/** The whole wait, in whole milliseconds. */
export function waitOf(parts: readonly WaitPart[]): number {
  return parts.reduce((sum, { ms }) => sum + ms, 0);
}

/** Did the caller wait for an answer in this turn, and get it? */
export function isAnswer(turn: Turn): boolean {
  return isWaitedFor(turn) && waitOf(waitParts(turn)) > 0;
}

interface AnsweringLine {
  role: string;
  turn: number | undefined;
  /** `not`: the assistant was muted. */
  heard?: "not" | "partly";
}

/** For each line, the turn whose wait is shown with it: with the first line of an answer. */
export function answersOf(
  lines: readonly AnsweringLine[],
  turnAt: (index: number) => Turn | undefined,
): { answers: (Turn | undefined)[]; longestMs: number } {
  const shown = new Set<number>();
  const answers = lines.map(({ role, turn: index, heard }) => {
    if (role !== "assistant" || heard === "not" || index === undefined || shown.has(index)) return undefined;
    shown.add(index);
    const turn = turnAt(index);
    return turn && isAnswer(turn) ? turn : undefined;
  });
  return { answers, longestMs: Math.max(0, ...answers.map((turn) => (turn ? waitOf(waitParts(turn)) : 0))) };
}

/** The turn that stands in the middle of the waits, cut into its parts; undefined without an answered turn. */
export function medianWait(turns: readonly Turn[]): WaitPart[] | undefined {
  const waits = turns
    .filter(isAnswer)
    .map(waitParts)
    .sort((one, other) => waitOf(one) - waitOf(other));
  return waits[Math.floor((waits.length - 1) / 2)];
}
