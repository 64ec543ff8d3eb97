import type { CallEvent, RedactedKind, TimedWord } from "@callwright/contract";
import { digitRunsOf } from "./digit-runs.ts";
import { type RedactedSpan, redactedSpans, redactionBudget, replaceSpans } from "./redact-text.ts";
import { redactOpenText, redactValues } from "./redact-values.ts";

/** Callers who read a number aloud pause between its groups for less than this. */
const HOLD_MS = 10_000;
/** More of the caller's lines than this are no number in pieces. */
const HELD_LINES_MAX = 8;

type Said = Extract<CallEvent, { type: "user.said" }>;

/**
 * Redacts the events of one call before they are stored. A line of the caller that ends in digits is held, with all that follows, until the
 * next line of the caller or for 10 s: it may be the beginning of a number that is said in pieces.
 *
 * ```
 *   passing ── a line of the caller ends in digits ──▶ holding ── next line ends otherwise, 10 s, end of the call ──▶ passing
 * ```
 */
export function createCallRedactor(kinds: readonly RedactedKind[], release: (events: CallEvent[]) => void, holdMs = HOLD_MS) {
  let held: CallEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const ready = redactTogether(held, kinds);
    held = [];
    if (ready.length > 0) release(ready);
  }

  return {
    /** Lets everything go. */
    flush,
    add(events: readonly CallEvent[]) {
      held.push(...events);
      const lines = held.filter(isSaid);
      const last = lines.at(-1);
      const isOpen = last !== undefined && endsInDigits(last.payload.text) && lines.length < HELD_LINES_MAX;
      if (!isOpen || events.some(({ type }) => type === "call.ended")) return flush();
      if (events.some(isSaid)) {
        clearTimeout(timer);
        timer = setTimeout(flush, holdMs);
        timer.unref();
      }
    },
  };
}
export type CallRedactor = ReturnType<typeof createCallRedactor>;

const isSaid = (event: CallEvent): event is Said => event.type === "user.said";

function endsInDigits(text: string): boolean {
  const last = digitRunsOf(text).at(-1)?.at(-1);
  return last !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(last.end));
}

/** Searches the caller's lines as one text, so that a number spread over several lines is found. */
function redactTogether(events: readonly CallEvent[], kinds: readonly RedactedKind[]): CallEvent[] {
  const lines = events.filter(isSaid);
  const text = lines.map(({ payload }) => payload.text).join(" ");
  const spans = redactedSpans(text, kinds);
  let from = 0;
  const texts = new Map<Said, string>();
  for (const line of lines) {
    const own = line.payload.text;
    texts.set(line, replaceSpans(own, spansWithin(spans, from, from + own.length)));
    from += own.length + 1;
  }
  return events.map((event) => (isSaid(event) ? redactLine(event, texts.get(event) ?? "", kinds) : redactEvent(event, kinds)));
}

/** The parts of spans that are in a line, with offsets of that line. */
function spansWithin(spans: readonly RedactedSpan[], from: number, to: number): RedactedSpan[] {
  return spans
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end, kind }) => ({ start: Math.max(start, from) - from, end: Math.min(end, to) - from, kind }));
}

function redactLine(event: Said, found: string, kinds: readonly RedactedKind[]): Said {
  const { payload } = event;
  const text = payload.byKeys ? hideDigits(found, kinds) : found;
  if (text === payload.text) return event;
  const { words: _, ...others } = payload;
  return { ...event, payload: { ...others, text, ...(payload.words && { words: spread(text, payload) }) } };
}

/** Hides pressed keys: a PIN looks like any other number, and no word around it identifies it. */
function hideDigits(keys: string, kinds: readonly RedactedKind[]): string {
  return kinds.length === 0 || kinds.some((kind) => kind !== "email") ? keys.replace(/\d/g, "•") : keys;
}

function redactEvent(event: CallEvent, kinds: readonly RedactedKind[]): CallEvent {
  switch (event.type) {
    case "assistant.said": {
      const { words, ...others } = event.payload;
      const payload = redactValues(others, kinds);
      return { ...event, payload: { ...payload, words: payload.text === others.text ? words : spread(payload.text, others) } };
    }
    // Pieces of a speech, in which a number is not complete yet.
    case "assistant.words":
    case "voice.input":
      return { ...event, payload: { ...event.payload, text: redactOpenText(event.payload.text, kinds) } } as CallEvent;
    // A number is pressed key by key, and no pause shows its end.
    case "key.pressed":
      return { ...event, payload: { key: hideDigits(event.payload.key, kinds) } };
    case "keys.sent":
      return { ...event, payload: { keys: hideDigits(event.payload.keys, kinds) } };
    case "transfer": {
      // The destination is the organization's own.
      const { text } = event.payload;
      return text === undefined ? event : { ...event, payload: { ...event.payload, text: redactValues(text, kinds) } };
    }
    case "prompt.rendered":
    case "message.added":
    case "line.said":
    case "tool.called":
    case "tool.answered":
    case "model.output":
    case "model.repaired":
    case "failure":
      return { ...event, payload: redactPayload(event.payload, kinds) } as CallEvent;
    default:
      return event;
  }
}

/** Milliseconds and places in the call are no numbers of somebody. */
function redactPayload(payload: object, kinds: readonly RedactedKind[]): object {
  const budget = redactionBudget();
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      typeof value === "number" || name === "id" || name === "name" ? value : redactValues(value, kinds, budget),
    ]),
  );
}

/** The times of single words are lost with the words. */
function spread(text: string, { startMs, endMs }: { startMs: number; endMs: number }): TimedWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  return words.map((word, index) => ({ text: word, startMs: Math.round(startMs + ((endMs - startMs) * index) / words.length) }));
}
