import { type CallEvent, type CallEventPayload, type Turn, turnSteps, turnsOf } from "@callwright/contract";
import type { Attributes } from "@opentelemetry/api";

/** A stretch of a call, in milliseconds on its clock. */
export interface CallSpan {
  name: string;
  startMs: number;
  endMs: number;
  attributes: Attributes;
  failed: boolean;
  children: CallSpan[];
}

/**
 * The events of a call as spans: one for each turn, with one for each part of the wait for its answer, and one for each tool. A tool that continues
 * after the first sound of the answer ends later than its turn. Attributes contain no words of the call.
 */
export function callSpans(events: readonly CallEvent[], endMs: number): CallSpan[] {
  const spans = new Map([...turnsOf(events)].map(([index, turn]) => [index, turnSpan(turn)]));
  const rest: CallSpan[] = [];
  for (const { called, span } of toolSpans(events, endMs)) (spans.get(called.turn)?.children ?? rest).push(span);
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

export interface ToolSpan {
  called: CallEventPayload<"tool.called">;
  /** Undefined: the call ended first. */
  answered?: CallEventPayload<"tool.answered">;
  span: CallSpan;
}

/** A tool without an answer ends with the call. */
export function toolSpans(events: readonly CallEvent[], endMs: number): ToolSpan[] {
  const open = new Map<string, ToolSpan>();
  const all: ToolSpan[] = [];
  for (const { type, payload, atMs } of events) {
    if (type === "tool.called") {
      const attributes = { "callwright.tool.name": payload.name };
      const span = { name: `tool ${payload.name}`, startMs: atMs, endMs, attributes, failed: false, children: [] };
      const tool = { called: payload, span };
      open.set(payload.id, tool);
      all.push(tool);
    } else if (type === "tool.answered") {
      const tool = open.get(payload.id);
      if (tool) tool.answered = payload;
      if (tool) Object.assign(tool.span, { endMs: atMs, failed: payload.failed });
      open.delete(payload.id);
    }
  }
  return all;
}
