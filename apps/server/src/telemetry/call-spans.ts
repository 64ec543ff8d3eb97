import { type CallEvent, type Turn, turnSteps } from "@callwright/contract";

/** A stretch of a call, in milliseconds on its clock. `attributes` hold no words of a call. */
export interface CallSpan {
  name: string;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  children: CallSpan[];
}

/**
 * What happened in a call: a span for each turn, with one for each part of the wait for its answer, and one for each tool. A tool that goes on
 * after the first sound of the answer ends later than its turn.
 */
export function callSpans(events: readonly CallEvent[], endMs: number): CallSpan[] {
  const turns = new Map<number, Turn>();
  // The last event of a turn counts.
  for (const { type, payload } of events) if (type === "turn") turns.set(payload.index, payload);
  const spans = new Map([...turns.values()].map((turn) => [turn.index, turnSpan(turn)]));
  const rest: CallSpan[] = [];
  for (const { turn, span } of toolSpans(events, endMs)) (spans.get(turn)?.children ?? rest).push(span);
  return [...spans.values(), ...rest];
}

function turnSpan(turn: Turn): CallSpan {
  const steps = turnSteps(turn);
  return {
    name: "turn",
    startMs: turn.speechEndMs,
    endMs: steps.at(-1)?.endMs ?? turn.speechEndMs,
    attributes: { "callwright.turn.index": turn.index, "callwright.turn.trigger": turn.trigger },
    failed: false,
    children: steps.map((step) => ({ ...step, attributes: {}, failed: false, children: [] })),
  };
}

/** With the turn that called the tool. A tool without an answer ends with the call. */
function toolSpans(events: readonly CallEvent[], endMs: number): { turn: number; span: CallSpan }[] {
  const open = new Map<string, CallSpan>();
  const all: { turn: number; span: CallSpan }[] = [];
  for (const { type, payload, atMs } of events) {
    if (type === "tool.called") {
      const attributes = { "callwright.tool.name": payload.name };
      const span = { name: `tool ${payload.name}`, startMs: atMs, endMs, attributes, failed: false, children: [] };
      open.set(payload.id, span);
      all.push({ turn: payload.turn, span });
    } else if (type === "tool.answered") {
      const span = open.get(payload.id);
      if (span) Object.assign(span, { endMs: atMs, failed: payload.failed });
      open.delete(payload.id);
    }
  }
  return all;
}
