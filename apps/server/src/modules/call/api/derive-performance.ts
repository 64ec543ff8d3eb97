import { type Artifact, type Turn, type TurnLatency, type TurnSegmentName, turnSegments, turnWaitMs } from "@callwright/contract";
import type { ArtifactEvent } from "./artifact-event.ts";

type PerformanceMetrics = NonNullable<Artifact["performanceMetrics"]>;

/**
 * How long the caller waited, turn by turn, in whole milliseconds. Only turns the caller began count: nobody waits for a
 * greeting. `turnLatency` is the whole wait, so it also holds what has no field of its own (tools, transport).
 * Undefined when there was no such turn.
 */
export function derivePerformance(events: readonly ArtifactEvent[]): PerformanceMetrics | undefined {
  const turnLatencies = callersTurns(events).map(latencyOf);
  if (turnLatencies.length === 0) return undefined;
  const average = (name: keyof TurnLatency) =>
    Math.round(turnLatencies.reduce((sum, latency) => sum + latency[name], 0) / turnLatencies.length);
  return {
    turnLatencies,
    modelLatencyAverage: average("modelLatency"),
    voiceLatencyAverage: average("voiceLatency"),
    transcriberLatencyAverage: average("transcriberLatency"),
    endpointingLatencyAverage: average("endpointingLatency"),
    turnLatencyAverage: average("turnLatency"),
    numUserInterrupted: events.filter(({ type }) => type === "user.interrupted").length,
  };
}

/** A turn is told again when more of it is known: the last word counts. */
function callersTurns(events: readonly ArtifactEvent[]): Turn[] {
  const turns = new Map<number, Turn>();
  for (const event of events) if (event.type === "turn") turns.set(event.payload.index, event.payload);
  return [...turns.values()]
    .filter(({ trigger }) => trigger === "speech" || trigger === "text")
    .sort((a, b) => a.index - b.index);
}

function latencyOf(turn: Turn): TurnLatency {
  const segments = turnSegments(turn);
  const part = (name: TurnSegmentName) => Math.round(segments.find((segment) => segment.name === name)?.durationMs ?? 0);
  return {
    modelLatency: part("model"),
    voiceLatency: part("voice"),
    transcriberLatency: part("transcript"),
    endpointingLatency: part("endpointing"),
    turnLatency: Math.round(turnWaitMs(turn)),
  };
}
