import { answeredTurns, CALL_EVENT_PAYLOADS, TURN_SEGMENTS, type Turn, turnSegments, turnWaitMs } from "@callwright/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import type { CallMeasure } from "../../../platform/telemetry/telemetry.ts";
import { callEvent, callMetric } from "../tables.ts";

const MEASURED = ["turn", "assistant.said", "tool.answered", "failure"] as const;

/**
 * Stores what the events of an ended call say about response times, tools and failures, in the transaction that ends it. Again, when more
 * events arrived after another node had ended it.
 */
export async function measureCall(tx: Database, callId: string): Promise<CallMeasure> {
  const events = await tx
    .select({ type: callEvent.type, payload: callEvent.payload })
    .from(callEvent)
    .where(and(eq(callEvent.callId, callId), inArray(callEvent.type, [...MEASURED])))
    .orderBy(callEvent.seq);
  const spoken: Parameters<typeof answeredTurns>[0][number][] = [];
  const failures: { part: string; provider: string }[] = [];
  const failedTools = new Set<string>();
  let [toolCalls, toolErrors] = [0, 0];
  for (const { type, payload } of events) {
    if (type === "turn") spoken.push({ type, payload: CALL_EVENT_PAYLOADS[type].parse(payload) });
    else if (type === "assistant.said") spoken.push({ type, payload: CALL_EVENT_PAYLOADS[type].parse(payload) });
    else if (type === "tool.answered") {
      toolCalls += 1;
      const { name, failed } = CALL_EVENT_PAYLOADS["tool.answered"].parse(payload);
      if (failed) {
        toolErrors += 1;
        failedTools.add(name);
      }
    } else failures.push(CALL_EVENT_PAYLOADS.failure.parse(payload));
  }
  const answered = answeredTurns(spoken);
  await tx
    .update(callMetric)
    .set({ ...waitOf(answered), toolCalls, toolErrors, failures: failures.length, failedTools: [...failedTools].sort() })
    .where(eq(callMetric.callId, callId));
  return { turns: answered, failures };
}

function waitOf(answered: readonly Turn[]): Partial<typeof callMetric.$inferInsert> {
  if (answered.length === 0) return { responseMs: null };
  const waits = answered.map(turnWaitMs).sort((one, other) => one - other);
  const sums = { endpointing: 0, transcript: 0, model: 0, tool: 0, voice: 0, transport: 0 };
  for (const { name, durationMs } of answered.flatMap(turnSegments)) sums[name] += durationMs;
  const means = TURN_SEGMENTS.map((name) => [`${name}Ms`, Math.round(sums[name] / answered.length)]);
  return { responseMs: Math.round(waits[Math.floor((waits.length - 1) / 2)] ?? 0), ...Object.fromEntries(means) };
}
