import type { CallOutcome } from "@callwright/contract";
import type { CallRow } from "../api/store.ts";
import { emptyOutcome, startAnalysis } from "./analyze.ts";
import { NO_PLAN } from "./analyze-call.ts";
import type { JudgeContext } from "./open-judge.ts";
import { type OutputConfig, toTask } from "./output-tasks.ts";
import { subjectOfCall } from "./subject-of-call.ts";

/** Makes one structured output of a call. What has no result has an error, or a condition that is not met. */
export async function makeOutput(
  context: JudgeContext,
  row: CallRow,
  { key, output }: { key: string; output: OutputConfig },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const subject = await subjectOfCall(context, row);
  const { name } = output;
  const without = (error: string): CallOutcome => ({
    ...emptyOutcome(),
    structuredOutputs: { [key]: { name, result: null, error } },
  });
  if (subject.said.length === 0) return without("Nothing was said in this call.");
  const task = await toTask(context, row, key, output);
  const outputs = [task];
  const nothingElse = { plan: NO_PLAN, scorecards: [], judge: undefined };
  const outcome = await startAnalysis({ orgId: row.orgId, subject, outputs, signal, ...nothingElse }).done;
  const isMade = key in outcome.structuredOutputs || key in outcome.skippedStructuredOutputs;
  return isMade ? outcome : without(outcome.analysis.notes?.at(-1)?.text ?? "It was not made.");
}
