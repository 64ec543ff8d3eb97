import { z } from "zod";
import type { CallEventType } from "./call-event-type.ts";

/** Milliseconds on the call's clock: 0 is the moment the caller joined, which is also the first sample of the recording. */
const CallMs = z.number();

/**
 * One exchange: what started it, and the milestones on the way to the first sound the caller heard.
 * A milestone that did not happen is absent.
 */
export const Turn = z.object({
  /** 0-based. */
  index: z.number().int().min(0),
  trigger: z.enum(["opening", "speech", "text", "say"]),
  /** The caller's last voiced audio, or the arrival of the typed text. The wait starts here. */
  speechEndMs: CallMs,
  /** The voice activity detector found the end of speech. */
  silenceDetectedMs: CallMs.optional(),
  /** The final words arrived from the transcriber. */
  transcriptFinalMs: CallMs.optional(),
  /** Endpointing decided that the caller is done. */
  turnCommittedMs: CallMs.optional(),
  modelFirstTokenMs: CallMs.optional(),
  /** The first tool was called, and the last one answered, before the model's first word: the caller waits for them. */
  toolStartedMs: CallMs.optional(),
  toolFinishedMs: CallMs.optional(),
  /** The voice returned the first audio. */
  voiceFirstByteMs: CallMs.optional(),
  firstFrameSentMs: CallMs.optional(),
  /** The browser played the first audible sample. */
  firstAudibleMs: CallMs.optional(),
});
export type Turn = z.infer<typeof Turn>;

interface TurnEvent {
  type: "turn";
  payload: Turn;
}

/** The turns of a call by index, in their order. A turn is reported again when more of it is known: its last event counts. */
export function turnsOf(events: readonly (TurnEvent | { type: Exclude<CallEventType, "turn"> })[]): Map<number, Turn> {
  const turns = events.flatMap((event) => (event.type === "turn" ? [event.payload] : []));
  return new Map(turns.sort((one, other) => one.index - other.index).map((turn) => [turn.index, turn]));
}

/** Whether the caller waits in this turn. Nobody waits for the first message, or for words that a supervisor requests. */
export function isWaitedFor({ trigger }: Turn): boolean {
  return trigger === "speech" || trigger === "text";
}

interface SaidEvent {
  type: "assistant.said";
  payload: { text: string; turn: number; heard?: "not" | "partly" | undefined };
}

/**
 * The turns whose wait counts: the caller waited, and heard an answer. The end of a call without a word is none. Where words are not stored, every
 * turn with sound counts.
 */
export function answeredTurns(
  events: readonly (TurnEvent | SaidEvent | { type: Exclude<CallEventType, "turn" | "assistant.said"> })[],
): Turn[] {
  const heard = new Set(
    events.flatMap((event) =>
      event.type === "assistant.said" && event.payload.heard !== "not" && event.payload.text.trim() !== ""
        ? event.payload.turn
        : [],
    ),
  );
  const isHeard = ({ index, firstFrameSentMs, firstAudibleMs }: Turn) =>
    (firstFrameSentMs ?? firstAudibleMs) !== undefined && (heard.size === 0 || heard.has(index));
  return [...turnsOf(events).values()].filter((turn) => isWaitedFor(turn) && isHeard(turn));
}

export const TURN_SEGMENTS = ["endpointing", "transcript", "model", "tool", "voice", "transport"] as const;
export type TurnSegmentName = (typeof TURN_SEGMENTS)[number];
export const TurnSegment = z.object({ name: z.enum(TURN_SEGMENTS), durationMs: z.number() });
export type TurnSegment = z.infer<typeof TurnSegment>;

/** Milestones in the order of the critical path, each with the segment that ends there. */
const CRITICAL_PATH: readonly [milestone: keyof Turn, segment: TurnSegmentName][] = [
  ["silenceDetectedMs", "endpointing"],
  ["transcriptFinalMs", "transcript"],
  ["turnCommittedMs", "endpointing"],
  ["toolStartedMs", "model"],
  ["toolFinishedMs", "tool"],
  ["modelFirstTokenMs", "model"],
  ["voiceFirstByteMs", "voice"],
  ["firstFrameSentMs", "voice"],
  ["firstAudibleMs", "transport"],
];

/** A stretch of a turn's wait, on the call's clock. */
export interface TurnStep {
  name: TurnSegmentName;
  startMs: number;
  endMs: number;
}

/** The wait of a turn in its order, without gaps. A milestone before an earlier one adds nothing. */
export function turnSteps(turn: Turn): TurnStep[] {
  const steps: TurnStep[] = [];
  let reachedMs = turn.speechEndMs;
  for (const [milestone, name] of CRITICAL_PATH) {
    const atMs = turn[milestone];
    if (typeof atMs !== "number" || atMs <= reachedMs) continue;
    steps.push({ name, startMs: reachedMs, endMs: atMs });
    reachedMs = atMs;
  }
  return steps;
}

/** The wait of a turn, split into segments that add up to it. Empty segments are omitted. */
export function turnSegments(turn: Turn): TurnSegment[] {
  const durations = new Map<TurnSegmentName, number>();
  for (const { name, startMs, endMs } of turnSteps(turn)) durations.set(name, (durations.get(name) ?? 0) + endMs - startMs);
  return TURN_SEGMENTS.flatMap((name) => {
    const durationMs = durations.get(name);
    return durationMs ? [{ name, durationMs }] : [];
  });
}

/** The caller's wait: from the end of speech to the last milestone reached. */
export function turnWaitMs(turn: Turn): number {
  return turnSegments(turn).reduce((sum, { durationMs }) => sum + durationMs, 0);
}
