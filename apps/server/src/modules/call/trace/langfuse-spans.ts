import {
  type CallEvent,
  type CallEventPayload,
  endedBy,
  linesOf,
  type Turn,
  type TurnStep,
  toMessageToolCall,
  turnSegments,
  turnSteps,
  turnsOf,
  turnWaitMs,
  type Usage,
} from "@callwright/contract";
import type { Attributes } from "@opentelemetry/api";
import { type CallSpan, type ToolSpan, toolSpans } from "../../../platform/telemetry/call-spans.ts";
import { firstTimeOf, type TracedCall } from "../../../platform/telemetry/read-call.ts";
import { deriveConversation } from "../api/derive-messages.ts";

type ObservationType = "span" | "agent" | "generation" | "tool";

interface Observation {
  type: ObservationType;
  input?: unknown;
  output?: unknown;
  metadata?: Record<string, unknown>;
  /** What failed. */
  problem?: string | undefined;
}

const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Entries without a value are left out. */
export function prefixed(prefix: string, values: Readonly<Record<string, unknown>>): Attributes {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [`${prefix}.${name}`, written(value)]));
}

function observation({ type, input, output, metadata = {}, problem }: Observation): Attributes {
  const level = problem === undefined ? undefined : "ERROR";
  return {
    ...prefixed("langfuse.observation", { type, input, output, level, status_message: problem }),
    ...prefixed("langfuse.observation.metadata", metadata),
  };
}

/**
 * A call as Langfuse shows it: the call, in it a span for each turn, in that a generation for each request to the model, the tools, and the
 * other parts of the wait.
 */
export function langfuseSpans(found: TracedCall): { root: CallSpan; zeroMs: number } {
  const { id, orgId, type, startedAt, endedAt, endedReason, assistant, events } = found;
  const startTime = firstTimeOf(found);
  const zeroMs = (startedAt ?? startTime).getTime();
  const endMs = (endedAt ?? startTime).getTime() - zeroMs;
  const messages = deriveConversation(linesOf(events), zeroMs).messagesOpenAIFormatted;
  const failed = endedReason !== null && endedBy(endedReason) === "provider";
  const children = turnSpans(found, zeroMs, endMs);
  const root: CallSpan = {
    name: assistant.name ?? "call",
    startMs: startTime.getTime() - zeroMs,
    endMs,
    attributes: observation({
      type: "agent",
      input: messages.filter(({ role }) => role === "system"),
      output: messages.filter(({ role }) => role !== "system"),
      metadata: { callId: id, orgId, callType: type, endedReason, usage: unspokenUsage(events) },
      problem: failed ? endedReason : undefined,
    }),
    failed,
    children,
  };
  return { root, zeroMs };
}

/** The usage of voices and transcribers: only requests to models are generations. */
function unspokenUsage(events: readonly CallEvent[]): Usage[] | undefined {
  const usages = usagesOf(events).flatMap(({ usages: some }) => some.filter(({ part }) => part !== "model"));
  return usages.length > 0 ? usages : undefined;
}

const usagesOf = (events: readonly CallEvent[]) =>
  events.flatMap(({ type, atMs, payload }) => (type === "usage" ? [{ atMs, usages: payload.usages }] : []));

type Said = CallEventPayload<"user.said"> | CallEventPayload<"assistant.said">;

function turnSpans({ assistant, events }: TracedCall, zeroMs: number, endMs: number): CallSpan[] {
  const turns = [...turnsOf(events).values()];
  const tools = toolSpans(events, endMs);
  const spoken = (who: "user.said" | "assistant.said", turn: number) =>
    events.flatMap(({ type, payload }): Said[] => (type === who && payload.turn === turn ? [payload] : []));
  const wordsOf = (...[who, turn]: Parameters<typeof spoken>) =>
    spoken(who, turn)
      .map((said) => ("output" in said ? (said.output ?? said.text) : said.text))
      .join(" ") || undefined;
  const requests = modelRequests(events);
  /** The turn that was in progress at a time. */
  const turnAt = (atMs: number) => turns.findLast(({ speechEndMs }) => speechEndMs <= atMs)?.index;
  const spans = turns.map((turn): CallSpan => {
    const { index, trigger } = turn;
    const [input, output] = [wordsOf("user.said", index), wordsOf("assistant.said", index)];
    const own = tools.filter(({ called }) => called.turn === index);
    const ofTurn = requests.filter(({ atMs }) => turnAt(atMs) === index);
    const generations = generationSpans(turn, { zeroMs, requests: ofTurn, tools: own, input, output });
    const waits = joined(turnSteps(turn)).filter(({ name }) => name !== "model" && name !== "tool");
    const voice = { provider: assistant.voice?.provider, voiceId: assistant.voice?.voiceId };
    const children: CallSpan[] = [
      ...waits.map((step): CallSpan => {
        const about: Observation = step.name === "voice" ? { type: "span", input: output, metadata: voice } : { type: "span" };
        return { ...step, attributes: observation(about), failed: false, children: [] };
      }),
      ...generations,
      ...own.map(describeTool),
    ];
    const metadata = {
      turn: index,
      trigger,
      waitMs: turnWaitMs(turn),
      ...Object.fromEntries(turnSegments(turn).map(({ name, durationMs }) => [`${name}Ms`, durationMs])),
      interrupted: spoken("assistant.said", index).some((each) => "interrupted" in each && each.interrupted),
    };
    return {
      name: "turn",
      startMs: turn.speechEndMs,
      endMs: Math.max(turn.speechEndMs, ...children.map((child) => child.endMs)),
      attributes: observation({ type: "span", input, output, metadata }),
      failed: false,
      children,
    };
  });
  const rest = tools.filter(({ called }) => !turns.some(({ index }) => index === called.turn)).map(describeTool);
  return [...spans, ...rest];
}

