import type { ToolRun } from "../message/history.ts";
import type { CallEventPayload, TimedWord } from "./call-event.ts";
import type { CallEventType } from "./call-event-type.ts";
import type { PartialLine } from "./partial-line.ts";

/** The types of events that a line comes from. */
export const LINE_EVENT_TYPES = [
  "prompt.rendered",
  "user.said",
  "assistant.said",
  "message.added",
  "tool.called",
  "tool.answered",
] as const satisfies readonly CallEventType[];
type LineEventType = (typeof LINE_EVENT_TYPES)[number];

/** An event of a line, with or without the times of its words. */
type LineEvent = {
  [Type in LineEventType]: {
    seq: number;
    atMs: number;
    type: Type;
    payload: Omit<CallEventPayload<Type>, "words"> & { words?: readonly TimedWord[] | undefined };
  };
}[LineEventType];
type SaidEvent = Extract<LineEvent, { type: "user.said" | "assistant.said" }>;
type OtherEvent = { type: Exclude<CallEventType, LineEventType> };

/** One line of a transcript. Times are milliseconds on the call's clock. */
export interface CallLine {
  /** The event it comes from. */
  seq: number;
  /** `tool`: a tool call, whose text is its answer. `added`: put into the conversation by `add-message`. `prompt`: the system prompt, always the first line. */
  kind: "spoken" | "typed" | "added" | "prompt" | "tool";
  role: CallEventPayload<"message.added">["role"];
  text: string;
  startMs: number;
  /** Equal to `startMs` for a line that was not spoken. */
  endMs: number;
  words: readonly TimedWord[] | undefined;
  /** Undefined for a line that is no part of a turn. */
  turn: number | undefined;
  isInterrupted: boolean;
  /** The assistant's text in messages, if it differs from the heard words. */
  output?: string;
  /** Typed on a telephone's keypad. */
  byKeys?: boolean;
  /** The name of the member or the node that speaks, in a squad or a workflow. */
  speaker?: string;
  /** The tool's run, in a line of the kind `tool`. */
  tool?: ToolRun;
  /** Names of the security filters that changed the words of the caller. */
  filtered?: readonly string[];
  /** Name of the supervisor who put the words into the call. */
  by?: string;
  /** The assistant was muted: the caller heard nothing of it, or only a part. */
  heard?: "not" | "partly";
}

/** Whether a person or the assistant spoke or typed this line. */
export function isSaid({ kind }: Pick<CallLine, "kind">): boolean {
  return kind === "spoken" || kind === "typed";
}

/** The lines of a call in the order they began. An event is logged when its words end, which can be after the reply began. */
export function linesOf(events: readonly (LineEvent | OtherEvent)[]): CallLine[] {
  const lines = withAnswers(events.flatMap(lineOf), events).filter(({ text, tool }) => tool || text.trim() !== "");
  const isPrompt = ({ kind }: CallLine) => Number(kind === "prompt");
  return lines.sort((one, other) => isPrompt(other) - isPrompt(one) || one.startMs - other.startMs);
}

/**
 * The lines that no event has replaced yet, in the order they began. Together with the events of a call, they show each line once, even if the events
 * are newer or older than the lines. A typed message does not replace words that its sender is speaking.
 */
export function unfinishedLines(lines: readonly PartialLine[], events: readonly (LineEvent | OtherEvent)[]): PartialLine[] {
  const lastSeq = (role: PartialLine["role"]) =>
    events.findLast((event): event is SaidEvent => speakerOf(event) === role)?.seq ?? -1;
  return lines.filter(({ role, seq }) => lastSeq(role) < seq).sort((one, other) => one.startMs - other.startMs);
}

/** Who spoke the words of an event. Undefined for an event without spoken words. */
function speakerOf(event: LineEvent | OtherEvent): PartialLine["role"] | undefined {
  if (event.type === "assistant.said") return "assistant";
  return event.type === "user.said" && !event.payload.typed ? "user" : undefined;
}

function lineOf(event: LineEvent | OtherEvent): CallLine[] {
  switch (event.type) {
    case "prompt.rendered":
      return [{ ...unspoken(event), kind: "prompt", role: "system", text: event.payload.text }];
    case "message.added": {
      const { role, content, filtered, by } = event.payload;
      const more = { ...(filtered && { filtered }), ...(by !== undefined && { by }) };
      return [{ ...unspoken(event), kind: "added", role, text: content, ...more }];
    }
    case "tool.called": {
      const { turn, id, name, arguments: given } = event.payload;
      const tool = { id, name, arguments: given, answer: null };
      return [{ ...unspoken(event), kind: "tool", role: "tool", text: "", turn, tool }];
    }
    case "user.said": {
      const { text, startMs, endMs, words, turn, typed, byKeys, filtered, by } = event.payload;
      const kind = typed ? "typed" : "spoken";
      const said = { seq: event.seq, kind, role: "user", text, startMs, endMs, words, turn, isInterrupted: false } as const;
      return [{ ...said, ...(byKeys && { byKeys }), ...(filtered && { filtered }), ...(by !== undefined && { by }) }];
    }
    case "assistant.said": {
      const { text, startMs, endMs, words, turn, interrupted, output, speaker, by, heard } = event.payload;
      const spoken = { seq: event.seq, kind: "spoken", role: "assistant", text, startMs, endMs, words, turn } as const;
      const more = { ...(output !== undefined && { output }), ...(speaker !== undefined && { speaker }) };
      return [{ ...spoken, isInterrupted: interrupted, ...more, ...(by !== undefined && { by }), ...(heard && { heard }) }];
    }
    default:
      return [];
  }
}

/** Each answer belongs to the first open call with its id. */
function withAnswers(lines: CallLine[], events: readonly (LineEvent | OtherEvent)[]): CallLine[] {
  for (const event of events) {
    if (event.type !== "tool.answered") continue;
    const { id, result, failed, durationMs } = event.payload;
    const line = lines.find(({ tool }) => tool?.id === id && tool.answer === null);
    if (!line?.tool) continue;
    line.text = result;
    line.endMs = event.atMs;
    line.tool.answer = { result, failed, durationMs };
  }
  return lines;
}

function unspoken({ seq, atMs }: { seq: number; atMs: number }) {
  return { seq, startMs: atMs, endMs: atMs, words: undefined, turn: undefined, isInterrupted: false };
}
