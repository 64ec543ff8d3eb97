import { CALL_REPORT_MAX_WAIT_MS, type CallOutcome, type MissingPart, timeLimit } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { endsWithin } from "../../../platform/config/ends-within.ts";
import { settleAnalysis } from "../../cost/settle-call.ts";
import type { ArtifactEvent } from "../api/artifact-event.ts";
import { type CallRow, findCall } from "../api/store.ts";
import { missingParts, NOT_IN_TIME } from "../runtime/call-reports.ts";
import { call } from "../tables.ts";
import { beginAnalysis } from "./analyze-call.ts";
import type { JudgeContext } from "./open-judge.ts";
import { outputTasksOf } from "./output-tasks.ts";
import { subjectOf } from "./subject-of-call.ts";

/**
 * Analyzes a call from memory, within the time that a report waits. Stores the cost of the analysis and, for a HIPAA call, the structured outputs
 * with `forceStoreOnHipaaEnabled`. Returns the results, and the call for its report.
 */
export async function analyzePrivateCall(
  context: JudgeContext,
  row: CallRow,
  events: readonly ArtifactEvent[],
  signal: AbortSignal,
): Promise<{ row: CallRow; missing: MissingPart[] }> {
  const { db, now } = context;
  const { assistant } = row;
  const limit = AbortSignal.any([signal, timeLimit(CALL_REPORT_MAX_WAIT_MS)]);
  const outputs = await outputTasksOf(context, row, assistant, assistant.artifactPlan ?? {});
  const subject = subjectOf(row, events, now);
  const running = await beginAnalysis(context, row, assistant, { subject, signal: limit, outputs });
  // An aborted analysis fails, and the results until then count.
  const done = running.done.catch(() => running.soFar);
  const isDone = await endsWithin(done, CALL_REPORT_MAX_WAIT_MS);
  const outcome = isDone ? await done : running.soFar;
  const open = isDone ? [] : [...running.open].map((part) => ({ part, reason: NOT_IN_TIME }));
  const keys = new Set(outputs.flatMap(({ key, isKept }) => (isKept ? [key] : [])));
  const kept = assistant.compliancePlan?.pciEnabled ? {} : entriesOf(outcome, keys);
  await db.transaction(async (tx) => {
    if (Object.keys(kept).length > 0) {
      const artifact = { structuredOutputs: kept, structuredOutputsLastUpdatedAt: now().toISOString() };
      const stored = (await findCall({ ...context, db: tx }, row.orgId, row.id))?.details ?? row.details;
      await tx
        .update(call)
        .set({ details: { ...stored, artifact }, updatedAt: now() })
        .where(eq(call.id, row.id));
    }
    await settleAnalysis(tx, row.id, outcome.usage, now());
  });
  const settled = (await findCall(context, row.orgId, row.id))?.details ?? row.details;
  return { row: { ...row, details: withOutcome(settled, outcome) }, missing: [...missingParts(outcome.analysis.notes), ...open] };
}

function entriesOf({ structuredOutputs }: CallOutcome, keys: ReadonlySet<string>): CallOutcome["structuredOutputs"] {
  return Object.fromEntries(Object.entries(structuredOutputs).filter(([key]) => keys.has(key)));
}

function withOutcome(details: CallRow["details"], outcome: CallOutcome): CallRow["details"] {
  const { analysis, structuredOutputs, skippedStructuredOutputs, scorecards } = outcome;
  return { ...details, analysis, artifact: { structuredOutputs, skippedStructuredOutputs, scorecards } };
}