/** Joins consecutive steps of one name: a voice reports its first byte, and then its first frame. */
function joined(steps: readonly TurnStep[]): TurnStep[] {
  const all: TurnStep[] = [];
  for (const step of steps) {
    const last = all.at(-1);
    if (last?.name === step.name) last.endMs = step.endMs;
    else all.push({ ...step });
  }
  return all;
}

function describeTool({ called, answered, span }: ToolSpan): CallSpan {
  const problem = answered?.failed ? answered.result : undefined;
  return { ...span, attributes: observation({ type: "tool", input: called.arguments, output: answered?.result, problem }) };
}

interface ModelRequest {
  /** When it ended. */
  atMs: number;
  usage: Usage;
}

function modelRequests(events: readonly CallEvent[]): ModelRequest[] {
  return usagesOf(events).flatMap(({ atMs, usages }) =>
    usages.filter(({ part }) => part === "model").map((usage) => ({ atMs, usage })),
  );
}

interface OfTurn {
  zeroMs: number;
  requests: readonly ModelRequest[];
  tools: readonly ToolSpan[];
  input: string | undefined;
  output: string | undefined;
}

/** A request begins when the turn is committed, or when the tools of the one before have answered. */
function generationSpans(turn: Turn, { zeroMs, requests, tools, input, output }: OfTurn): CallSpan[] {
  const spans: CallSpan[] = [];
  const { modelFirstTokenMs: firstMs = Number.NaN } = turn;
  let reachedMs = turn.turnCommittedMs ?? turn.speechEndMs;
  const starts = requests.map(({ atMs }, index) => {
    const answersMs = index === 0 ? [] : tools.flatMap(({ span }) => (span.endMs <= atMs ? [span.endMs] : []));
    const startMs = Math.min(Math.max(reachedMs, ...answersMs), atMs);
    reachedMs = atMs;
    return startMs;
  });
  for (const [index, { atMs, usage }] of requests.entries()) {
    const startMs = starts[index] ?? atMs;
    const isLast = index === requests.length - 1;
    const before = tools.filter(({ answered, span }) => answered && index > 0 && span.endMs <= startMs);
    const calls = tools.filter(
      ({ span }) => span.startMs >= startMs && span.startMs < (starts[index + 1] ?? Number.POSITIVE_INFINITY),
    );
    const begins = firstMs >= startMs && firstMs <= atMs;
    spans.push({
      name: usage.model,
      startMs,
      endMs: atMs,
      attributes: {
        ...observation({
          type: "generation",
          input: [
            ...(input === undefined ? [] : [{ role: "user", content: input }]),
            ...before.map(({ called, answered }) => ({ role: "tool", tool_call_id: called.id, content: answered?.result })),
          ],
          output: {
            role: "assistant",
            ...(isLast && output !== undefined && { content: output }),
            ...(calls.length > 0 && { tool_calls: calls.map(({ called }) => toMessageToolCall(called)) }),
          },
          metadata: { provider: usage.provider },
        }),
        ...prefixed("langfuse.observation", {
          "model.name": usage.model,
          usage_details: tokensOf(usage),
          completion_start_time: begins ? new Date(zeroMs + firstMs).toISOString() : undefined,
        }),
      },
      failed: false,
      children: [],
    });
  }
  return spans;
}

/** Kinds of tokens that do not overlap: Langfuse adds them up. */
function tokensOf({ amounts }: Usage): Record<string, number> {
  const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = amounts;
  const tokens = {
    input: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens),
    input_cached_tokens: cachedTokens,
    input_cache_creation: cacheWriteTokens,
    output: outputTokens,
  };
  return Object.fromEntries(Object.entries(tokens).filter(([, count]) => count > 0));
}
